"""The command line as a process: `baccarat-odds` and `python -m analyzer` begin here."""

from __future__ import annotations

import sys

try:
    from analyzer.stopping import listen, ready
except KeyboardInterrupt:  # before signals are handled
    sys.stderr.write("Error: interrupted\n")
    sys.exit(130)


def main() -> None:
    """Run the command line and exit with its status; a signal during the imports, too, is one line."""
    listen()
    from analyzer.cli import main as run

    ready()
    run()


if __name__ == "__main__":
    main()
