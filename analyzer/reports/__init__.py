"""Reports: the pages committed in `reports/`."""
