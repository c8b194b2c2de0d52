#!/usr/bin/env python3
"""The speed of `hrv health import` against other parsers, in one table (Markdown).

    python3 times.py .build/release/hrv [--rounds 5] [--sizes 0.02 0.1 1] [--four] [--years 10]
                     [--work DIR] [--python PYTHON_WITH_LXML_AND_HEALTHKIT_TO_SQLITE]

Times are CPU time (user and system) of child processes, all programs in turn on the same file in
the same run, the least of the rounds; Python's start is part of its figures. Memory is the largest
resident set of the child. Peers are pinned in requirements-health.txt. healthkit-to-sqlite commits
every 50 rows: it is run on the smallest file alone, and `--work` on a memory disk (/dev/shm) saves
its waiting, which is not counted.
"""

import argparse
import json
import math
import os
import sys
import tempfile
import zipfile
from pathlib import Path

import children

HERE = Path(__file__).parent
SLOW_GB = 0.02


def xml_mb(path):
    """Uncompressed size of the XML in a zip, in MB."""
    with zipfile.ZipFile(path) as archive:
        return max(info.file_size for info in archive.infolist()
                   if info.filename.endswith(".xml")) / 1e6


class Bench:
    def __init__(self, options, work):
        self.hrv, self.python, self.work = options.hrv, options.python, Path(work)
        self.rounds = options.rounds
        self.rows = []

    def row(self, what, file, value, goal=""):
        self.rows.append((what, file, value, goal))
        print(f"{what} | {file} | {value} | {goal}", file=sys.stderr, flush=True)

    def export(self, name, *how):
        path = self.work / f"{name}.zip"
        if not path.exists():
            seeded = [self.hrv, "simulate", "health", "--seed", 1, *how, "--out", path]
            children.must(seeded, (0,))
        return path

    def imported(self, path, store, fresh=True):
        if fresh:
            children.remove_store(store)
        return children.must([
            self.hrv, "health", "import", path, "--health", store, "--time-zone", "Europe/Berlin"])

    def contenders(self, path, with_slow):
        """{name: function that runs it once and says what it cost}."""
        store, other = self.work / "health.sqlite", self.work / "peer.sqlite"

        def parser(name):
            return lambda: children.must([self.python, HERE / "parsers.py", name, path], (0,))

        def healthkit():
            children.remove_store(other)
            tool = Path(self.python).parent / "healthkit-to-sqlite"
            return children.must([tool, "--silent", path, other], (0,))

        found = {"hrv": lambda: self.imported(path, store)}
        found |= {name: parser(name) for name in ("iterparse", "lxml", "expat", "inflate")}
        if with_slow:
            found["healthkit-to-sqlite"] = healthkit
        return found

    def compare(self, path, rounds, with_slow=True):
        """The least cost of each contender, in turn; one that fails is named and left out."""
        contenders, cheapest = self.contenders(path, with_slow), {}
        for _ in range(rounds):
            for name, call in list(contenders.items()):
                try:
                    cost = call()
                except (SystemExit, FileNotFoundError) as failure:
                    print(f"{name} left out: {failure}", file=sys.stderr)
                    del contenders[name]
                    continue
                if name not in cheapest or cost.cpu_s < cheapest[name].cpu_s:
                    cheapest[name] = cost
        return cheapest

    def sizes(self, sizes):
        """Ratios and memory at each size; the growth of time between the first and the last."""
        grown = []
        for gigabytes in sizes:
            path = self.export(f"size-{gigabytes}", "--size", f"{round(gigabytes * 1000)}M")
            size = xml_mb(path)
            label = f"{size:,.0f} MB"
            cheapest = self.compare(
                path, self.rounds if gigabytes < 0.5 else 1, with_slow=gigabytes <= SLOW_GB)
            mine = cheapest.pop("hrv")
            if gigabytes > SLOW_GB:
                grown.append((size, mine.cpu_s))
            self.row("import to the filled store, CPU", label, f"{mine.cpu_s:.2f} s")
            for name, cost in cheapest.items():
                goal = {"iterparse": "at least 1.5", "healthkit-to-sqlite": "at least 12"}
                self.row(f"{name} takes as many times", label,
                         f"{cost.cpu_s / mine.cpu_s:.2f} ({cost.cpu_s:.2f} s)", goal.get(name, ""))
            self.row("largest memory", label, f"{mine.rss_mib:.1f} MiB", "at most 64")
            share = children.store_bytes(self.work / "health.sqlite") / (size * 1e6)
            self.row("store, share of the XML", label, f"{100 * share:.2f} %", "at most 8 %")
            self.again(path, label)
        if len(grown) > 1:
            (size_a, cpu_a), (size_b, cpu_b) = grown[0], grown[-1]
            exponent = math.log(cpu_b / cpu_a) / math.log(size_b / size_a)
            self.row("growth exponent", f"{size_a:,.0f} to {size_b:,.0f} MB", f"{exponent:.3f}",
                     "at most 1.05")

    def again(self, path, label):
        store = self.work / "health.sqlite"
        min_s = min(self.imported(path, store, fresh=False).cpu_s for _ in range(self.rounds))
        self.row("the same zip again, CPU", label, f"{min_s:.3f} s", "0.2 s")

    def week_more(self):
        """An export one week later into the store of the first, against a first import of it."""
        first, later = self.export("first", "--days", 730), self.export(
            "later", "--days", 730, "--next")
        store = self.work / "week.sqlite"
        firsts, seconds, wrote = [], [], ""
        for _ in range(self.rounds):
            firsts.append(self.imported(later, store).cpu_s)
            self.imported(first, store)
            cost = children.must([
                self.hrv, "health", "import", later, "--health", store, "--json"])
            seconds.append(cost.cpu_s)
            wrote = cost.output
        ratio = min(seconds) / min(firsts)
        self.row("a week more, times a first import", f"{xml_mb(later):,.0f} MB", f"{ratio:.2f}",
                 "at most 1.1")
        try:
            counts = json.loads(wrote)
            self.row("rows of that week", "", json.dumps(counts)[:120], "at most 2 x difference")
        except ValueError:
            self.row("rows of that week", "", wrote.strip().splitlines()[-1][:120] if wrote else "")

    def timeline(self, years):
        path, store = self.export(f"years-{years}", "--days", 365 * years), self.work / "y.sqlite"
        self.imported(path, store)
        costs = [children.must([self.hrv, "health", "timeline", "--days", 7, "--json", "--health",
                                store], (0,)) for _ in range(max(5, self.rounds))]
        idle = [children.must([self.hrv, "--version"], (0,)) for _ in range(5)]
        took, start = (1000 * min(cost.wall_s for cost in found) for found in (costs, idle))
        self.row(f"7 days out of {years} years, wall", f"{xml_mb(path):,.0f} MB",
                 f"{took:.0f} ms, of it {start:.0f} ms start", "50 ms")

    def table(self):
        print("| what | file | measured | goal |\n|---|---|---|---|")
        for row in self.rows:
            print("| " + " | ".join(row) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hrv")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", type=float, nargs="*", default=[0.02, 0.1, 1])
    parser.add_argument("--four", action="store_true", help="4 GB too")
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--work", help="keep exports here for another run")
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if options.work:
            os.makedirs(options.work, exist_ok=True)
        bench = Bench(options, options.work or temporary)
        bench.sizes(options.sizes + ([4] if options.four else []))
        bench.week_more()
        bench.timeline(options.years)
        bench.table()


if __name__ == "__main__":
    main()
