"""The bridge ``mqtt``: what is published at a broker. Needs the extra ``mqtt``."""

from __future__ import annotations

import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .endings import DENIED, UNAVAILABLE, Ending
from .extras import need
from .inbox import Inbox
from .lines import Lines
from .payload import BadPayload, HeartRate, Intervals, Line, Mapped, read_payload
from .passage import Passage
from .topics import sensor

KEEPALIVE_SECONDS = 15
CONNECT_SECONDS = 5.0
RETRY_SECONDS = 1.0
MAX_RETRY_SECONDS = 30
# Reasons of a broker that will not change by trying again: a wrong name or password, and not authorised.
REFUSALS = {"Bad user name or password", "Not authorized"}


@dataclass
class MQTTOptions:
    """Which broker, which topics, and how their payloads are read."""

    topics: Sequence[str]
    hr_topics: Sequence[str] = ()
    host: str = "127.0.0.1"
    port: int = 1883
    qos: int = 0
    user: str | None = None
    password: str | None = None
    is_tls: bool = False
    wait_seconds: float = 30.0
    unit: str = "ms"
    fields: dict[str, str] = field(default_factory=lambda: {"rr": "rr", "hr": "hr"})


@dataclass(frozen=True)
class Message:
    """A message as it came."""

    topic: str
    payload: bytes
    is_retained: bool


@dataclass(frozen=True)
class Link:
    """The connection to the broker is there, or is not, and why."""

    is_up: bool
    reason: str = ""


@dataclass(frozen=True)
class Refused:
    """The broker does not give a topic."""

    topic: str


Event = Message | Link | Refused


def serve(options: MQTTOptions, lines: Lines) -> None:
    """Writes lines; the broker is sought again when it is lost."""
    module = need("mqtt", "paho-mqtt", "paho.mqtt.client", "paho.mqtt.enums")
    inbox: Inbox[Event] = Inbox()
    client = _client(module, options, inbox)
    lines.state("connecting")
    _connect(client, options, lines)
    client.loop_start()
    writer = MessageWriter(options, lines)
    try:
        while True:
            lines.check()
            heard = inbox.get(0.5)
            if heard is not None:
                _handle(heard[1], heard[0], options, writer)
            writer.report_dropped(inbox.dropped())
    finally:
        client.disconnect()


def _handle(event: Event, now: int, options: MQTTOptions, writer: MessageWriter) -> None:
    if isinstance(event, Message):
        writer.push(event, now)
    elif isinstance(event, Link):
        if event.reason in REFUSALS and not writer.was_connected:
            raise Ending(
                DENIED, "denied", f"the broker {options.host}:{options.port} does not let this user in "
                f"({event.reason}): give --user and --password-file")
        writer.link(event, now)
    else:
        writer.refuse(event.topic)


