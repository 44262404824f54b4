"""How tests judge time: by what the processor spends, by the least of several runs, and with patience."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Any

#: How often something is tried at once, and then after pauses that grow: who disturbs it may end within 26 seconds.
AT_ONCE, PAUSED = 8, 14


def spent(call: Callable[[], Any]) -> float:
    """Return the seconds that the processor works on a call, the collector apart: that looks at all that lives."""
    gc.disable()
    begun = time.process_time()
    try:
        call()
    finally:
        seconds = time.process_time() - begun
        gc.enable()
    return seconds


def assert_cheap(
    call: Callable[[], Any], at_most: float, *, times: float = 0, than: Callable[[], Any] | None = None
) -> None:
    """Fail unless a call takes at most so many seconds, or so many times as long as another one.

    Both may be called again and again, and must do the same each time.
    """
    long = short = float("inf")
    for turn in range(AT_ONCE + PAUSED):
        time.sleep(max(turn - AT_ONCE + 1, 0) / 4)
        long = min(long, spent(call))
        if long <= at_most:
            return
        if than:
            short = min(short, spent(than))
            if long <= times * short:
                return
    raise AssertionError(f"{long:.3f} s, more than {at_most} s" + (f" and {times} times {short:.3f} s" if than else ""))
