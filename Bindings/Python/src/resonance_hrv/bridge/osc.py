"""The bridge ``osc``: what another program sends by OSC. Needs the extra ``osc``."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import Any

from .endings import UNAVAILABLE, Ending
from .extras import need
from .lines import Lines, monotonic_us
from .values import heart_rate_bpm, interval_ms, looks_like_seconds

MAX_PACKET_BYTES = 65_536


@dataclass
class OSCOptions:
    """Where to listen, and which addresses say what."""

    host: str = "127.0.0.1"
    port: int = 9000
    rr_address: str = "/avatar/parameters/RRInterval"
    hr_address: str = "/avatar/parameters/HR"
    connected_address: str = "/avatar/parameters/isHRConnected"
    unit: str = "ms"


def serve(options: OSCOptions, lines: Lines) -> None:
    """Writes lines for as long as packets may come."""
    packets = need("osc", "python-osc", "pythonosc.osc_packet")
    with _socket(options) as port:
        port.settimeout(0.5)
        lines.device(f"OSC port {options.port}")
        lines.state("scanning")
        writer = MessageWriter(options, lines)
        while True:
            lines.check()
            try:
                data = port.recv(MAX_PACKET_BYTES)
            except TimeoutError:
                continue
            except ConnectionError:
                continue  # Windows says so where a packet of ours found no receiver; we send none.
            read_packet(packets, data, writer)


def read_packet(packets: Any, data: bytes, writer: MessageWriter) -> None:
    """Takes the messages of one packet; one that cannot be read is an error line."""
    now = monotonic_us()
    try:
        messages = [timed.message for timed in packets.OscPacket(data).messages]
    except Exception:  # The parser raises its own errors and others, whatever the bytes are.
        writer.refuse(len(data))
        return
    for message in messages:
        writer.push(message.address, message.params, now)


class MessageWriter:
    """Makes lines of messages."""

    def __init__(self, options: OSCOptions, lines: Lines) -> None:
        self._options = options
        self._lines = lines
        self._is_heard = False

    def refuse(self, size: int) -> None:
        """Says that a packet was no OSC."""
        self._lines.error("osc", f"A packet of {size} bytes is no OSC: it is left out.")

    def push(self, address: str, values: list[Any], now: int) -> None:
        """Takes a message; those of other addresses say nothing to us."""
        options = self._options
        if address == options.rr_address:
            self._hear(now)
            self._push_intervals(address, values, now)
        elif address == options.hr_address:
            self._hear(now)
            self._lines.heart_rate(heart_rate_bpm(values[0] if values else None), t=now)
        elif address == options.connected_address:
            self._push_connected(bool(values and values[0]), now)

    def _push_intervals(self, address: str, values: list[Any], now: int) -> None:
        intervals = [interval_ms(value, self._options.unit) for value in values] or [None]
        for value, interval in zip(values, intervals):
            if interval is None and looks_like_seconds(value, self._options.unit):
                self._lines.error(
                    "unit", f"{address} is {value:.4g}, which is no interval in ms: seconds need --unit s.")
            elif interval is None and value != 0:
                self._lines.error(
                    "payload", f"{address} is {str(value)[:40]}, which is no interval: the chain is broken.")
        self._lines.intervals(intervals, t=now)

    def _push_connected(self, is_connected: bool, now: int) -> None:
        if is_connected:
            self._hear(now)
        elif self._is_heard:
            self._is_heard = False
            self._lines.state("lost", t=now, reason="link")

    def _hear(self, now: int) -> None:
        if not self._is_heard:
            self._is_heard = True
            self._lines.state("subscribed", t=now)


def _socket(options: OSCOptions) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            options.host, options.port, type=socket.SOCK_DGRAM, flags=socket.AI_PASSIVE)[0]
        port = socket.socket(family, kind, protocol)
    except OSError as error:
        raise Ending(
            UNAVAILABLE, "host", f"there is no address {options.host} on this machine ({error.strerror}): "
            "name another by --host") from error
    try:
        port.bind(address)
    except OSError as error:
        port.close()
        raise Ending(
            UNAVAILABLE, "port", f"port {options.port} of {options.host} cannot be listened at ({error.strerror}): "
            "end the program that has it, or name another by --port") from error
    return port
