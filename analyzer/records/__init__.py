"""Records: files of dealt coups, read and audited."""
