"""Proof: why a stranger may believe a figure."""
