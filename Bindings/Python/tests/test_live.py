"""The live engine answers as the command line tool does, to the byte."""

import json
import subprocess

import pytest
import resonance_hrv as rh


@pytest.fixture(scope="module")
def log():
    """Four minutes of a strap in the line protocol, with a beat that is missing and a line that is none."""
    lines = ['{"type":"hello","proto":"beatline","v":1,"t":0,"dev":"strap","caps":["params"]}']
    time, number = 0, 0
    for beat in range(300):
        interval = 820 + (beat * 37) % 90
        time += interval * 1000
        if beat == 150:
            continue
        number += 1
        lines.append(json.dumps({"type": "rr", "t": time, "seq": number, "dev": "strap", "rr_ms": [interval]}))
        if beat == 60:
            lines.append("no line")
        if beat % 5 == 0:
            lines.append(json.dumps({"type": "tick", "t": time}))
    return ("\n".join(lines) + "\n").encode()


def replies(log, size, **options):
    with rh.Live(**options) as live:
        output = [live.push(log[offset:offset + size]) for offset in range(0, len(log), size)]
        return "".join(output) + live.finish()


def test_however_it_is_cut(log):
    wanted = replies(log, len(log), pacer="fixed", rate=6)
    assert '"type":"metric"' in wanted and '"type":"pace"' in wanted and wanted.endswith("\n")
    assert '"type":"beat"' in wanted and "bad_field" not in wanted
    for size in (1, 7, 4096):
        assert replies(log, size, pacer="fixed", rate=6) == wanted


@pytest.mark.parametrize(("options", "words"), [
    ({"pacer": "fixed", "rate": 6}, ["--pacer", "fixed", "--rate", "6"]), ({}, []),
    ({"duration": 2}, ["--duration", "2"]), ({"no_hold": True}, ["--no-hold"]),
])
def test_as_the_tool(hrv_tool, log, options, words):
    done = subprocess.run(
        [hrv_tool, "live", "--bridge", "-", "--clock", "bridge", "--discard", *words], input=log, capture_output=True,
        check=False)
    assert replies(log, 1000, **options) == done.stdout.decode()


@pytest.mark.parametrize(("options", "words"), [
    ({"pacer": "nobody"}, "pacer is not nobody"), ({"duration": 0}, "0.1 to 1440 min"),
    ({"pacer": "fixed", "rate": 99}, "rate 99.0"), ({"speed": 2}, "there is no option speed"),
])
def test_a_wrong_option_is_named(options, words):
    with pytest.raises(rh.ResonanceError, match=words):
        rh.Live(**options)


def test_any_bytes_are_accepted():
    import numpy as np

    random = np.random.default_rng(5)
    with rh.Live() as live:
        for _ in range(300):
            live.push(random.integers(0, 256, 200, dtype=np.uint8).tobytes())
        live.push('{"type":"rr","t":1e300,"rr_ms":[1e308,-1,0]}\n')
        live.finish()
    with pytest.raises(ValueError, match="closed"):
        live.push(b"")


@pytest.mark.parametrize("seed", range(40))
def test_whatever_a_strap_says(seed):
    """Lines of the protocol with any times, intervals, gaps and links."""
    import random

    drawn = random.Random(seed)
    time = 1_000_000
    lines = ['{"type":"hello","proto":"beatline","v":1,"t":1000000,"caps":["rr"]}']
    for _ in range(200):
        time += drawn.choice([0, 1_000, 30_000, 800_000, 3_000_000, -5_000])
        intervals = [drawn.choice([812, 800, 801, 1400, 2500, 250, None, 5_000, 0, -1]) for _ in range(drawn.randint(1, 3))]
        lines.append(json.dumps(drawn.choice([
            {"type": "rr", "t": time, "dev": "b", "rr_ms": intervals}] * 8 + [
            {"type": "gap", "t": time, "dev": "b", "lost": drawn.choice([None, 1, 5, 10**9])},
            {"type": "state", "t": time, "dev": "b", "state": drawn.choice(["lost", "subscribed", "connected"])},
            {"type": "hr", "t": time, "dev": "b", "hr": drawn.choice([0, 60, 250])}, {"type": "tick", "t": time}])))
    output = replies(("\n".join(lines) + "\n").encode(), drawn.choice([1, 100, 10_000]), find_rate=True)
    assert all(json.loads(line) for line in output.splitlines())
