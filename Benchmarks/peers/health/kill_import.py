#!/usr/bin/env python3
"""Kills an import at random moments: the store afterwards equals the one before or the one after.

    python3 kill_import.py .build/release/hrv [--count 100] [--seed 1] [--days 365]

Export B is a week newer than A. Each time the store of A is copied, an import of B is killed with
SIGKILL, and all tables but `import` are compared with those of A and of A then B.
"""

import argparse
import hashlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import children


def digest(path):
    """A digest of all rows of all tables but `import`, in no order, after SQLite's own check."""
    with sqlite3.connect(path) as database:
        check = database.execute("PRAGMA integrity_check").fetchone()[0]
        if check != "ok":
            return f"broken: {check}"
        names = [name for (name,) in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
        total = hashlib.sha256()
        for name in sorted(set(names) - {"import"}):
            rows = sorted(map(repr, database.execute(f'SELECT * FROM "{name}"')))
            total.update(f"{name} {len(rows)}\n".encode() + "\n".join(rows).encode())
    return total.hexdigest()


def copy_store(origin, target):
    children.remove_store(target)
    for ending in ("", "-wal"):
        if os.path.exists(f"{origin}{ending}"):
            shutil.copy(f"{origin}{ending}", f"{target}{ending}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hrv")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--days", type=int, default=365)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        a, b = folder / "a.zip", folder / "b.zip"
        made = [options.hrv, "simulate", "health", "--seed", options.seed, "--days", options.days]
        children.must([*made, "--out", a])
        children.must([*made, "--next", "--out", b])
        before, store = folder / "before.sqlite", folder / "health.sqlite"
        load = [options.hrv, "health", "import", "--time-zone", "UTC", "--health"]
        children.must([*load, before, a])
        copy_store(before, store)
        whole = children.must([*load, store, b]).wall_s
        of_a, of_b = digest(before), digest(store)
        if of_a == of_b:
            raise SystemExit("the two exports give one store: nothing to tell apart")
        found = {"A": 0, "B": 0, "neither": 0}
        for _ in range(options.count):
            copy_store(before, store)
            child = subprocess.Popen(
                [str(part) for part in [*load, store, b]], stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, 1.15 * whole))
            child.send_signal(signal.SIGKILL)
            child.wait()
            now = digest(store)
            found["A" if now == of_a else "B" if now == of_b else "neither"] += 1
    print(f"seed {options.seed}, {options.count} kills in {whole:.2f} s: {found['A']} as before, "
          f"{found['B']} as after, {found['neither']} neither")
    sys.exit(1 if found["neither"] else 0)


if __name__ == "__main__":
    main()
