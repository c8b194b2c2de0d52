#!/usr/bin/env python3
"""Many who watch one session: how late its messages come.

    python3 Scripts/watchers.py [--hrv PATH] [--watchers 50] [--seconds 60]

Runs `hrv dashboard` with a history of its own, begins a session without a sensor (by the clock on the wall), and
watches it through as many connections at once. A message about a full second is due at that second; how late it comes
is counted from the quickest message of all. Prints ms; exits with 1 where one is later than 50 ms, or missing.
"""

import argparse
import base64
import json
import os
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

LIMIT_MS = 50


class Watcher:
    """One connection: reads text messages, as far as they have come."""

    def __init__(self, host, port, cookie):
        self.socket = socket.create_connection((host, port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode())
        self.waiting = b""
        while b"\r\n\r\n" not in self.waiting:
            self.waiting += self.socket.recv(4096)
        head, self.waiting = self.waiting.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            raise SystemExit("not let in: " + head.decode())

    def read(self):
        data = self.socket.recv(65536)
        self.waiting += data
        messages = []
        while len(self.waiting) >= 2:
            length, start = self.waiting[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self.waiting[2:4], "big"), 4
            if len(self.waiting) < start + length:
                break
            if self.waiting[0] & 15 == 1:
                messages.append(json.loads(self.waiting[start:start + length]))
            self.waiting = self.waiting[start + length:]
        return messages, bool(data)


def request(base, path, body, cookie=""):
    return urllib.request.urlopen(urllib.request.Request(
        base + path, method="POST", data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Cookie": cookie}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--hrv", default=".build/release/hrv")
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        server = subprocess.Popen(
            [options.hrv, "dashboard", "--port", "0"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=dict(os.environ, XDG_DATA_HOME=home, HOME=home))
        try:
            late, due = watch(server.stdout.readline(), options)
        finally:
            server.terminate()
            server.wait()
    late.sort()
    print("%d watchers, %d messages about full seconds: late by %.1f ms (median), %.1f ms (99 %%), %.1f ms (most); %d missing"
          % (options.watchers, len(late), late[len(late) // 2], late[len(late) * 99 // 100], late[-1], due - len(late)))
    if late[-1] > LIMIT_MS or len(late) < due:
        sys.exit(1)


def watch(link, options):
    host, port, token = re.match(r"http://([\d.]+):(\d+)/#token=(\S+)", link).groups()
    base = f"http://{host}:{port}"
    cookie = request(base, "/api/enter", {"token": token}).headers["Set-Cookie"].split(";")[0]
    watchers = [Watcher(host, int(port), cookie) for _ in range(options.watchers)]
    poll = selectors.DefaultSelector()
    for watcher in watchers:
        poll.register(watcher.socket, selectors.EVENT_READ, watcher)
    request(base, "/api/session", {"source": "none", "minutes": (options.seconds + 0.5) / 60}, cookie)
    arrivals, ended = [], 0
    while ended < len(watchers):
        for key, _ in poll.select():
            now = time.monotonic()
            messages, is_open = key.data.read()
            for message in messages:
                if message["type"] == "figures":
                    arrivals.append(now - message["t"])
                ended += message["type"] == "ended"
            if not is_open:
                raise SystemExit("a watcher was let go")
    first = min(arrivals)
    return [1000 * (arrival - first) for arrival in arrivals], options.seconds * len(watchers)


main()
