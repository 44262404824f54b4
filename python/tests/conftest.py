"""Settings of the tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The time of one example says nothing on a machine that others use too.
settings.register_profile("beve", deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("beve")
