"""Settings of the tests; with BEVE_TEST_WITHOUT_NUMPY set they run as if NumPy were not installed."""

from __future__ import annotations

import os
import sys

from hypothesis import HealthCheck, settings

if os.environ.get("BEVE_TEST_WITHOUT_NUMPY"):
    sys.modules["numpy"] = None  # type: ignore[assignment]

# The time of one example says nothing on a machine that others use too.
settings.register_profile("beve", deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("beve")
