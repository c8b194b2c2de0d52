"""Which stream of the Lab Streaming Layer is meant, and what its values are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

KIND_OF_TYPE = {
    "rr": "rr", "rri": "rr", "rrinterval": "rr", "rrintervals": "rr", "ibi": "rr", "interbeatinterval": "rr",
    "nn": "rr", "hr": "hr", "heartrate": "hr", "bpm": "hr", "ecg": "ecg", "ekg": "ecg",
}
UNIT_OF_INTERVALS = {
    "ms": "ms", "millisecond": "ms", "milliseconds": "ms", "s": "s", "sec": "s", "second": "s", "seconds": "s"}
UNIT_OF_ECG = {
    "uv": "uV", "microvolt": "uV", "microvolts": "uV", "mv": "mV", "millivolt": "mV", "millivolts": "mV", "v": "V",
    "volt": "V", "volts": "V"}


def kind_of(type_name: str) -> str | None:
    """What a stream or channel of this type carries: rr, hr or ecg; None where that cannot be told.

    >>> [kind_of(name) for name in ("RR", "R-R intervals", "Heart Rate", "ECG", "EEG", "")]
    ['rr', 'rr', 'hr', 'ecg', None, None]
    """
    return KIND_OF_TYPE.get(_letters(type_name))


def known_unit(text: str | None, units: dict[str, str]) -> str | None:
    """The unit as the lines have it, or None.

    >>> [known_unit(text, UNIT_OF_ECG) for text in ("microvolts", "\\u00b5V", "mV", "", "furlongs")]
    ['uV', 'uV', 'mV', None, None]
    """
    return units.get(_letters((text or "").replace("\u00b5", "u").replace("\u03bc", "u")))


def _letters(text: str) -> str:
    return re.sub("[^a-z]", "", text.lower())


@dataclass(frozen=True)
class Wanted:
    """The stream that is asked for; None in place of what does not matter."""

    name: str | None = None
    type_name: str | None = None
    source: str | None = None

    def choose(self, streams: Sequence[Any]) -> list[Any]:
        """The streams that fit, each once; the newest of those that are told by the same program again.

        Where neither name nor type is asked for, a stream fits if its type tells what it carries. A whole name goes
        before a part of one.
        """
        fits = [stream for stream in streams if self._has_type(stream)]
        if self.name is not None:
            name = self.name
            exact = [stream for stream in fits if stream.name() == name]
            fits = exact or [stream for stream in fits if name.lower() in stream.name().lower()]
        if self.source:
            fits = [stream for stream in fits if stream.source_id() == self.source] or fits
        newest: dict[tuple[str, str, str], Any] = {}
        for stream in sorted(fits, key=lambda stream: float(stream.created_at())):
            newest[stream.name(), stream.type(), stream.source_id()] = stream
        return list(newest.values())

    def _has_type(self, stream: Any) -> bool:
        if self.type_name is not None:
            return bool(stream.type().lower() == self.type_name.lower())
        return self.name is not None or kind_of(stream.type()) is not None

    def __str__(self) -> str:
        parts = [f"named {self.name}" if self.name else "", f"of type {self.type_name}" if self.type_name else ""]
        return " ".join(part for part in ["stream", *parts] if part)


def describe(stream: Any) -> str:
    """A stream as it is named in messages."""
    return f"{stream.name()[:60]} (type {stream.type()[:20] or 'none'}, {stream.hostname()[:40]})"


def channel_of(info: Any, kind: str, asked: str | None) -> int | None:
    """The number of the channel: as asked for by number or label, else the first that says it carries this kind."""
    count = info.channel_count()
    labels, types = info.get_channel_labels() or [], info.get_channel_types() or []
    if asked is not None:
        if asked.isdecimal():
            return int(asked) if int(asked) < count else None
        fits = [index for index, label in enumerate(labels[:count]) if label and label.lower() == asked.lower()]
        return fits[0] if fits else None
    for texts in (labels, types):
        for index, text in enumerate(texts[:count]):
            if text and kind_of(text) == kind:
                return index
    return 0
