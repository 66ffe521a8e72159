"""What every test shares."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)  # a busy machine is no fault of the rules
settings.load_profile("unhurried")
