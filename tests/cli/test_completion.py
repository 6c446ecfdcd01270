"""`completion`: the scripts, and the names a shell offers."""

from __future__ import annotations

import os

import pytest
from command import process, run


class TestProcess:
    """Behaviour that needs a separate process."""

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_completion_scripts(self, shell: str) -> None:
        """The script of each shell names the program."""
        done = run("completion", shell)
        assert done.status == 0
        assert "baccarat-odds" in done.out

    def test_completion_knows_the_variants(self) -> None:
        """A shell completes built-in names."""
        environment = os.environ | {
            "_BACCARAT_ODDS_COMPLETE": "bash_complete",
            "COMP_WORDS": "baccarat-odds edge --variant stra",
            "COMP_CWORD": "3",
        }
        assert process(env=environment).stdout == b"plain,straight\n"
