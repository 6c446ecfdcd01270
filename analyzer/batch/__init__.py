"""Batch: the exact odds of many shoes at once, from arrays, streams and files."""
