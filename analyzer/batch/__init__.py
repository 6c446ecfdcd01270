"""Batch: many shoes at once."""
