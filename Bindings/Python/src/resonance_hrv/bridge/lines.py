"""Writes lines of the line protocol: each at once, and never one that the reader would refuse."""

from __future__ import annotations

import errno
import json
import select
import sys
import time
from collections.abc import Sequence
from typing import Any, BinaryIO

from .._version import __version__
from .endings import OUTPUT, Ending, OutputClosed
from .limiter import ErrorLimiter

MAX_TEXT_LENGTH = 300
# The reader watches the times of all other lines of a device: they must not go back.
FREE_OF_ORDER = {"beat", "gap", "mark", "error", "hello", "bye", "device"}


def monotonic_us() -> int:
    """Time of the clock that never goes back, in microseconds."""
    return time.monotonic_ns() // 1000


class Lines:
    """The output of one bridge.

    Parameters
    ----------
    output : BinaryIO
        Where the lines go; standard output where None.
    """

    def __init__(self, output: BinaryIO | None = None) -> None:
        self._output = output or sys.stdout.buffer
        self._newest: dict[str, int] = {}
        self._limiter = ErrorLimiter()
        self._watch = _watch(self._output)

    def say(self, kind: str, /, *, t: int | None = None, **fields: Any) -> None:
        """Writes one line.

        Parameters
        ----------
        t : int
            When its data were received, in microseconds of the monotonic clock; now where None. A time before that of
            the device's last line becomes the time of that line.
        """
        moment = monotonic_us() if t is None else t
        device = fields.get("dev")
        if device is not None and kind not in FREE_OF_ORDER:
            moment = max(moment, self._newest.get(device, moment))
            self._newest[device] = moment
        line = {"type": kind, "t": moment, **fields}
        self._write(json.dumps(line, separators=(",", ":"), allow_nan=False).encode() + b"\n")

    def hello(self, name: str, capabilities: Sequence[str]) -> None:
        """Says who speaks; the first line."""
        self.say("hello", proto="beatline", v=1, bridge=f"resonance_hrv {name} {__version__}", caps=list(capabilities))

    def device(self, name: str, *, dev: str = "0", kind: str = "rr") -> None:
        """Says how a sensor is called and what it measures."""
        self.say("device", dev=dev, name=name[:MAX_TEXT_LENGTH], kind=kind)

    def state(self, state: str, *, dev: str = "0", t: int | None = None, reason: str | None = None) -> None:
        """Says how far a sensor is: scanning, connecting, connected, subscribed, lost or closed."""
        because: dict[str, Any] = {} if reason is None else {"reason": reason}
        self.say("state", dev=dev, t=t, state=state, **because)

    def intervals(
        self, rr_ms: Sequence[float | None], *, dev: str = "0", t: int | None = None, hr: float | None = None,
    ) -> None:
        """Says R-R intervals in ms; None in place of one that is missing breaks the chain of intervals there."""
        rate: dict[str, Any] = {} if hr is None else {"hr": plain(hr)}
        self.say("rr", dev=dev, t=t, rr_ms=[None if value is None else plain(value) for value in rr_ms], **rate)

    def heart_rate(self, bpm: float | None, *, dev: str = "0", t: int | None = None) -> None:
        """Says a heart rate in beats/min; None where the sensor says that it knows none."""
        self.say("hr", dev=dev, t=t, hr=None if bpm is None else plain(bpm))

    def gap(self, begin: int, end: int, *, dev: str = "0", lost: int | None = None, reason: str = "link") -> None:
        """Says that beats or samples are missing between two times in microseconds; ``lost`` counts beats."""
        self.say("gap", dev=dev, t=end, **{"from": min(begin, end)}, to=end, lost=lost, reason=reason)

    def error(self, code: str, sentence: str, *, dev: str | None = None) -> None:
        """Says that something of the other side was wrong; the same code is said once in some seconds, with a count."""
        message = self._limiter.admit(code, sentence, time.monotonic())
        if message is not None:
            device: dict[str, Any] = {} if dev is None else {"dev": dev}
            self.say("error", code=code, msg=message[:MAX_TEXT_LENGTH], **device)

    def bye(self, reason: str) -> None:
        """Says that nothing more comes; the last line."""
        for code, sentence in self._limiter.rest():
            self.say("error", code=code, msg=sentence)
        self.say("bye", reason=reason)

    def check(self) -> None:
        """Looks whether somebody still reads, where the system can tell; for times in which nothing is written.

        Raises
        ------
        OutputClosed
        """
        if self._watch is not None and any(event & select.POLLERR for _, event in self._watch.poll(0)):
            raise OutputClosed

    def _write(self, data: bytes) -> None:
        try:
            self._output.write(data)
            self._output.flush()
        except BrokenPipeError as error:
            raise OutputClosed from error
        except OSError as error:
            if error.errno == errno.EINVAL and sys.platform == "win32":
                raise OutputClosed from error
            raise Ending(OUTPUT, "output", f"the lines cannot be written: {error.strerror}") from error


def plain(number: float) -> float:
    """The same number, as an integer where it is whole."""
    return int(number) if float(number).is_integer() else number


def _watch(output: BinaryIO) -> Any:
    """An object that knows when the reader of a pipe is gone; None where the system has none."""
    if not hasattr(select, "poll"):
        return None
    try:
        descriptor = output.fileno()
    except (OSError, ValueError):
        return None
    watch = select.poll()
    watch.register(descriptor, 0)
    return watch
