#!/usr/bin/env python3
"""Compares what two builds of hrv print: the same bytes on standard output, and the same exit code.

    Scripts/compare-builds.py OLD NEW [--datasets FOLDER] [--jobs N] [--without-recordings]

OLD and NEW are two executables. Compared are

- every recording below datasets/small, and below the folder that RESONANCE_DATASETS or --datasets names, by analyze,
  detect, correct, spectrum, coherence and resonance; live sessions of ten simulated people;
- the help of every command, the list and the completions;
- bad usage of every command;
- what commands on a person's own data print of one home, which OLD fills with seeded history, health, practice and music;
- the JSON that the page of that home gets.

Where `faketime` is installed both see the same clock, without it what prints the present time is left out. It ends
with the commands that were covered, and with 1 where anything differs.
"""

import argparse
import collections
import concurrent.futures
import http.cookiejar
import json
import math
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMANDS = [
    ["analyze", "--json"],
    ["analyze", "--output", "csv", "--window", "300"],
    ["detect", "--output", "csv"],
    ["correct", "--json"],
    ["spectrum", "--json"],
    ["coherence", "--rate", "6", "--ndjson"],
    ["resonance", "--schedule", "6.5:2,6:2,5.5:2,5:2,4.5:2", "--json"],
]
SEEDS = range(1, 11)
SECONDS = 300
NOW = "2026-11-20 12:00:00"
CLOCK = ["faketime", "-f", "@" + NOW] if shutil.which("faketime") else []

# What reads the seeded home, and says no more than that.
HOME_COMMANDS = [
    line.split() for line in """
    history list --json
    history list --output table
    history show 1 --json
    history show 2
    history compare 1 2
    history trends
    history trends --json
    history export --all
    health status
    health timeline --from 2026-11-01 --to 2026-11-20 --json
    health timeline --from 2026-11-10 --to 2026-11-20
    health nights --from 2026-11-01 --to 2026-11-20 --json
    health workouts --from 2026-11-01 --to 2026-11-20 --json
    health trends --from 2026-11-01 --to 2026-11-20
    health sources --json
    practice list --json
    practice list
    practice streak --json
    practice calendar --month 2026-11
    practice stats --json
    practice presets
    practice settings --json
    practice export
    practice remind list
    music songs --json
    music songs
    music show 1 --json
    music status --json
    music playlists
    music history --json
    music export
    music state --json
    music next --json --seed 1
    datasets list
    datasets list --json
    datasets info mitdb
    formats --json
    explain rmssd --like kubios
    """.strip().splitlines()
]
# What the page asks for.
PAGE_PATHS = [
    "/api/home", "/api/info", "/api/settings", "/api/history", "/api/sessions", "/api/sessions/1", "/api/trends",
    "/api/health", "/api/health/day?date=2026-11-15", "/api/health/trends", "/api/practice", "/api/practice/streaks",
    "/api/practice/calendar?month=2026-11", "/api/practice/entries", "/api/practice/presets", "/api/practice/settings",
    "/api/practice/reminders", "/api/practice/rest", "/api/practice/minutes", "/api/music", "/api/session",
]


