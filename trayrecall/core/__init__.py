"""The pure heart: values in, values out. No I/O, threads, clock, logging, SQL, HTTP or Qt."""
