"""Lines of the values of a stream: intervals, heart rates or samples of an ECG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .lines import Lines, plain
from .values import heart_rate_bpm, interval_ms, looks_like_seconds

# Intervals that come so close together came in one packet; in us.
PACKET_US = 20_000
# Samples are missing where the time between two stamps exceeds that of the rate by so much; in s.
MAX_STEP_SECONDS = 0.25


@dataclass(frozen=True)
class Sample:
    """A value, its stamp by the sender's clock in s, and its time here in us."""

    value: float
    stamp: float
    t: int


class Writer(Protocol):
    """Makes lines of samples."""

    def push(self, samples: Sequence[Sample]) -> None:
        """Writes the lines of samples that were pulled together, one at least."""


class IntervalWriter:
    """A line for each interval, or for those that came together."""

    def __init__(self, lines: Lines, unit: str) -> None:
        self._lines = lines
        self._unit = unit

    def push(self, samples: Sequence[Sample]) -> None:
        """Writes the intervals; a value that is none stands as a missing one."""
        packet: list[Sample] = []
        for sample in samples:
            if packet and sample.t - packet[0].t > PACKET_US:
                self._write(packet)
                packet = []
            packet.append(sample)
        self._write(packet)

    def _write(self, packet: Sequence[Sample]) -> None:
        self._lines.intervals([self._interval(sample.value) for sample in packet], t=packet[-1].t)

    def _interval(self, value: float) -> float | None:
        interval = interval_ms(value, self._unit)
        if interval is None and looks_like_seconds(value, self._unit):
            self._lines.error("unit", f"{value:.4g} is no interval in ms: intervals in seconds need --unit s.")
        return interval


class HeartRateWriter:
    """A line for the newest heart rate, which a stream may repeat many times a second."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def push(self, samples: Sequence[Sample]) -> None:
        """Writes the last value."""
        self._lines.heart_rate(heart_rate_bpm(samples[-1].value), t=samples[-1].t)


class ECGWriter:
    """A line for the samples that came together, and a gap where some are missing."""

    def __init__(self, lines: Lines, rate_hz: float, unit: str | None) -> None:
        self._lines = lines
        self._rate_hz = rate_hz
        self._unit = unit
        self._last: Sample | None = None

    def push(self, samples: Sequence[Sample]) -> None:
        """Writes the samples; NaN and infinities stand as missing values."""
        max_step = 1 / self._rate_hz + MAX_STEP_SECONDS
        piece: list[Sample] = []
        for sample in samples:
            if self._last is not None and sample.stamp - self._last.stamp > max_step:
                self._write(piece)
                self._lines.gap(self._last.t, sample.t)
                piece = []
            piece.append(sample)
            self._last = sample
        self._write(piece)

    def _write(self, piece: Sequence[Sample]) -> None:
        if piece:
            values = [plain(sample.value) if math.isfinite(sample.value) else None for sample in piece]
            self._lines.say(
                "sig", dev="0", t=piece[-1].t, name="ecg", unit=self._unit, fs=plain(self._rate_hz), y=values)
