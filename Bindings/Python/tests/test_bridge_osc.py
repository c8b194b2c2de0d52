"""The bridge osc, by packets of a real client."""

import json
import os
import signal
import socket
import subprocess
import time

import pytest
import resonance_hrv as rh
from bridge_process import Bridge, check_order, command

udp_client = pytest.importorskip("pythonosc.udp_client")
PREFIX = "/avatar/parameters/"


@pytest.fixture
def port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def test_intervals_arrive_whole_and_in_order(port):
    with Bridge("osc", "--port", str(port)) as bridge:
        bridge.state("scanning")
        client = udp_client.SimpleUDPClient("127.0.0.1", port)
        client.send_message(PREFIX + "isHRConnected", True)
        for value in (812, 800, 0, 800, -3, 812.5, "812", None, 70000, True, 795):
            client.send_message(PREFIX + "RRInterval", value)
        client.send_message(PREFIX + "RRInterval", [805, 806])
        client.send_message(PREFIX + "HR", 74)
        client.send_message(PREFIX + "HR", 0)
        client.send_message("/another/address", 800)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as raw:
            for data in (b"", b"garbage", b"#bundle\0garbage", b"/avatar/\xff\0,i\0\0", bytes(2000)):
                raw.sendto(data, ("127.0.0.1", port))
        client.send_message(PREFIX + "isHRConnected", False)
        bridge.state("lost")
        # The program is started anew: its packets come from another socket.
        udp_client.SimpleUDPClient("127.0.0.1", port).send_message(PREFIX + "RRInterval", 900)
        values = bridge.intervals(14)
        status, errors = bridge.interrupt()
    assert values == [812, 800, None, 800, None, 812.5, None, None, None, None, 795, 805, 806, 900]
    assert [line["hr"] for line in bridge.lines if line["type"] == "hr"] == [74, None]
    assert [line["state"] for line in bridge.lines if line["type"] == "state"] == [
        "scanning", "subscribed", "lost", "subscribed"]
    assert {line["code"] for line in bridge.lines if line["type"] == "error"} == {"osc", "payload"}
    assert bridge.lines[-1] | {"t": 0} == {"type": "bye", "t": 0, "reason": "user"}
    assert (status, errors) == (130, "")
    check_order(bridge.lines)


def test_other_addresses_and_seconds_and_the_end_by_a_signal(port):
    with Bridge("osc", "--port", str(port), "--rr-address", "/heart/rr", "--unit", "s") as bridge:
        bridge.state("scanning")
        client = udp_client.SimpleUDPClient("127.0.0.1", port)
        for value in (0.8, 0.8125, 812):
            client.send_message("/heart/rr", value)
        assert bridge.intervals(3) == [pytest.approx(800, abs=1e-3), 812.5, None]
        assert bridge.end(signal.SIGTERM) == (143, "")
        assert bridge.lines[-1]["reason"] == "terminated"


def test_a_reader_that_goes_ends_it_quietly(port):
    process = subprocess.Popen(command("osc", "--port", str(port)), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert b'"hello"' in process.stdout.readline()
    process.stdout.close()
    # Nothing comes to be written: the bridge sees by itself that no client reads.
    assert process.wait(15) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full, a disk that is full")
def test_a_full_disk_is_one_sentence(port):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command("osc", "--port", str(port)), stdout=full, stderr=subprocess.PIPE, text=True, timeout=20,
            check=False)
    assert done.returncode == 74
    assert done.stderr == "resonance_hrv bridge osc: error: the lines cannot be written: No space left on device\n"


def test_the_engine_accepts_the_lines(port):
    with Bridge("osc", "--port", str(port)) as bridge, rh.Live(pacer="fixed", rate=6) as live:
        bridge.state("scanning")
        client = udp_client.SimpleUDPClient("127.0.0.1", port)
        sent = [800 + 10 * (beat % 3) for beat in range(20)]
        for value in sent:
            client.send_message(PREFIX + "RRInterval", value)
            time.sleep(0.1)
        assert bridge.intervals(20) == sent
        bridge.interrupt()
        replies = live.push(b"".join(bridge.raw)) + live.finish()
    lines = [json.loads(reply) for reply in replies.splitlines()]
    assert not [line for line in lines if line["type"] == "warn"]
    assert [line["rr_ms"] for line in lines if line["type"] == "beat"][:19] == sent[:19]
    rates = [line["hr"] for line in lines if line["type"] == "metric" and line.get("hr")]
    assert rates and all(70 < rate < 78 for rate in rates)
