"""How long Spark takes beside one call of two threads: 2,000 recordings of five minutes, from Parquet to Parquet.

    python -m spark.ratios [--rounds 7]

A session of two local threads and one on a cluster of two workers wait in processes of their own. Every way has its turn in
every round, and the first two rounds, in which all is started and filled, do not count. What is printed are medians over the
median of the one call. Nothing is judged: this depends on what else the machine does.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import pyarrow as pa
import pyarrow.parquet as pq
import resonance_hrv as rh

from .cluster import running, session
from .recordings import simulated, write

COUNT = 2_000
WARM = 2
AIMS = {"local[2]": 1.3, "cluster": 1.6}


def plain(given, out):
    """One call of two threads."""
    begin = time.monotonic()
    batch = pq.read_table(given).combine_chunks().to_batches()[0]
    rows = rh.hrv_batch(batch, jobs=2)
    pq.write_table(pa.Table.from_batches([rows]).append_column("id", batch.column("id")), out)
    return time.monotonic() - begin


def serve(master, given, out):
    """A turn for each line of standard input; each answer is how long it took, the first until the session was there."""
    from resonance_hrv import spark

    begin = time.monotonic()
    with session(master, sys.executable) as started:
        started.range(1).collect()
        print(time.monotonic() - begin, flush=True)
        for _ in sys.stdin:
            begin = time.monotonic()
            spark.hrv(started.read.parquet(given)).write.mode("overwrite").parquet(out)
            print(time.monotonic() - begin, flush=True)


class Server:
    def __init__(self, *words):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "spark.ratios", "--serve", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        self.start = float(self.process.stdout.readline())

    def turn(self):
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def main(rounds):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        given = write(folder / "given", simulated(COUNT))
        with running(folder) as cluster:
            servers = {
                "local[2]": Server("local[2]", given, str(folder / "local")),
                "cluster": Server(cluster.address, given, str(folder / "clustered"))}
            times = {"one call": [], **{name: [] for name in servers}}
            for _ in range(WARM + rounds):
                times["one call"].append(plain(given, folder / "rows.parquet"))
                for name, server in servers.items():
                    times[name].append(server.turn())
            for server in servers.values():
                server.stop()
    medians = {name: statistics.median(durations[WARM:]) for name, durations in times.items()}
    print(f"one call of two threads, {COUNT} recordings of 5 min: {medians['one call']:.1f} s, the median of {rounds}")
    for name, server in servers.items():
        ratio = medians[name] / medians["one call"]
        print(f"{name}: {ratio:.2f} x of that once warm (aim {AIMS[name]}), {times[name][0] / medians['one call']:.2f} x at "
              f"first, {server.start:.0f} s until a session is there")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(*sys.argv[2:])
    else:
        parser = argparse.ArgumentParser()
        parser.add_argument("--rounds", type=int, default=7)
        main(parser.parse_args().rounds)
