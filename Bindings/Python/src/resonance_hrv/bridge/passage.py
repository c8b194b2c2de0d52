"""Passes lines of the line protocol on that came from another machine, in the time of this one."""

from __future__ import annotations

from typing import Any

# What another bridge says of its sensors. Its hello, bye, ticks and pings concern its own connection.
FORWARDED = {"rr", "heartRateData", "hr", "ppi", "beat", "sig", "gatt", "battery", "gap", "mark", "device", "state", "error"}
TYPES = FORWARDED | {"hello", "bye", "tick", "ping", "ack"}
MAX_DELAY_US = 30_000_000


class Passage:
    """Keeps for each sender how far its clock is from ours.

    The smallest difference between arrival and the time in a line is taken for it: no line comes before it is sent.
    Where a sender's clock goes back, or moves by half a minute, it is learned anew.

    Examples
    --------
    >>> passage = Passage()
    >>> [passage.local_time("a", sent, now) for sent, now in ((100, 5000), (200, 5090), (300, 5200))]
    [5000, 5090, 5190]
    """

    def __init__(self) -> None:
        self._offsets: dict[str, int] = {}
        self._newest: dict[str, int] = {}

    def local_time(self, sender: str, sent: int, now: int) -> int:
        """The time of ours at which a line with the time ``sent`` was written; never after ``now``."""
        offset = now - sent
        known = self._offsets.get(sender, offset)
        if sent < self._newest.get(sender, sent) or abs(offset - known) > MAX_DELAY_US:
            known = offset
        self._offsets[sender] = min(known, offset)
        self._newest[sender] = sent
        return sent + self._offsets[sender]

    def fields(self, line: dict[str, Any], dev: str, sender: str, now: int) -> tuple[str, int, dict[str, Any]] | None:
        """The type, time and fields of a line as it goes on; None for one that concerns another connection.

        Its sequence number is left out: it counts the lines of another connection.
        """
        kind = line["type"]
        if kind not in FORWARDED:
            return None
        key = line.get("dev", dev)
        rest = {name: value for name, value in line.items() if name not in {"type", "t", "seq", "dev"}}
        rest["dev"] = key if isinstance(key, str) else dev
        sender = f"{sender} {rest['dev']}"
        if kind == "gap":
            self._move_gap(rest, sender, now)
        sent = _time(line.get("t"))
        if sent is None or kind in {"gap", "device", "error"}:
            return kind, now, rest
        return kind, self.local_time(sender, sent, now), rest

    def _move_gap(self, rest: dict[str, Any], sender: str, now: int) -> None:
        offset = self._offsets.get(sender)
        for name in ("from", "to"):
            time = _time(rest.get(name))
            rest[name] = now if offset is None or time is None else min(time + offset, now)
        rest["from"] = min(rest["from"], rest["to"])


def _time(value: Any) -> int | None:
    """A time in microseconds, which is a whole number."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
