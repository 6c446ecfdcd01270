"""`python -m analyzer` is the same as `baccarat-odds`."""

from __future__ import annotations

from analyzer.cli import main

if __name__ == "__main__":
    main()