def environment(home, **more):
    return {**os.environ, "HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "TZ": "Europe/Berlin", "SWIFT_DETERMINISTIC_HASHING": "1",
            "MPD_HOST": home + "/none", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none", **more}


def plain(text, home):
    """The text without what is another in each run: the folder of the home, and the seconds since the clock was set."""
    text = text.replace(home.encode(), b"HOME")
    return re.sub(rb'("(?:updated_ms|now|nowMs)":)[0-9.]+', rb"\1NOW", text) if CLOCK else text


def run(tool, arguments, home, clock=()):
    try:
        done = subprocess.run([*clock, tool, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                              env=environment(home), cwd=home, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "no end", b"", b""
    return done.returncode, plain(done.stdout, home), done.stderr


def tree(tool, home):
    """Words of every command, from what the tool says of itself; those of studies included."""
    code, text, _ = run(tool, ["--experimental-dump-help"], home)
    assert code == 0, "no tree of commands"

    def below(command, words):
        yield words
        for child in command.get("subcommands", []):
            if child["commandName"] != "help":
                yield from below(child, [*words, child["commandName"]])
    yield from below(json.loads(text)["command"], [])


def recordings(folders):
    for folder in folders:
        for path in sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file()):
            for command in COMMANDS:
                yield [*command, str(path)]


def tone(path, seconds, hz):
    """A song of clicks at 100 a minute over a tone."""
    rate = 22050
    samples = bytearray()
    for index in range(int(rate * seconds)):
        beat = index % int(rate * 0.6)
        value = 0.2 * math.sin(2 * math.pi * hz * index / rate) + (0.7 * math.exp(-beat / 300) if beat < 3000 else 0)
        samples += struct.pack("<h", int(20000 * value))
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(samples), b"WAVE", b"fmt ", 16, 1, 1, rate, 2 * rate,
                       2, 16, b"data", len(samples))
    path.write_bytes(head + samples)


def fill(tool, home):
    """A history, health records, practices and songs; the same for the same build."""
    home = pathlib.Path(home)
    steps = []

    def step(*words):
        code, _, errors = run(tool, list(words), str(home), CLOCK)
        steps.append((" ".join(words), code, errors.decode(errors="replace").strip().split("\n")[-1]))
    for index in (1, 2, 3):
        beats = home / f"night-{index}.txt"
        step("simulate", "rr", "--seed", str(index), "--duration", "600", "--out", str(beats))
        os.utime(beats, (1_763_000_000 + 86_400 * index,) * 2)
        step("history", "import", str(beats))
    step("simulate", "health", "--seed", "5", "--days", "20", "--end", "2026-11-20", "--out", str(home / "export.zip"))
    step("health", "import", str(home / "export.zip"))
    (home / "mindful.csv").write_text(
        "Started At,Duration,Preset,Activity\n"
        + "".join(f"11/{day:02}/2026 07:00:00,0:{5 + day}:0,Morning,Meditation\n" for day in range(1, 20) if day != 9))
    step("practice", "import", str(home / "mindful.csv"))
    songs = home / "songs"
    songs.mkdir()
    for index in range(3):
        tone(songs / f"song-{index}.wav", 12, 220 + 110 * index)
    step("music", "scan", str(songs))
    return steps


def page(tool, home):
    """What the page of a home gets: status and bytes by path."""
    process = subprocess.Popen([*CLOCK, tool, "dashboard", "--port", "0"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(home), cwd=home,
                               start_new_session=True)
    responses = {}
    try:
        address = None
        for line in process.stdout:
            found = re.search(rb"http://\S+", line)
            if found:
                address = found.group().decode()
                break
        if address is None:
            return {"address": ("none", b"")}
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        opener = urllib.request.build_opener(jar)
        base = re.match(r"http://[^/]+", address).group()
        token = address.split("#")[-1].split("=")[-1] if "#" in address else ""
        enter = urllib.request.Request(base + "/api/enter", data=json.dumps({"token": token}).encode(),
                                       headers={"Content-Type": "application/json", "Origin": base})
        for path, request in [("enter", enter), *((path, base + path) for path in PAGE_PATHS)]:
            try:
                with opener.open(request, timeout=20) as response:
                    responses[path] = (response.status, plain(response.read(), home))
            except urllib.error.HTTPError as error:
                responses[path] = (error.code, error.read())
            except OSError as error:
                responses[path] = (str(error), b"")
    finally:
        # faketime waits for the tool as for a child.
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
    return responses


class Report:
    def __init__(self):
        self.calls = self.different = self.messages = 0
        self.codes = collections.Counter()

    def add(self, what, old, new):
        self.calls += 1
        self.codes[str(old[0])] += 1
        if len(old) > 2:
            self.messages += old[2] != new[2]
        if old[:2] != new[:2]:
            self.different += 1
            print(f"differs: {what}: {old[0]} and {new[0]}, {len(old[1])} and {len(new[1])} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--datasets", default=os.environ.get("RESONANCE_DATASETS"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--without-recordings", action="store_true")
    options = parser.parse_args()
    tools = [str(pathlib.Path(options.old).resolve()), str(pathlib.Path(options.new).resolve())]
    report = Report()
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        empty = work + "/empty"
        os.mkdir(empty)
        trees = [list(tree(tool, empty)) for tool in tools]
        report.add("the tree of commands", (0, repr(trees[0]).encode()), (0, repr(trees[1]).encode()))
        calls = [] if options.without_recordings else list(recordings(
            [ROOT / "datasets/small"] + ([options.datasets] if options.datasets else [])))
        calls += [["live", "--simulate", "--seed", str(seed), "--ndjson", "--discard", "--no-raw-log"]
                  for seed in SEEDS]
        calls += [[*words, "--help"] for words in trees[0]] + [["help", *words] for words in trees[0]]
        calls += [[*words, "--no-such-option"] for words in trees[0]] + [["--version"], ["no-such-command"]]
        calls += [["--generate-completion-script", shell] for shell in ("bash", "zsh", "fish")]

        def both(call):
            return call, run(tools[0], call, empty), run(tools[1], call, empty)
        for call, old, new in pool.map(both, calls):
            report.add("hrv " + " ".join(call), old, new)

        # The page's own clock and the home's path are the same for both.
        home = work + "/home"
        os.mkdir(home)
        steps = fill(tools[0], home)
        for what, code, last in steps:
            if code != 0:
                print(f"the home is not filled: hrv {what}: {code}: {last}")
                report.different += 1
        results = []
        for tool in tools:
            # One path for both: what is printed may name it.
            copy = work + "/copy"
            shutil.copytree(home, copy)
            results.append([run(tool, call, copy, CLOCK) for call in HOME_COMMANDS]
                           + [(path, *response) for path, response in page(tool, copy).items()])
            shutil.rmtree(copy)
        for call, old, new in zip(HOME_COMMANDS, *results):
            report.add("hrv " + " ".join(call), old, new)
        pages = [dict((item[0], item[1:]) for item in result[len(HOME_COMMANDS):]) for result in results]
        for path, old in pages[0].items():
            report.add("page " + path, old, pages[1].get(path, ("none", b"")))
        covered = {tuple(words) for words in trees[0]
                   for call in calls + HOME_COMMANDS + [what.split() for what, _, _ in steps]
                   if call[:len(words)] == words and "--help" not in call and "--no-such-option" not in call
                   and call[0] != "help"}
    print(f"{report.calls} calls, exit codes and states {dict(sorted(report.codes.items()))}: {report.different} differ "
          f"in what they print or how they end, {report.messages} in their messages on standard error")
    print(f"commands: {len(trees[0])}, of each the help and a wrong option; {len(covered)} also with work to do; "
          f"{len(pages[0])} answers of the page; clock {'fixed' if CLOCK else 'not fixed: faketime is not installed'}")
    sys.exit(report.different > 0)


if __name__ == "__main__":
    main()
