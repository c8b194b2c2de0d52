#!/usr/bin/env python3
"""Compares what two builds of hrv print: the same bytes on standard output, and the same exit code.

    Scripts/compare-builds.py OLD NEW [--datasets FOLDER] [--jobs N]

OLD and NEW are two executables. Every recording below datasets/small, and below the folder that
RESONANCE_DATASETS or --datasets names, goes through analyze, detect, correct, spectrum, coherence and
resonance of both; live sessions are led with ten simulated people. It ends with 1 where anything differs.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

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


def calls(folders):
    """Every call, as arguments of hrv."""
    yield ["formats", "--json"]
    for folder in folders:
        for path in sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file()):
            for command in COMMANDS:
                yield [*command, str(path)]
    for seed in SEEDS:
        yield ["live", "--simulate", "--seed", str(seed), "--ndjson", "--discard", "--no-raw-log"]


def run(tool, arguments, home):
    environment = {**os.environ, "HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
    try:
        done = subprocess.run(
            [tool, *arguments], stdin=subprocess.DEVNULL, capture_output=True, env=environment, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "no end", b"", b""
    return done.returncode, done.stdout, done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--datasets", default=os.environ.get("RESONANCE_DATASETS"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    folders = [ROOT / "datasets/small"] + ([options.datasets] if options.datasets else [])
    every = list(calls(folders))
    different = messages = 0
    codes = {}
    with tempfile.TemporaryDirectory() as home, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pairs = pool.map(
            lambda call: (call, run(options.old, call, home), run(options.new, call, home)), every)
        for call, old, new in pairs:
            codes[old[0]] = codes.get(old[0], 0) + 1
            messages += old[2] != new[2]
            if old[:2] != new[:2]:
                different += 1
                print(f"differs: hrv {' '.join(call)}: exit {old[0]} and {new[0]}, "
                      f"{len(old[1])} and {len(new[1])} bytes")
    print(f"{len(every)} calls, exit codes {dict(sorted(codes.items(), key=str))}: {different} differ in what they "
          f"print or how they end, {messages} in their messages on standard error")
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
