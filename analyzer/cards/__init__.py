"""Cards: what a shoe holds."""
