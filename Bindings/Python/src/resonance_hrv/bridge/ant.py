"""The bridge ``ant``: a heart rate sensor that is heard by an ANT+ stick. Needs the extra ``ant``."""

from __future__ import annotations

import errno
import logging
import threading
from dataclasses import dataclass
from typing import Any

from . import ant_pages
from .endings import DENIED, UNAVAILABLE, Ending
from .extras import need
from .inbox import Inbox
from .lines import Lines, monotonic_us

HEART_RATE_TYPE = 120
CHANNEL_PERIOD = 8070
RADIO_FREQUENCY = 57
SEARCH_FOREVER = 255
# A sensor sends four pages a second; after such a silence it is out of reach; in s.
SILENCE_SECONDS = 5.0
END_SECONDS = 3.0


@dataclass
class ANTOptions:
    """Which sensor: its number, or 0 for the first that is heard."""

    device: int = 0


class StickIsGone:
    """Takes the place of a page where the stick was pulled out."""


def serve(options: ANTOptions, lines: Lines) -> None:
    """Writes lines until the stick is gone."""
    node_module = need("ant", "openant", "openant.easy.node", "openant.easy.channel", "openant.devices")
    inbox: Inbox[bytes | StickIsGone] = Inbox()
    _listen_to_log(inbox)
    lines.state("connecting")
    node = _open(node_module)
    try:
        _open_channel(node, options, inbox)
        threading.Thread(target=node.start, daemon=True).start()
        lines.device(f"ANT+ {options.device}" if options.device else "ANT+")
        lines.state("scanning")
        _write(inbox, lines)
    finally:
        # A stick that is gone may never answer.
        end = threading.Thread(target=node.stop, daemon=True)
        end.start()
        end.join(END_SECONDS)


class PageWriter:
    """Makes lines of pages; it does no input or output but through the lines."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._last: ant_pages.Beat | None = None
        self._is_heard = False

    def push(self, page: bytes, t: int) -> None:
        """Takes the page that came at a time in microseconds."""
        last = self._last
        try:
            self._last, reading = ant_pages.read_page(last, page, t / 1e6)
        except ValueError as error:
            self._lines.error("ant", f"{error}: it is left out")
            return
        if not self._is_heard:
            self._is_heard = True
            self._lines.state("subscribed", t=t)
        if last is not None and reading.is_after_gap:
            self._lines.gap(round(last.arrival_seconds * 1e6), t, lost=reading.lost)
        if reading.interval_ticks:
            rate: dict[str, Any] = {} if reading.heart_rate_bpm is None else {"hr": reading.heart_rate_bpm}
            self._lines.say("rr", dev="0", t=t, rr1024=list(reading.interval_ticks), **rate)
        elif last is None or reading.is_after_gap:
            self._lines.heart_rate(reading.heart_rate_bpm, t=t)

    def look(self, now: int) -> None:
        """Says so where the sensor was silent for long."""
        if self._is_heard and self._last is not None:
            if now / 1e6 - self._last.arrival_seconds > SILENCE_SECONDS:
                self._is_heard = False
                self._lines.state("lost", t=now, reason="link")
                self._lines.state("scanning", t=now)


def _write(inbox: Inbox[bytes | StickIsGone], lines: Lines) -> None:
    writer = PageWriter(lines)
    while True:
        lines.check()
        heard = inbox.get(0.5)
        if heard is None:
            writer.look(monotonic_us())
        elif isinstance(heard[1], StickIsGone):
            raise Ending(UNAVAILABLE, "stick", "the ANT+ stick was pulled out: plug it in and start again")
        else:
            writer.look(heard[0])
            writer.push(heard[1], heard[0])


def _open(node_module: Any) -> Any:
    try:
        return node_module.Node()
    except Exception as error:
        if type(error).__name__ == "DriverNotFound":
            raise Ending(
                UNAVAILABLE, "not_found", "no ANT+ stick is plugged in: plug one in and start again") from error
        if type(error).__name__ == "NoBackendError":
            raise Ending(
                UNAVAILABLE, "extra", "the bridge ant needs the library libusb: apt-get install libusb-1.0-0",
            ) from error
        number = getattr(error, "errno", None)
        if number == errno.EACCES:
            raise Ending(
                DENIED, "denied", "this account may not use the ANT+ stick: install the rules of openant for udev "
                "(sudo python -m openant.udev_rules), and plug the stick in again") from error
        if number == errno.EBUSY:
            raise Ending(UNAVAILABLE, "busy", "another program has the ANT+ stick: end that program first") from error
        reason = str(error) or type(error).__name__
        raise Ending(
            UNAVAILABLE, "stick", f"the ANT+ stick cannot be opened ({reason}): plug it in again") from error


def _open_channel(node: Any, options: ANTOptions, inbox: Inbox[bytes | StickIsGone]) -> None:
    devices = need("ant", "openant", "openant.devices")
    kind = need("ant", "openant", "openant.easy.channel").Channel.Type.BIDIRECTIONAL_RECEIVE
    try:
        node.set_network_key(0, devices.ANTPLUS_NETWORK_KEY)
        channel = node.new_channel(kind)
        channel.on_broadcast_data = lambda data: inbox.put(bytes(data))
        channel.set_period(CHANNEL_PERIOD)
        channel.set_search_timeout(SEARCH_FOREVER)
        channel.set_rf_freq(RADIO_FREQUENCY)
        channel.set_id(options.device, HEART_RATE_TYPE, 0)
        channel.open()
    except Exception as error:  # The package raises plain exceptions for refusals of the stick.
        raise Ending(
            UNAVAILABLE, "stick", f"the ANT+ stick refuses the channel ({error}): plug it in again") from error


def _listen_to_log(inbox: Inbox[bytes | StickIsGone]) -> None:
    """The package tells in its log alone that the stick is gone."""
    log = logging.getLogger("openant")
    log.propagate = False
    log.addHandler(_StickWatch(inbox))


class _StickWatch(logging.Handler):
    def __init__(self, inbox: Inbox[bytes | StickIsGone]) -> None:
        super().__init__(logging.WARNING)
        self._inbox = inbox
        self._is_reported = False

    def emit(self, record: logging.LogRecord) -> None:
        """A warning of the reading thread names the error of the USB port and its number."""
        details = record.args[1] if isinstance(record.args, tuple) and len(record.args) == 2 else ()
        if isinstance(details, tuple) and errno.ENODEV in details and not self._is_reported:
            self._is_reported = True
            self._inbox.put(StickIsGone())
