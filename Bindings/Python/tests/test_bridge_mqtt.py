"""The bridge mqtt, by a real broker that is started here."""

import getpass
import json
import os
import shutil
import socket
import subprocess
import time

import pytest
from bridge_process import Bridge, check_order

client_module = pytest.importorskip("paho.mqtt.client")


def program(name):
    """Brokers lie where only the superuser's shell looks."""
    path = shutil.which(name, path=os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/usr/local/sbin"]))
    if path is None:
        pytest.skip(f"the program {name} is not installed: apt-get install mosquitto")
    return path


class Broker:
    """A broker on a free port of this machine; it may be stopped and started again."""

    def __init__(self, folder, *settings):
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self.settings = folder / "mosquitto.conf"
        self.settings.write_text("\n".join([
            f"listener {self.port} 127.0.0.1", "persistence false", "log_dest none", f"user {getpass.getuser()}",
            *settings, ""]))
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [program("mosquitto"), "-c", str(self.settings)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise AssertionError("the broker does not start")

    def stop(self):
        self.process.kill()
        self.process.wait()


class Publisher:
    def __init__(self, port):
        self.client = client_module.Client(client_module.CallbackAPIVersion.VERSION2)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def publish(self, topic, *payloads, retain=False):
        for payload in payloads:
            self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(10)

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()


@pytest.fixture
def broker(tmp_path):
    broker = Broker(tmp_path, "allow_anonymous true")
    yield broker
    broker.stop()


def line(**fields):
    return json.dumps(fields)


def test_payloads_of_every_kind_and_a_broker_that_dies_and_comes_back(broker):
    publisher = Publisher(broker.port)
    publisher.publish("heart/rr", "555", retain=True)
    port = ["--port", str(broker.port)]
    with Bridge("mqtt", *port, "--topic", "heart/rr", "--hr-topic", "heart/rate", "--qos", "1") as bridge:
        bridge.state("connected")
        bridge.until(lambda line: line.get("code") == "retained")
        publisher.publish("heart/rr", "812", "800.5", "nan", "801", "garbage", "802", "-5", "0", "null", "803\n")
        publisher.publish("heart/rr", '{"rr":[790,null,795],"hr":62}', '{"rr":0}', '{"battery":80}', '{"hr":63}')
        publisher.publish("heart/rr", '{"rr": 8', b"\xff\xfe", "[810, 811]", "0.8", "", "9" * 30_000, "[" * 9000)
        publisher.publish("heart/rr", "820", retain=True)
        publisher.publish("heart/rate", "64", "0", "garbage")
        # Lines of another bridge, whose clock is another.
        publisher.publish("heart/rr", "\n".join([
            line(type="hello", proto="beatline", v=1, t=500, caps=["lockstep"]),
            line(type="rr", t=1_000_000, seq=7, rr_ms=[830], dev="far"),
            line(type="tick", t=1_500_000), "garbage",
            line(type="gap", **{"from": 1_000_000}, to=1_600_000, lost=2, reason="link", dev="far"),
            line(type="rr", t=1_800_000, rr_ms=[831], contact=True, dev="far"),
            '{"type":"rr","t":1900000,"rr_ms":[1e999],"dev":"far"}',
            line(type="bye"),
        ]))
        publisher.publish("heart/rr", "840")
        first = [812, 800.5, None, 801, None, 802, None, None, None, 803, 790, None, 795, None, None, None, 810, 811,
                 None, None, 820, 830, None, 831, None, 840]
        assert bridge.intervals(len(first)) == first
        broker.stop()
        bridge.state("lost", 2)
        publisher.close()
        broker.start()
        bridge.state("connected", 2)
        publisher = Publisher(broker.port)
        end = time.monotonic() + 10
        while len(bridge.rr()) == len(first) and time.monotonic() < end:
            # The broker takes the subscription some moments after the connection.
            publisher.publish("heart/rr", "850")
            time.sleep(0.1)
        publisher.publish("heart/rr", "851")
        bridge.until(lambda line: line["type"] == "rr" and line["rr_ms"] == [851])
        status, errors = bridge.interrupt()
        publisher.close()
    again = bridge.rr()[len(first):]
    assert again[-1] == 851 and set(again[:-1]) == {850}
    assert [(line["dev"], line["hr"]) for line in bridge.lines if line["type"] == "hr"] == [
        ("0", 63), ("0", 64), ("0", None)]
    assert {line["code"] for line in bridge.lines if line["type"] == "error"} == {"retained", "payload", "broker"}
    far = [line for line in bridge.lines if line.get("dev") == "far" and line["type"] in {"rr", "gap"}]
    assert "seq" not in far[0] and far[2]["contact"] is True
    assert far[2]["t"] - far[0]["t"] <= 800_000 and far[1]["from"] == far[0]["t"]
    assert [line["name"] for line in bridge.lines if line["type"] == "device"] == ["heart/rr", "far"]
    assert (status, errors) == (130, "")
    check_order(bridge.lines)


def test_people_are_distinguished_and_fields_are_named(broker):
    words = ["--topic", "people/+/beat", "--field", "rr=data.ibi", "--field", "hr=bpm", "--unit", "s"]
    broker.stop()
    with Bridge("mqtt", "--port", str(broker.port), *words) as bridge:
        # The broker is started after the bridge.
        bridge.until(lambda line: line.get("code") == "broker")
        broker.start()
        publisher = Publisher(broker.port)
        bridge.state("connected")
        end = time.monotonic() + 10
        while not bridge.rr() and time.monotonic() < end:
            publisher.publish("people/ann/beat", '{"data":{"ibi":0.812}}')
            time.sleep(0.1)
        publisher.publish("people/bob/beat", '{"data":{"ibi":[0.7,0.71]},"bpm":85.5}', '{"bpm":0}')
        lines = bridge.until(lambda line: line["type"] in {"rr", "hr"} and line["dev"] == "bob", 2)
        bridge.interrupt()
    publisher.close()
    assert lines[0]["rr_ms"] == [700, 710] and lines[0]["hr"] == 85.5 and lines[1]["hr"] is None
    assert {line["rr_ms"][0] for line in bridge.lines if line["type"] == "rr" and line["dev"] == "ann"} == {812}
    assert [line["dev"] for line in bridge.lines if line.get("state") == "subscribed"] == ["ann", "bob"]


def test_a_password_and_a_certificate(tmp_path):
    subprocess.run([
        program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        "-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "certificate.pem"),
    ], check=True, capture_output=True)
    subprocess.run(
        [program("mosquitto_passwd"), "-b", "-c", str(tmp_path / "passwords"), "ann", "right"], check=True,
        capture_output=True)
    broker = Broker(
        tmp_path, "allow_anonymous false", f"password_file {tmp_path / 'passwords'}", f"keyfile {tmp_path / 'key.pem'}",
        f"certfile {tmp_path / 'certificate.pem'}")
    for name in ("right", "wrong"):
        (tmp_path / name).write_text(name + "\n")

    def bridge(password, **environment):
        return Bridge("mqtt", "--port", str(broker.port), "--topic", "rr", "--tls", "--user", "ann",
                      "--password-file", str(tmp_path / password), **environment)

    trusted = {"SSL_CERT_FILE": tmp_path / "certificate.pem"}
    try:
        with bridge("right", **trusted) as right, bridge("wrong", **trusted) as wrong, bridge("right") as stranger:
            right.state("connected")
            assert right.interrupt() == (130, "")
            denied, unknown = wrong.end(), stranger.end()
    finally:
        broker.stop()
    assert denied[0] == 77 and denied[1].count("\n") == 1 and "does not let this user in" in denied[1]
    assert unknown[0] == 69 and unknown[1].count("\n") == 1 and "TLS" in unknown[1]


def test_no_broker_is_one_sentence():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        with Bridge("mqtt", "--port", str(listener.getsockname()[1]), "--topic", "rr", "--wait", "0") as bridge:
            status, errors = bridge.end()
    assert status == 69 and errors.count("\n") == 1 and "there is no broker at 127.0.0.1" in errors
    assert bridge.lines[-1]["reason"] == "not_found"
