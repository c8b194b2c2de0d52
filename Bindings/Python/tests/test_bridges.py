"""What all bridges have in common: options, extras, lines, and whatever the other side may send."""

import io
import json
import random
import subprocess
import socket
import sys

import pytest
from bridge_process import check_order, parsed
from resonance_hrv.bridge import mqtt, osc
from resonance_hrv.bridge.command import main
from resonance_hrv.bridge.inbox import Inbox
from resonance_hrv.bridge.lines import Lines


def written(output):
    return [parsed(line) for line in output.getvalue().splitlines()]


@pytest.mark.parametrize(("words", "sentence"), [
    ([], "required: bridge"), (["bridge"], "required: lsl|mqtt|osc|ant"), (["bridge", "fax"], "invalid choice: 'fax'"),
    (["bridge", "mqtt"], "no topic is named"), (["bridge", "mqtt", "--topic", "a/#/b"], "is no topic"),
    (["bridge", "mqtt", "--topic", "a", "--field", "ibi"], "is not rr=NAME or hr=NAME"),
    (["bridge", "mqtt", "--topic", "a", "--password-file", "b"], "--password-file needs --user"),
    (["bridge", "mqtt", "--topic", "a", "--user", "b", "--password-file", "/nowhere"], "/nowhere cannot be read"),
    (["bridge", "mqtt", "--topic", "a", "--qos", "3"], "invalid choice"),
    (["bridge", "osc", "--port", "70000"], "70000 is no whole number within 1 to 65535"),
    (["bridge", "osc", "--rr-address", "rr"], "it begins with /"),
    (["bridge", "lsl", "--as", "eeg"], "invalid choice"), (["bridge", "lsl", "--wait", "-1"], "0 to 86400 s"),
    (["bridge", "ant", "--device", "x"], "x is no whole number within 0 to 65535"),
    (["bridge", "ant", "--speed", "2"], "unrecognized arguments: --speed 2"),
])
def test_a_wrong_option_is_one_sentence(capsys, words, sentence):
    assert main(words) == 64
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and sentence in captured.err


def test_help_is_there_on_every_level(capsys):
    for words in ([], ["bridge"], *(["bridge", name] for name in ("lsl", "mqtt", "osc", "ant"))):
        assert main([*words, "--help"]) == 0
        assert capsys.readouterr().out.startswith("usage: python -m resonance_hrv")


@pytest.mark.parametrize(("name", "package", "module"), [
    ("lsl", "pylsl", "pylsl"), ("mqtt", "paho-mqtt", "paho.mqtt.client"), ("osc", "python-osc", "pythonosc.osc_packet"),
    ("ant", "openant", "openant.easy.node"),
])
def test_a_missing_extra_is_one_sentence(capsysbinary, monkeypatch, name, package, module):
    monkeypatch.setitem(sys.modules, module, None)
    assert main(["bridge", name, *(["--topic", "a"] if name == "mqtt" else [])]) == 69
    captured = capsysbinary.readouterr()
    sentence = f'the bridge {name} needs {package}: pip install "resonance-hrv[{name}]"'
    assert captured.err.decode() == f"resonance_hrv bridge {name}: error: {sentence}\n"
    lines = [parsed(line) for line in captured.out.splitlines()]
    assert [line["type"] for line in lines] == ["hello", "error", "bye"]
    assert lines[1]["msg"] == sentence


