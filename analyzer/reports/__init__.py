"""Reports: the committed pages."""
