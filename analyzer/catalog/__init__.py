"""Catalog: published tableaux, variants and pay tables as TOML files, and the readers of such files."""
