"""A bridge as a process of its own, and what it writes."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

TIMEOUT_SECONDS = 20


def command(*words):
    return [sys.executable, "-m", "resonance_hrv", "bridge", *words]


def parsed(line):
    """A line as JSON; NaN and Infinity, which Python would read, are none."""
    def refuse(name):
        raise ValueError(f"{name} is no JSON")
    return json.loads(line, parse_constant=refuse)


class Bridge:
    """Runs `python -m resonance_hrv bridge`, and keeps its lines as they come."""

    def __init__(self, *words, **environment):
        self.process = subprocess.Popen(
            command(*words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=os.environ | {name: str(value) for name, value in environment.items()},
            # Tests in the background of a shell ignore it, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.raw, self.lines = [], []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.raw.append(line)
            self.lines.append(parsed(line))

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def until(self, fits, count=1):
        """Waits for so many lines that fit, and gives them."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < end:
            found = [line for line in list(self.lines) if fits(line)]
            if len(found) >= count:
                return found
            assert self.process.poll() is None or self.reader.is_alive(), self.told()
            time.sleep(0.01)
        raise AssertionError(f"no such line within {TIMEOUT_SECONDS} s: {self.told()}")

    def state(self, state, count=1):
        return self.until(lambda line: line["type"] == "state" and line["state"] == state, count)

    def intervals(self, count):
        """Waits for so many intervals, and gives all in their order; None for one that is missing."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while len(values := self.rr()) < count and time.monotonic() < end:
            time.sleep(0.01)
        return values

    def rr(self):
        return [value for line in list(self.lines) if line["type"] == "rr" for value in line["rr_ms"]]

    def told(self):
        return b"".join(self.raw).decode()

    def end(self, number=None):
        """Sends a signal, or waits for the end; gives the exit code and what stands on standard error."""
        if number is not None:
            self.process.send_signal(number)
        status = self.process.wait(TIMEOUT_SECONDS)
        errors = self.process.stderr.read().decode()
        self.reader.join(TIMEOUT_SECONDS)
        return status, errors

    def interrupt(self):
        return self.end(signal.SIGINT)


def check_order(lines):
    """What every bridge keeps to: hello first, and times of a device that do not go back."""
    assert lines[0]["type"] == "hello" and lines[0]["proto"] == "beatline" and lines[0]["v"] == 1
    newest = {}
    for line in lines:
        assert isinstance(line["t"], int) and 0 < line["t"] <= time.monotonic_ns() // 1000
        if line["type"] in {"rr", "hr", "sig", "state"}:
            assert line["t"] >= newest.get(line["dev"], 0)
            newest[line["dev"]] = line["t"]
