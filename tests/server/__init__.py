"""The HTTP surface: a real listener on a real socket, a small engine behind it."""
