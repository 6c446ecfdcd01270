"""The profile by which Hypothesis tries examples."""

from __future__ import annotations

from hypothesis import settings

# Shared machines pause, so no example is timed; an exact fact that fails at all fails within a few dozen examples.
settings.register_profile("baccarat", max_examples=20, deadline=None)
settings.load_profile("baccarat")
