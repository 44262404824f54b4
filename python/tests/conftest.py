"""Settings of the tests."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import HealthCheck, settings

# The time of one example says nothing on a machine that others use too.
settings.register_profile("beve", deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("beve")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--part", default="1/1", metavar="K/N", help="run part K of N of the tests, the same ones each time"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    part, parts = map(int, config.getoption("--part").split("/"))
    chosen: list[pytest.Item] = []
    rest: list[pytest.Item] = []
    for item in items:
        (chosen if zlib.crc32(item.nodeid.encode()) % parts == part - 1 else rest).append(item)
    if rest:
        config.hook.pytest_deselected(items=rest)
        items[:] = chosen
