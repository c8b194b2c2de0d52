"""What a message of MQTT says: a number, an object with fields, or lines of the line protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .passage import TYPES
from .values import heart_rate_bpm, interval_ms, looks_like_seconds, number

# Written as ASCII, the longest payload is still a line that is read.
MAX_PAYLOAD_BYTES = 20_000


class BadPayload(ValueError):
    """A sentence on what is wrong with a payload; ``breaks_chain`` where an interval may have been in it."""

    def __init__(self, sentence: str, *, breaks_chain: bool) -> None:
        super().__init__(sentence)
        self.breaks_chain = breaks_chain


@dataclass(frozen=True)
class Intervals:
    """R-R intervals in ms, with None for one that is missing, and a heart rate where the payload has one."""

    rr_ms: list[float | None]
    heart_rate_bpm: float | None = None


@dataclass(frozen=True)
class HeartRate:
    """A heart rate in beats/min; None where the sensor knows none."""

    bpm: float | None


@dataclass(frozen=True)
class Line:
    """A line of the line protocol, as the other side wrote it."""

    fields: dict[str, Any]


@dataclass(frozen=True)
class Mapped:
    """How payloads are read: what a plain number is, the unit of intervals, and the names of fields of objects."""

    plain: str = "rr"
    unit: str = "ms"
    fields: Mapping[str, str] = field(default_factory=lambda: {"rr": "rr", "hr": "hr"})


def read_payload(payload: bytes, mapped: Mapped) -> list[Intervals | HeartRate | Line | BadPayload]:
    """Reads a payload: one value, or one a line.

    Examples
    --------
    >>> read_payload(b"812", Mapped())
    [Intervals(rr_ms=[812], heart_rate_bpm=None)]
    >>> read_payload(b'{"data":{"ibi":[0.8,null]},"bpm":75}', Mapped(unit="s", fields={"rr": "data.ibi", "hr": "bpm"}))
    [Intervals(rr_ms=[800.0, None], heart_rate_bpm=75)]
    """
    if len(payload) > MAX_PAYLOAD_BYTES:
        return [BadPayload(f"A payload of {len(payload)} bytes is too long: it is left out.", breaks_chain=False)]
    try:
        text = payload.decode("utf-8-sig")
    except UnicodeDecodeError:
        return [BadPayload("A payload is no text in UTF-8: it is left out.", breaks_chain=mapped.plain == "rr")]
    lines = [line for line in text.splitlines() if line.strip()]
    whole = _read(text, mapped)
    if isinstance(whole, BadPayload) and len(lines) != 1:
        return [_read(line, mapped) for line in lines]
    return [whole]


def _read(text: str, mapped: Mapped) -> Intervals | HeartRate | Line | BadPayload:
    try:
        # NaN and infinities, which JSON does not have, are missing values.
        value = json.loads(text, parse_constant=lambda _: None, parse_float=_finite)
    except (ValueError, RecursionError):
        return BadPayload(
            f"A payload begins {text.strip()[:40]!r}, which is no number and no JSON: it is left out.",
            breaks_chain=mapped.plain == "rr")
    try:
        return _value(value, mapped)
    except BadPayload as bad:
        return bad


def _finite(text: str) -> float | None:
    return number(float(text))


def _value(value: Any, mapped: Mapped) -> Intervals | HeartRate | Line:
    if isinstance(value, dict):
        kind = value.get("type")
        if isinstance(kind, str) and kind in TYPES:
            return Line(value)
        return _object(value, mapped)
    if mapped.plain == "hr":
        return HeartRate(heart_rate_bpm(value))
    return Intervals(_intervals(value, mapped.unit))


def _object(value: dict[str, Any], mapped: Mapped) -> Intervals | HeartRate:
    rate, has_rate = _at(value, mapped.fields.get("hr"))
    intervals, has_intervals = _at(value, mapped.fields.get("rr"))
    if has_intervals:
        return Intervals(_intervals(intervals, mapped.unit), heart_rate_bpm(rate))
    if has_rate:
        return HeartRate(heart_rate_bpm(rate))
    names = " nor ".join(mapped.fields.values())
    raise BadPayload(f"An object has no field {names}: name its fields by --field.", breaks_chain=False)


def _at(value: Any, path: str | None) -> tuple[Any, bool]:
    """What lies at a path such as ``data.ibi``, and whether something does."""
    if path is None:
        return None, False
    for name in path.split("."):
        if not isinstance(value, dict) or name not in value:
            return None, False
        value = value[name]
    return value, True


def _intervals(value: Any, unit: str) -> list[float | None]:
    values = value if isinstance(value, list) else [value]
    if values and all(looks_like_seconds(one, unit) for one in values):
        raise BadPayload(
            f"{values[0]} is no interval in ms: intervals in seconds need --unit s.", breaks_chain=True)
    return [interval_ms(one, unit) for one in values]
