"""The bridge lsl, by outlets of the real library in another process, within this machine."""

import json
import math
import pathlib
import subprocess
import sys
import time

import pytest
from bridge_process import Bridge, check_order

pytest.importorskip("pylsl")
CONFIGURATION = """[ports]
IPv6 = disable
[multicast]
ResolveScope = machine
MachineAddresses = {127.0.0.1}
ListenAddress = 127.0.0.1
[lab]
SessionID = tests-of-bridges
[log]
level = -3
"""


@pytest.fixture(scope="module", autouse=True)
def loopback(tmp_path_factory):
    """No stream is sought outside of this machine, and none of others that run here is found."""
    path = tmp_path_factory.mktemp("lsl") / "lsl_api.cfg"
    path.write_text(CONFIGURATION)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LSLAPICFG", str(path))
        yield


class Outlets:
    def __init__(self):
        program = pathlib.Path(__file__).with_name("lsl_outlets.py")
        self.process = subprocess.Popen(
            [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)

    def send(self, **what):
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "done\n"

    def open(self, name, kind, labels=("a",), rate=0, format="double64", unit=""):
        self.send(name=name, type=kind, labels=list(labels), rate=rate, format=format, unit=unit)

    def push(self, name, *values):
        """Each value now, or a pair of a value and how old it is in s."""
        pairs = [value if isinstance(value, tuple) else (value, None) for value in values]
        self.send(name=name, samples=[
            (value if isinstance(value, list) else [value], age) for value, age in pairs])

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def test_intervals_and_a_program_that_dies_and_comes_back():
    with Bridge("lsl", "--type", "rr") as bridge:
        bridge.state("scanning")
        with Outlets() as outlets:
            outlets.open("Strap", "RR", unit="ms")
            bridge.state("connected")
            sent = [812, 800.5, 800.5, math.nan, 795.123456, -1, 0, math.inf, 1e30, 0.8, 790]
            outlets.push("Strap", *sent)
            expected = [812, 800.5, 800.5, None, 795.123456, None, None, None, None, None, 790]
            assert bridge.intervals(len(expected)) == expected
            time.sleep(1)
            # Each sample is reported at the time of its stamp.
            outlets.push("Strap", (700, 0.9), (710, 0.5), (720, 0.1))
            bridge.intervals(len(expected) + 3)
        bridge.state("lost")
        with Outlets() as outlets:
            outlets.open("Strap", "RR", unit="ms")
            bridge.state("connected", 2)
            outlets.push("Strap", 900, 901)
            values = bridge.intervals(len(expected) + 5)
            status, errors = bridge.interrupt()
    assert values == [*expected, 700, 710, 720, 900, 901]
    times = [line["t"] for line in bridge.lines if line["type"] == "rr" and line["rr_ms"][0] in (700, 710, 720)]
    assert times[1] - times[0] == pytest.approx(400_000, abs=2000)
    assert times[2] - times[1] == pytest.approx(400_000, abs=2000)
    assert [line["state"] for line in bridge.lines if line["type"] == "state"] == [
        "scanning", "connected", "subscribed", "lost", "scanning", "connected", "subscribed"]
    assert [line["code"] for line in bridge.lines if line["type"] == "error"] == ["unit"]
    assert (status, errors) == (130, "")
    check_order(bridge.lines)


def test_an_ecg_a_heart_rate_and_seconds_beside_each_other():
    with Outlets() as outlets:
        outlets.open("Chest", "ECG", ["ACC", "ECG"], 250, "float32", "microvolts")
        outlets.open("Watch", "Heart Rate")
        outlets.open("Seconds", "RR", unit="s")
        outlets.open("Notes", "Markers", format="string")
        outlets.open("Unit", "RR", unit="furlongs")
        bridges = {
            name: Bridge("lsl", *words) for name, words in {
                "ecg": ["--type", "ecg"], "hr": ["--name", "watch"], "seconds": ["--name", "Seconds"], "all": [],
                "none": ["--name", "nobody", "--wait", "0"], "kind": ["--name", "Notes"],
                "text": ["--name", "Notes", "--as", "rr"], "channel": ["--name", "Chest", "--channel", "7"],
                "unit": ["--name", "Unit"],
            }.items()}
        try:
            results = {name: bridges[name].end() for name in ("all", "none", "kind", "text", "channel", "unit")}
            bridges["ecg"].state("connected")
            block = [[9.0, 0.5 * sample] for sample in range(100)]
            block[7][1] = math.nan
            time.sleep(1)
            # The last sample comes half a second late: some are missing.
            outlets.push(
                "Chest", *[(values, 0.9 - index / 250) for index, values in enumerate(block)], ([9.0, -1.0], 0.004))
            gap = bridges["ecg"].until(lambda line: line["type"] == "gap")[0]
            signal = bridges["ecg"].until(lambda line: line["type"] == "sig" and line["y"][-1] == -1)[0]
            outlets.push("Watch", 61, 62)
            bridges["hr"].until(lambda line: line["type"] == "hr" and line["hr"] == 62)
            outlets.push("Watch", 0)
            bridges["hr"].until(lambda line: line["type"] == "hr" and line["hr"] is None)
            outlets.push("Seconds", 0.8, 0.817, 812)
            assert bridges["seconds"].intervals(3) == [800, 817, None]
            for name in ("ecg", "hr", "seconds"):
                assert bridges[name].interrupt() == (130, "")
                check_order(bridges[name].lines)
        finally:
            for bridge in bridges.values():
                bridge.__exit__()
    blocks = [line for line in bridges["ecg"].lines if line["type"] == "sig"]
    samples = [value for line in blocks for value in line["y"]]
    assert samples == [None if math.isnan(value) else value for _, value in [*block, [9, -1]]]
    assert {(line["name"], line["unit"], line["fs"]) for line in blocks} == {("ecg", "uV", 250)}
    assert len(blocks) < 10 and signal["t"] == gap["to"]
    assert gap["to"] - gap["from"] == pytest.approx(500_000, abs=2000)
    assert {name: status for name, (status, _) in results.items()} == {
        "all": 64, "none": 69, "kind": 64, "text": 65, "channel": 64, "unit": 64}
    assert all(errors.count("\n") == 1 for _, errors in results.values())
    assert "streams fit" in results["all"][1] and "Watch (type Heart Rate" in results["all"][1]
    assert "there is no stream named nobody in the network" in results["none"][1]
    assert "furlongs" in results["unit"][1]
