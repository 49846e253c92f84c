"""How fast it is: `make bench`. Ratios against the bare work, measured in the same run, are what counts here;
milliseconds belong to the machine and to what else runs on it.
"""
