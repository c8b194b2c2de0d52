"""The bridge ``lsl``: a stream of the Lab Streaming Layer. Needs the extra ``lsl``."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from .endings import DATA, UNAVAILABLE, USAGE, Ending
from .extras import need
from .lines import Lines, monotonic_us
from .lsl_streams import UNIT_OF_ECG, UNIT_OF_INTERVALS, Wanted, channel_of, describe, kind_of, known_unit
from .lsl_values import ECGWriter, HeartRateWriter, IntervalWriter, Sample, Writer

LOOK_SECONDS = 1.0
PULL_SECONDS = 0.25
# Samples that are sent together come within it; an ECG is gathered for longer, as lines are to be few.
BATCH_SECONDS = 0.01
ECG_BATCH_SECONDS = 0.1
INFO_SECONDS = 5.0
BUFFER_SECONDS = 60
# As many fit into a line, however long their numbers are.
MAX_SAMPLES = 2000
# A time stamp that lies further from now is none of this clock; in us.
MAX_AGE_US = 60_000_000


@dataclass
class LSLOptions:
    """Which stream, and how its values are read; None leaves it to what the stream says."""

    name: str | None = None
    type_name: str | None = None
    kind: str | None = None
    channel: str | None = None
    unit: str | None = None
    wait_seconds: float = 30.0


def serve(options: LSLOptions, lines: Lines) -> None:
    """Writes lines; the stream is sought again when it is lost."""
    module = need("lsl", "pylsl", "pylsl", "pylsl.util")
    wanted = Wanted(options.name, options.type_name)
    end: float | None = time.monotonic() + options.wait_seconds
    while True:
        stream = _find(module, wanted, lines, end)
        kind = options.kind or kind_of(stream.type())
        if kind is None:
            raise Ending(
                USAGE, "kind", f"the stream {describe(stream)} does not say what it carries: give --as rr, hr or ecg")
        wanted = Wanted(stream.name(), stream.type(), stream.source_id())
        end = None
        try:
            _read(module, stream, replace(options, kind=kind), lines)
        except (module.util.LostError, TimeoutError):
            lines.state("lost", reason="link")


def _find(module: Any, wanted: Wanted, lines: Lines, end: float | None) -> Any:
    """Looks until one stream fits; only at first an end is set to it, and several that fit are an error."""
    lines.state("scanning")
    while True:
        lines.check()
        fits = wanted.choose(module.resolve_streams(wait_time=LOOK_SECONDS))
        if len(fits) == 1:
            return fits[0]
        names = "; ".join(sorted(describe(stream) for stream in fits)[:8])
        if fits and end is not None:
            raise Ending(USAGE, "several", f"{len(fits)} streams fit: {names}; choose one by --name or --type")
        if fits:
            lines.error("several", f"{len(fits)} streams fit, and none is chosen: {names}.")
        if end is not None and time.monotonic() >= end:
            raise Ending(
                UNAVAILABLE, "not_found", f"there is no {wanted} in the network: start its program, or name another "
                "by --name or --type")


def _read(module: Any, stream: Any, options: LSLOptions, lines: Lines) -> None:
    """Reads until the stream is lost."""
    if stream.channel_format() == module.cf_string:
        raise Ending(DATA, "text", f"the stream {describe(stream)} carries texts: a stream of numbers is needed")
    inlet = module.StreamInlet(stream, max_buflen=BUFFER_SECONDS, recover=False)
    info = inlet.info(timeout=INFO_SECONDS)
    channel = channel_of(info, options.kind or "", options.channel)
    if channel is None:
        raise Ending(
            USAGE, "channel", f"the stream {describe(stream)} has no channel {options.channel}: it has "
            f"{info.channel_count()}, counted from 0")
    writer = _writer(info, channel, options, lines)
    lines.device(stream.name(), kind=options.kind or "rr")
    # The clock first: no sample comes before it is known, and none before the state is said.
    clock = LocalClock(module, inlet)
    lines.state("connected")
    inlet.open_stream(timeout=INFO_SECONDS)
    batch = ECG_BATCH_SECONDS if options.kind == "ecg" else BATCH_SECONDS
    is_heard = False
    while True:
        lines.check()
        first, stamp = inlet.pull_sample(timeout=PULL_SECONDS)
        if first is None:
            continue
        time.sleep(batch)
        others, stamps = inlet.pull_chunk(timeout=0.0, max_samples=MAX_SAMPLES)
        samples = [Sample(row[channel], at, clock.local_time(at)) for row, at in zip([first, *others], [stamp, *stamps])]
        if not is_heard:
            is_heard = True
            lines.state("subscribed", t=samples[0].t)
        writer.push(samples)


class LocalClock:
    """Places stamps of the sender on the monotonic clock of this process."""

    def __init__(self, module: Any, inlet: Any) -> None:
        self._module = module
        self._inlet = inlet
        self._correction = 0.0
        self._update(INFO_SECONDS)

    def local_time(self, stamp: float) -> int:
        """The time of a sample in microseconds, never in the future; now for a stamp that makes no sense."""
        self._update(0.0)
        now = monotonic_us()
        age = (self._module.local_clock() - (stamp + self._correction)) * 1e6
        return now - round(age) if 0 <= age <= MAX_AGE_US else now

    def _update(self, seconds: float) -> None:
        try:
            self._correction = self._inlet.time_correction(timeout=seconds)
        except TimeoutError:
            pass  # The last one holds on; before the first, that of a clock on this machine.


def _writer(info: Any, channel: int, options: LSLOptions, lines: Lines) -> Writer:
    units = info.get_channel_units() or []
    declared = units[channel] if channel < len(units) else None
    if options.kind == "hr":
        return HeartRateWriter(lines)
    if options.kind == "ecg":
        if not 1 <= info.nominal_srate() <= 1e6:
            raise Ending(DATA, "rate", f"the stream {describe(info)} names no sampling rate: an ECG needs one")
        return ECGWriter(lines, info.nominal_srate(), known_unit(declared, UNIT_OF_ECG) or declared or None)
    unit = options.unit or known_unit(declared, UNIT_OF_INTERVALS)
    if unit is None and declared:
        raise Ending(
            USAGE, "unit", f"the intervals of the stream {describe(info)} are in {declared[:20]}: give --unit ms or s")
    return IntervalWriter(lines, unit or "ms")
