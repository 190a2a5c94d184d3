"""Slow, plain reference programs that the tests compare the engine with."""
