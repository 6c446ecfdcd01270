"""Enumeration: exact counts of everything a shoe can deal."""