def test_an_internal_error_is_reported(capsysbinary, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("division by zero")
    monkeypatch.setattr(osc, "serve", fail)
    assert main(["bridge", "osc"]) == 70
    captured = capsysbinary.readouterr()
    assert captured.err.decode().endswith("a fault of this program: ZeroDivisionError: division by zero\n")
    assert json.loads(captured.out.splitlines()[-1])["reason"] == "fault"


def test_a_port_in_use_is_one_sentence(capfd):
    pytest.importorskip("pythonosc")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        assert main(["bridge", "osc", "--port", str(listener.getsockname()[1])]) == 69
    assert "cannot be listened at" in capfd.readouterr().err


def test_times_of_a_device_never_go_back():
    output = io.BytesIO()
    lines = Lines(output)
    lines.hello("test", ["rr"])
    for t, dev in ((100, "a"), (90, "a"), (50, "b"), (200, "a")):
        lines.intervals([800], dev=dev, t=t)
    assert [line["t"] for line in written(output)[1:]] == [100, 100, 50, 200]


def test_a_flood_of_errors_is_counted():
    output = io.BytesIO()
    lines = Lines(output)
    for _ in range(1000):
        lines.error("payload", "That is no number.")
    lines.error("unit", "x" * 5000)
    lines.bye("user")
    captured = written(output)
    assert [line["type"] for line in captured] == ["error", "error", "error", "bye"]
    assert captured[2]["msg"] == "999 more errors of this kind were not said"
    assert len(captured[1]["msg"]) == 300


def test_a_full_inbox_drops_and_counts():
    inbox = Inbox(3)
    for item in range(5):
        inbox.put(item)
    assert [inbox.get(0)[1] for _ in range(3)] == [0, 1, 2]
    assert inbox.get(0) is None and inbox.dropped() == 2 and inbox.dropped() == 0


def hostile(dice):
    """Payloads near to what is read, and others."""
    texts = [
        '{"rr":[800,801],"hr":62}', "812", '{"type":"rr","t":5,"rr_ms":[800]}', '{"type":["rr"]}',
        '{"type":"gap","from":1,"to":2,"t":3}', '{"type":"gap","from":true,"to":"x","dev":4}',
        '{"type":"sig","name":"ecg","fs":130,"y":[1,2]}', '{"type":"state","dev":"a","state":"lost","t":9}',
        '{"type":"beat","t":12345678901234567890}', '{"type":"rr","kind":1,"self":2,"rr_ms":[1e400]}',
        '{"type":"error","code":3,"msg":[]}']
    data = bytearray(dice.choice(texts).encode())
    for _ in range(dice.randrange(4)):
        offset = dice.randrange(len(data))
        new = bytes(dice.choice(b'0e-.,:"{}[]\\un\xff\x00') for _ in range(dice.randrange(3)))
        data[offset:offset + dice.randrange(3)] = new
        data = data or bytearray(b"0")
    return bytes(data)


def test_whatever_is_published_gives_lines_that_are_read():
    dice = random.Random(3)
    output = io.BytesIO()
    lines = Lines(output)
    lines.hello("test", ["rr"])
    writer = mqtt.MessageWriter(mqtt.MQTTOptions(["a/#"], ["b"]), lines)
    for number in range(4000):
        topic = dice.choice(["a", "a/b", "b", "a/\u00fc"])
        writer.push(mqtt.Message(topic, hostile(dice), dice.random() < 0.1), 1_000_000 + 1000 * number)
    captured = written(output)
    assert sum(line["type"] == "rr" for line in captured) > 500
    assert max(map(len, output.getvalue().splitlines())) < 65_536
    assert all(isinstance(line["t"], int) for line in captured)


def test_whatever_packet_comes_gives_lines_that_are_read():
    packets = pytest.importorskip("pythonosc.osc_packet")
    dice = random.Random(4)
    output = io.BytesIO()
    lines = Lines(output)
    lines.hello("test", ["rr"])
    options = osc.OSCOptions(rr_address="/r")
    writer = osc.MessageWriter(options, lines)
    whole = [b"/r\0\0,i\0\0\0\0\x03\x20", b"/r\0\0,f\0\0\x44\x48\0\0", b"/r\0\0,ds\0\0\0\0\0\0\0\0\0\0\0\0\0a\0\0\0",
             b"#bundle\0\0\0\0\0\0\0\0\1\0\0\0\x0c/r\0\0,i\0\0\0\0\x03\x20"]
    for _ in range(3000):
        data = bytearray(dice.choice(whole))
        for _ in range(dice.randrange(4)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        osc.read_packet(packets, bytes(data[:dice.randrange(len(data) + 1)]), writer)
    captured = written(output)
    assert sum(line["type"] == "rr" for line in captured) > 200
    check_order(captured)


def test_help_reaches_a_pipe():
    for words in ([], ["bridge"], ["bridge", "mqtt"]):
        done = subprocess.run(
            [sys.executable, "-m", "resonance_hrv", *words, "--help"], capture_output=True, text=True, check=True)
        assert done.stdout.startswith("usage: ")
