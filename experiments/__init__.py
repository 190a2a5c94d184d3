"""Flat, seeded scripts."""
