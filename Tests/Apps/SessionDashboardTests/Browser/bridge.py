"""A bridge of a test: says lines of the line protocol at a Unix socket, and beats like a heart."""

import itertools
import json
import socket
import threading
import time


class Bridge:
    """Comes to the socket as soon as it is there; what is answered is read and left."""

    def __init__(self, path, seconds=20):
        self.start = time.monotonic()
        self.hearts = []
        self.lock = threading.Lock()
        self.socket = self._connect(path, time.monotonic() + seconds)
        threading.Thread(target=self._drain, daemon=True).start()
        self.say(type="hello", proto="beatline", v=1, bridge="test 1", caps=["rr"])

    @staticmethod
    def _connect(path, end):
        while True:
            line = socket.socket(socket.AF_UNIX)
            try:
                line.connect(path)
                return line
            except OSError:
                line.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def _drain(self):
        try:
            while self.socket.recv(65536):
                pass
        except OSError:
            pass

    def say(self, **line):
        line["t"] = int(1e6 * (time.monotonic() - self.start))
        with self.lock:
            self.socket.sendall((json.dumps(line) + "\n").encode())

    def device(self, key="0", name="Polar H10 1234"):
        """A device is there, and is listened to."""
        self.say(type="device", dev=key, name=name, kind="rr")
        self.say(type="state", dev=key, state="subscribed")

    def beat(self, key="0", bpm=60):
        """From now on this device sends a heart's beats as they come, until `rest`."""
        stop = threading.Event()
        def run():
            # No heart beats as evenly as a clock.
            intervals = itertools.cycle([0.99 * 60 / bpm, 1.01 * 60 / bpm])
            due = time.monotonic()
            for interval in intervals:
                due += interval
                if stop.wait(max(0, due - time.monotonic())):
                    return
                try:
                    self.say(type="rr", dev=key, rr_ms=[round(1000 * interval, 2)], hr=bpm)
                except OSError:
                    return
        self.hearts.append(stop)
        threading.Thread(target=run, daemon=True).start()

    def rest(self):
        """No device beats any longer."""
        for stop in self.hearts:
            stop.set()
        self.hearts = []

    def close(self):
        self.rest()
        self.socket.close()
