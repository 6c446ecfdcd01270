"""The profile by which Hypothesis tries examples, and the file of shoes that several rooms read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, settings
from shoe_files import SHOES, separated

if TYPE_CHECKING:
    from pathlib import Path

# Shared machines pause, so no example is timed; an exact fact that fails at all fails within a few dozen examples.
settings.register_profile("baccarat", max_examples=20, deadline=None)
settings.load_profile("baccarat")
# For mutation testing: the same examples each time, and no time spent on making a failing one smaller.
settings.register_profile("mutation", max_examples=20, deadline=None, derandomize=True, phases=[Phase.generate])


@pytest.fixture
def shoes(tmp_path: Path) -> str:
    """Return the path of a CSV file of the shoes."""
    path = tmp_path / "shoes.csv"
    path.write_text(separated(SHOES))
    return str(path)
