"""Records: dealt coups, audited."""
