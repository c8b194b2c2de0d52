#!/usr/bin/env python3
"""Heart rate and R-R intervals that another program sends by OSC, as lines of the line protocol.

    python3 osc_bridge.py [PORT] | hrv live --bridge - > replies

Listens on the loopback interface, port 9000 if none is named, to the addresses that programs for
chat worlds use: /avatar/parameters/RRInterval (ms), HR (beats/min) and isHRConnected. A feed without
R-R intervals shows the heart rate only. Needs nothing but Python.
"""

import json
import socket
import struct
import sys
import time

PREFIX = "/avatar/parameters/"


def say(what, /, **fields):
    line = {"type": what, "dev": "0", "t": time.monotonic_ns() // 1000, **fields}
    try:
        print(json.dumps(line, separators=(",", ":")), flush=True)
    except BrokenPipeError:
        raise SystemExit(0)


def text(data, offset):
    """A text of OSC ends with 0 and fills whole fours of bytes."""
    end = data.index(b"\0", offset)
    return data[offset:end].decode("ascii"), (end // 4 + 1) * 4


def messages(data):
    """Address and first value of every message in a packet."""
    if data.startswith(b"#bundle\0"):
        offset = 16
        while offset + 4 <= len(data):
            size = struct.unpack_from(">i", data, offset)[0]
            if size <= 0:
                return
            yield from messages(data[offset + 4 : offset + 4 + size])
            offset += 4 + size
        return
    address, offset = text(data, 0)
    kinds, offset = text(data, offset)
    kind = kinds[1:2]
    if kind in ("T", "F"):
        yield address, kind == "T"
    elif kind in ("i", "f"):
        yield address, struct.unpack_from(">" + kind, data, offset)[0]


def handle(address, value):
    name = address.removeprefix(PREFIX)
    if name == "RRInterval" and value > 0:
        say("rr", rr_ms=[value])
    elif name == "HR":
        say("hr", hr=value)
    elif name == "isHRConnected":
        say("state", state="subscribed" if value else "lost")


def main(port):
    say("hello", proto="beatline", v=1, bridge="osc_bridge 1", caps=["rr"])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as feed:
        feed.bind(("127.0.0.1", port))
        while True:
            data = feed.recv(65536)
            try:
                for address, value in messages(data):
                    handle(address, value)
            except (ValueError, UnicodeDecodeError, struct.error):
                say("error", code="osc", msg=f"{len(data)} bytes that are no OSC message")


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 9000)
    except KeyboardInterrupt:
        say("bye", reason="user")
