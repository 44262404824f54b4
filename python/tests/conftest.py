"""Settings of the tests."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import HealthCheck, settings

# The time of one example says nothing on a machine that others use too.
settings.register_profile("beve", deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("beve")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every", type=int, default=1, metavar="N", help="run one test in N, the same ones each time")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    every: int = config.getoption("--every")
    chosen: list[pytest.Item] = []
    rest: list[pytest.Item] = []
    for item in items:
        (rest if zlib.crc32(item.nodeid.encode()) % every else chosen).append(item)
    if rest:
        config.hook.pytest_deselected(items=rest)
        items[:] = chosen
