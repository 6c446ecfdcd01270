"""Settings every test module shares."""

from __future__ import annotations

from hypothesis import settings

# Shared machines pause: no single example is timed. An exact fact that fails at all fails within a few dozen examples.
settings.register_profile("baccarat", max_examples=30, deadline=None)
settings.load_profile("baccarat")
