"""Which numbers of another program are intervals and heart rates."""

from __future__ import annotations

import math
from typing import Any

# What a line may state, in ms.
MAX_MS = 65_535.0
# No two beats of a heart are so close; a number below it is likely one of seconds. In ms.
MIN_MS = 10.0
HIGHEST_BPM = 1000.0
MS_PER_UNIT = {"ms": 1.0, "s": 1000.0}


def number(value: Any) -> float | None:
    """The value as a number, or None for another type, NaN and infinities.

    >>> [number(value) for value in (812, 812.5, True, "812", None, float("nan"), 10 ** 400)]
    [812, 812.5, None, None, None, None, None]
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return value if math.isfinite(value) else None
    except OverflowError:
        return None


def interval_ms(value: Any, unit: str = "ms") -> float | None:
    """The interval in ms, or None for what cannot be one.

    >>> [interval_ms(value) for value in (812, 0, -5, 0.8, 1e9, "812")]
    [812, None, None, None, None, None]
    >>> interval_ms(0.812, "s")
    812.0
    """
    length = number(value)
    if length is None:
        return None
    if unit != "ms":
        # The factor must not leave a tail such as 816.9999999999999.
        length = round(length * MS_PER_UNIT[unit], 6)
    return length if MIN_MS <= length <= MAX_MS else None


def looks_like_seconds(value: Any, unit: str) -> bool:
    """Whether a number that is to be in ms is rather one of seconds."""
    length = number(value)
    return unit == "ms" and length is not None and 0.2 <= length <= 3.0


def heart_rate_bpm(value: Any) -> float | None:
    """The heart rate in beats/min, or None for 0, which means unknown, and for what cannot be one.

    >>> [heart_rate_bpm(value) for value in (62, 0, -1, 5000, "62")]
    [62, None, None, None, None]
    """
    rate = number(value)
    return rate if rate is not None and 0 < rate <= HIGHEST_BPM else None
