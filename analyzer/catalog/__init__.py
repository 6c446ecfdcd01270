"""Catalog: published rules and pay tables, as data, and what reads them."""
