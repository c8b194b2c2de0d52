#!/usr/bin/env python3
"""How quickly `hrv live` answers, and how late it is against its own schedule.

    Scripts/live-latency.py .build/release/hrv --minutes 10

A bridge on a Unix socket sends a packet of beats each second and a ping half a second later. All times are
CLOCK_MONOTONIC of this script. What is measured:

  ping to pong     from before the line is written until the answer is read
  packet to beat   the same, from a packet to the line of a beat that it caused
  metric           how long after its full second of the session the line of figures is read
  pace, haptic     how long after the moment that its lead counts from (t) the line is read
  timer            how late a timer of 1 ms is, in another process of this script: what the machine adds

The session's clock is laid on this one by the smallest distance of all lines that have a time, so what every
line needs at least is not in the last two. Of the first ten seconds they are left out: until a line came quickly, hrv
takes the delay of the first one for the way of all, and the times that it tells shift with it. First alone, then beside two busy loops of nice 10. Nothing is
judged: the numbers are printed.
"""

import argparse
import json
import math
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time

SETTLING_US = 10e6
BUSY = "import os\nos.nice(10)\nwhile True: pass"


def now():
    """us"""
    return time.monotonic_ns() / 1000


def percentile(values, share):
    return values[min(len(values) - 1, math.ceil(share * len(values)) - 1)]


def row(name, values):
    if not values:
        return f"  {name:<16} none"
    values = sorted(values)
    p50, p99 = percentile(values, 0.5) / 1000, percentile(values, 0.99) / 1000
    return f"  {name:<16} {len(values):>6} {p50:>9.3f} {p99:>9.3f} {values[-1] / 1000:>9.3f}"


def timer(seconds):
    """Prints how late each 1 ms sleep was, us, as one JSON list."""
    end, late = now() + 1e6 * seconds, []
    while True:
        start = now()
        time.sleep(0.001)
        if start > end:
            break
        late.append(now() - start - 1000)
    print(json.dumps(late))


class Bridge:
    """A heart that swings around 66 beats a minute, told once a second."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.start = now()
        self.beat = self.start
        self.waiting = b""
        self.ping_id = 0
        self.pings, self.packet = {}, None
        self.pongs, self.beats, self.metrics, self.cues = [], [], [], {"pace": [], "haptic": []}
        self.leads = []
        self.send({"type": "hello", "proto": "beatline", "v": 1, "bridge": "latency", "caps": ["rr"]})

    def send(self, line):
        line["t"] = int(now() - self.start)
        data = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        before = now()
        self.socket.sendall(data)
        return before

    def send_packet(self):
        intervals = []
        while True:
            ms = 910 + 60 * math.sin(2 * math.pi * (self.beat - self.start) / 1e7)
            if self.beat + 1000 * ms > now():
                break
            self.beat += 1000 * ms
            intervals.append(round(ms * 1.024))
        if intervals:
            self.packet = self.send({"type": "rr", "rr1024": intervals})

    def send_ping(self):
        self.ping_id += 1
        self.pings[self.ping_id] = self.send({"type": "ping", "id": self.ping_id})

    def read(self):
        data = self.socket.recv(1 << 16)
        read = now()
        if not data:
            raise SystemExit("hrv live has ended")
        *lines, self.waiting = (self.waiting + data).split(b"\n")
        for text in lines:
            self.handle(json.loads(text), read)

    def handle(self, line, read):
        kind = line["type"]
        if read < self.start + SETTLING_US and (kind == "metric" or kind in self.cues):
            return
        if kind == "pong":
            self.pongs.append(read - self.pings.pop(line["id"]))
        elif kind == "beat" and self.packet is not None:
            self.beats.append(read - self.packet)
            self.packet = None
        elif kind == "metric":
            self.metrics.append((read, line["t"], line["session_s"]))
        elif kind in self.cues:
            self.cues[kind].append((read, line["t"]))
            self.leads.append(line["in_ms"])

    def report(self):
        timed = [(read, t) for read, t, _ in self.metrics] + self.cues["pace"] + self.cues["haptic"]
        offset = min(read - t for read, t in timed)
        # What the bridge's clock showed when the session began.
        began = min(t - 1e6 * s for _, t, s in self.metrics)
        print(f"  {'ms':<16} {'n':>6} {'p50':>9} {'p99':>9} {'most':>9}")
        print(row("ping to pong", self.pongs))
        print(row("packet to beat", self.beats))
        print(row("metric", [read - offset - began - 1e6 * s for read, _, s in self.metrics]))
        for kind in self.cues:
            print(row(kind, [read - offset - t for read, t in self.cues[kind]]))
        print(f"  smallest lead of a cue: {min(self.leads):.1f} ms")


def converse(hrv, seconds):
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/socket"
        live = subprocess.Popen(
            [hrv, "live", "--bridge", "unix:" + path],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=dict(os.environ, XDG_DATA_HOME=folder),
        )
        try:
            first = live.stderr.readline()
            if "listening" not in first:
                raise SystemExit(first.strip() or "hrv live has ended")
            bridge = Bridge(path)
            selector = selectors.DefaultSelector()
            selector.register(bridge.socket, selectors.EVENT_READ)
            # Packets and pings apart from the full seconds of the session, which begins now.
            due = [(bridge.start + 250_000, bridge.send_packet), (bridge.start + 750_000, bridge.send_ping)]
            end = bridge.start + 1e6 * seconds
            while now() < end:
                due.sort(key=lambda entry: entry[0])
                moment, act = due[0]
                if selector.select(max(0, (moment - now()) / 1e6)):
                    bridge.read()
                if now() >= moment:
                    due[0] = (moment + 1e6, act)
                    act()
            return bridge
        finally:
            live.send_signal(signal.SIGTERM)
            live.communicate()


def measure(title, hrv, seconds, busy_count):
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(busy_count)]
    clock = subprocess.Popen(
        [sys.executable, __file__, "--timer", str(seconds)], stdout=subprocess.PIPE, text=True
    )
    try:
        bridge = converse(hrv, seconds)
        late = json.loads(clock.communicate()[0])
    finally:
        clock.kill()
        for loop in busy:
            loop.kill()
            loop.wait()
    print(f"{title}, {seconds / 60:g} min")
    bridge.report()
    print(row("timer", late), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("hrv", nargs="?", default=".build/release/hrv")
    parser.add_argument("--minutes", type=float, default=10, help="of each of the two parts")
    parser.add_argument("--timer", type=float, help=argparse.SUPPRESS)
    choice = parser.parse_args()
    if choice.timer is not None:
        timer(choice.timer)
        return
    measure("alone", choice.hrv, 60 * choice.minutes, 0)
    measure("beside two busy loops", choice.hrv, 60 * choice.minutes, 2)


main()