class MessageWriter:
    """Makes lines of messages."""

    def __init__(self, options: MQTTOptions, lines: Lines) -> None:
        self._options = options
        self._lines = lines
        self._passage = Passage()
        self._is_up = False
        # Sensors of which something was heard since the broker was there last, and ever.
        self._heard: set[str] = set()
        self._named: set[str] = set()
        self.was_connected = False

    def link(self, link: Link, now: int) -> None:
        """The broker came or went."""
        if link.is_up:
            self._is_up = self.was_connected = True
            self._lines.state("connected")
            return
        if self._is_up:
            for dev in sorted(self._heard) or ["0"]:
                self._lines.state("lost", dev=dev, t=now, reason="link")
            self._lines.state("connecting")
            self._heard.clear()
        self._is_up = False
        reason = f" ({link.reason})" if link.reason else ""
        self._lines.error("broker", f"The broker is not there{reason}: it is tried again.")

    def refuse(self, topic: str) -> None:
        """The broker does not give a topic."""
        self._lines.error(
            "subscribe", f"The broker does not give the topic {topic}: its rules for this user forbid it.")

    def report_dropped(self, count: int) -> None:
        """Messages were dropped, as nobody took the lines in time."""
        if count:
            self._lines.error("overflow", f"{count} messages were dropped, because the lines were not read in time.")
            for dev in sorted(self._heard):
                self._lines.intervals([None], dev=dev)

    def push(self, message: Message, now: int) -> None:
        """Takes a message: a retained one was published at some earlier time, and is no live beat."""
        if message.is_retained:
            self._lines.error(
                "retained", f"A retained message of {message.topic[:100]} is no live beat: it is left out.")
            return
        dev, plain = self._sensor_and_kind(message.topic)
        mapped = Mapped(plain, self._options.unit, self._options.fields)
        for value in read_payload(message.payload, mapped):
            if isinstance(value, BadPayload):
                self._lines.error("payload", str(value), dev=dev)
                if value.breaks_chain and dev in self._heard:
                    self._lines.intervals([None], dev=dev, t=now)
            elif isinstance(value, Line):
                self._pass(value, dev, message.topic, now)
            else:
                self._hear(dev, message.topic, now)
                if isinstance(value, HeartRate):
                    self._lines.heart_rate(value.bpm, dev=dev, t=now)
                elif value.rr_ms:
                    self._lines.intervals(value.rr_ms, dev=dev, t=now, hr=value.heart_rate_bpm)

    def _pass(self, line: Line, dev: str, topic: str, now: int) -> None:
        passed = self._passage.fields(line.fields, dev, topic, now)
        if passed is None:
            return
        kind, t, fields = passed
        if kind not in {"state", "device"}:
            self._hear(fields["dev"], topic, now)
        self._lines.say(kind, t=t, **fields)

    def _sensor_and_kind(self, topic: str) -> tuple[str, str]:
        """The sensor of a topic, and what a plain number there is."""
        for wanted in self._options.hr_topics:
            dev = sensor(topic, wanted)
            if dev is not None:
                return dev, "hr"
        for wanted in self._options.topics:
            dev = sensor(topic, wanted)
            if dev is not None:
                return dev, "rr"
        return "0", "rr"

    def _hear(self, dev: str, topic: str, now: int) -> None:
        if dev in self._heard:
            return
        self._heard.add(dev)
        if dev not in self._named:
            self._named.add(dev)
            self._lines.device(dev if dev != "0" else topic, dev=dev)
        self._lines.state("subscribed", dev=dev, t=now)


def _client(module: Any, options: MQTTOptions, inbox: Inbox[Event]) -> Any:
    # A session that the broker does not keep: beats of the time when we were away are not delivered late.
    client = module.Client(module.CallbackAPIVersion.VERSION2, clean_session=True)
    client.connect_timeout = CONNECT_SECONDS
    client.reconnect_delay_set(RETRY_SECONDS, MAX_RETRY_SECONDS)
    if options.user is not None:
        client.username_pw_set(options.user, options.password)
    if options.is_tls:
        client.tls_set()
    topics = [(topic, options.qos) for topic in dict.fromkeys([*options.topics, *options.hr_topics])]

    def connected(client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            inbox.put(Link(False, str(reason)))
            return
        inbox.put(Link(True))
        client.subscribe(topics)

    def subscribed(_client: Any, _data: Any, _number: Any, reasons: Any, _properties: Any) -> None:
        for (topic, _), reason in zip(topics, reasons):
            if reason.is_failure:
                inbox.put(Refused(topic))

    def disconnected(_client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        inbox.put(Link(False, str(reason)))

    def heard(_client: Any, _data: Any, message: Any) -> None:
        if message.payload:
            inbox.put(Message(message.topic, bytes(message.payload), bool(message.retain)))

    client.on_connect, client.on_subscribe, client.on_disconnect, client.on_message = (
        connected, subscribed, disconnected, heard)
    return client


def _connect(client: Any, options: MQTTOptions, lines: Lines) -> None:
    """Tries until the broker answers or the time for it is over."""
    end = time.monotonic() + options.wait_seconds
    while True:
        lines.check()
        try:
            client.connect(options.host, options.port, KEEPALIVE_SECONDS)
            return
        except ssl.SSLError as error:
            raise Ending(
                UNAVAILABLE, "tls", f"the broker {options.host}:{options.port} does not speak TLS that is trusted here "
                f"({error.reason or error}): name the file of its certificate authority by SSL_CERT_FILE") from error
        except OSError as error:
            if time.monotonic() >= end:
                raise Ending(
                    UNAVAILABLE, "not_found", f"there is no broker at {options.host}:{options.port} "
                    f"({error.strerror or error}): start it, or name another by --host and --port") from error
            lines.error("broker", f"There is no broker at {options.host}:{options.port} yet: it is tried again.")
        time.sleep(RETRY_SECONDS)
