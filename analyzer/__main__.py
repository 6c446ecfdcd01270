"""The command line as a module: `python -m analyzer` runs `baccarat-odds`."""

from __future__ import annotations

from analyzer.cli import main

if __name__ == "__main__":
    main()
