"""Chemin de fer: both hands may choose."""
