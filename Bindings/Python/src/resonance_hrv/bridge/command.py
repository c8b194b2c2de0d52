"""The command line of the bridges."""

from __future__ import annotations

import argparse
import pathlib
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from . import ant, lsl, mqtt, osc
from .endings import USAGE
from .lines import Lines
from .run import run
from .topics import is_filter

Work = Callable[[Lines], None]


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence with the exit code of a wrong usage."""

    def error(self, message: str) -> NoReturn:
        """Says what is wrong, and where the options are described."""
        print(f"{self.prog}: error: {message}; {self.prog} --help names the options", file=sys.stderr)
        raise SystemExit(USAGE)


def main(arguments: Sequence[str]) -> int:
    """Runs the program, and gives its exit code."""
    try:
        options = _parser().parse_args(arguments)
        name, capabilities, work = options.prepare(options)
    except SystemExit as ended:
        return int(ended.code or 0)
    return run(name, capabilities, work)


def _parser() -> Parser:
    parser = Parser(
        prog="python -m resonance_hrv", description="Programs of the package resonance_hrv.")
    programs = parser.add_subparsers(required=True, metavar="bridge", dest="program")
    bridge = programs.add_parser(
        "bridge", help="heart-beat data of other programs as lines for hrv live --bridge -",
        description="Writes heart-beat data of other programs to standard output, as lines of the line protocol: "
        "python -m resonance_hrv bridge lsl | hrv live --bridge - > replies")
    bridges = bridge.add_subparsers(required=True, metavar="lsl|mqtt|osc|ant", dest="bridge")
    _add_lsl(bridges)
    _add_mqtt(bridges)
    _add_osc(bridges)
    _add_ant(bridges)
    return parser


def _add(bridges: argparse._SubParsersAction[Parser], name: str, what: str, prepare: object) -> Parser:
    parser = bridges.add_parser(
        name, help=what, description=f"{what[0].upper()}{what[1:]}, as lines of the line protocol. Ctrl-C ends it.")
    parser.set_defaults(prepare=prepare)
    return parser


def _add_lsl(bridges: argparse._SubParsersAction[Parser]) -> None:
    add = _add(bridges, "lsl", "a stream of the Lab Streaming Layer", _lsl).add_argument
    add("--name", help="name of the stream, or a part of it")
    add("--type", help="type of the stream, such as RR or ECG")
    add("--as", dest="kind", choices=["rr", "hr", "ecg"], help="what it carries, where its type does not say so")
    add("--channel", help="label of the channel, or its number from 0")
    add("--unit", choices=["ms", "s"],
        help="unit of intervals, where the stream names none or a wrong one (default: ms)")
    add("--wait", type=_seconds, default=30.0, metavar="S",
        help="how long a first sign of the stream is waited for, s (default: 30)")


def _lsl(options: argparse.Namespace) -> tuple[str, list[str], Work]:
    chosen = lsl.LSLOptions(
        options.name, options.type, options.kind, options.channel, options.unit, options.wait)
    return "lsl", ["rr", "hr", "sig"], lambda lines: lsl.serve(chosen, lines)


def _add_mqtt(bridges: argparse._SubParsersAction[Parser]) -> None:
    parser = _add(bridges, "mqtt", "what is published at an MQTT broker", _mqtt)
    parser.set_defaults(parser=parser)
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="name or address of the broker (default: %(default)s)")
    add("--port", type=_port, help="port of the broker (default: 1883, with --tls 8883)")
    add("--topic", type=_filter, action="append", default=[], metavar="TOPIC",
        help="topic where a plain number is an R-R interval; + and # as of brokers; may be repeated")
    add("--hr-topic", type=_filter, action="append", default=[], metavar="TOPIC",
        help="topic where a plain number is a heart rate; may be repeated")
    add("--field", type=_field, action="append", default=[], metavar="rr=NAME",
        help="name of the field rr or hr in JSON objects, with dots into inner ones (default: rr=rr and hr=hr)")
    add("--unit", choices=["ms", "s"], default="ms", help="unit of intervals (default: ms)")
    add("--qos", type=int, choices=[0, 1, 2], default=0, help="quality of service of the subscription (default: 0)")
    add("--user", help="name of the user at the broker")
    add("--password-file", type=pathlib.Path, metavar="FILE", help="file whose first line is the password")
    add("--tls", action="store_true", help="encrypted, with a certificate that this system trusts")
    add("--wait", type=_seconds, default=30.0, metavar="S",
        help="how long the broker is waited for at first, s (default: 30)")


def _mqtt(options: argparse.Namespace) -> tuple[str, list[str], Work]:
    if not options.topic and not options.hr_topic:
        options.parser.error("no topic is named: give --topic or --hr-topic")
    if options.password_file is not None and options.user is None:
        options.parser.error("--password-file needs --user")
    chosen = mqtt.MQTTOptions(
        options.topic, options.hr_topic, options.host, options.port or (8883 if options.tls else 1883), options.qos,
        options.user, _password(options), options.tls, options.wait, options.unit,
        dict(options.field) or {"rr": "rr", "hr": "hr"})
    return "mqtt", ["rr", "hr"], lambda lines: mqtt.serve(chosen, lines)


def _password(options: argparse.Namespace) -> str | None:
    if options.password_file is None:
        return None
    try:
        text: str = options.password_file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        options.parser.error(f"the password file {options.password_file} cannot be read ({error})")
    return text.split("\n", 1)[0].rstrip("\r")


def _add_osc(bridges: argparse._SubParsersAction[Parser]) -> None:
    add = _add(bridges, "osc", "what another program sends by OSC", _osc).add_argument
    given = osc.OSCOptions()
    add("--host", default=given.host, help="address of this machine at which packets are heard (default: %(default)s)")
    add("--port", type=_port, default=given.port, help="UDP port (default: %(default)s)")
    add("--rr-address", type=_address, default=given.rr_address,
        help="address of R-R intervals (default: %(default)s)")
    add("--hr-address", type=_address, default=given.hr_address,
        help="address of heart rates, beats/min (default: %(default)s)")
    add("--connected-address", type=_address, default=given.connected_address,
        help="address of whether the sensor is connected (default: %(default)s)")
    add("--unit", choices=["ms", "s"], default=given.unit, help="unit of intervals (default: ms)")


def _osc(options: argparse.Namespace) -> tuple[str, list[str], Work]:
    chosen = osc.OSCOptions(
        options.host, options.port, options.rr_address, options.hr_address, options.connected_address, options.unit)
    return "osc", ["rr", "hr"], lambda lines: osc.serve(chosen, lines)


def _add_ant(bridges: argparse._SubParsersAction[Parser]) -> None:
    parser = _add(bridges, "ant", "a heart rate sensor heard by an ANT+ stick", _ant)
    parser.add_argument(
        "--device", type=_device, default=0, metavar="N", help="number of the sensor; 0 is the first that is heard")


def _ant(options: argparse.Namespace) -> tuple[str, list[str], Work]:
    chosen = ant.ANTOptions(options.device)
    return "ant", ["rr", "hr"], lambda lines: ant.serve(chosen, lines)


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text} is not within 0 to 86400 s")
    return value


def _port(text: str) -> int:
    return _within(text, 1, 65_535)


def _device(text: str) -> int:
    return _within(text, 0, 65_535)


def _within(text: str, low: int, high: int) -> int:
    if not text.isdecimal() or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"{text} is no whole number within {low} to {high}")
    return int(text)


def _filter(text: str) -> str:
    if not is_filter(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no topic: + stands for one level, # only at the end")
    return text


def _field(text: str) -> tuple[str, str]:
    key, _, name = text.partition("=")
    if key not in ("rr", "hr") or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not rr=NAME or hr=NAME")
    return key, name


def _address(text: str) -> str:
    if not text.startswith("/"):
        raise argparse.ArgumentTypeError(f"{text!r} is no address of OSC: it begins with /")
    return text
