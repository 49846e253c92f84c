"""The HTTP surface on loopback: a guard in front of every route, thin routes, a listener in its own thread.

It renders what the engine answers and holds no rule of the search.
"""
