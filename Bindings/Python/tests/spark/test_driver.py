"""Neither the recordings nor their rows come to the driver."""

import os

from resonance_hrv import spark

from .cluster import resident_kb
from .recordings import BEATS, written_elsewhere

FEW, MANY = 2_000, 20_000
# What the further recordings take as doubles; their rows take more.
FURTHER_KB = (MANY - FEW) * BEATS * 8 // 1024


def sizes_kb(session):
    """The memory of the driver's Python, of its JVM, and of what is alive in the JVM."""
    java = session.sparkContext._jvm.java.lang
    java.System.gc()
    heap = java.Runtime.getRuntime()
    return {
        "Python": resident_kb(os.getpid()), "JVM": resident_kb(java.ProcessHandle.current().pid()),
        "alive in the JVM": (heap.totalMemory() - heap.freeMemory()) // 1024}


def test_the_driver_does_not_grow_with_the_recordings(clustered, tmp_path, capsys):
    few = written_elsewhere(tmp_path / "few", FEW)
    many = written_elsewhere(tmp_path / "many", MANY)
    found = []
    # The first turns fill what a driver has once.
    for turn, given in enumerate([few, few, many]):
        spark.hrv(clustered.read.parquet(given)).write.parquet(str(tmp_path / f"rows-{turn}"))
        found.append(sizes_kb(clustered))
    growth = {name: found[2][name] - found[1][name] for name in found[0]}
    with capsys.disabled():
        print(f"\nfrom {FEW} to {MANY} recordings the driver grows by (kB): {growth}; they take {FURTHER_KB}")
    assert growth["Python"] < FURTHER_KB / 4
    assert growth["alive in the JVM"] < FURTHER_KB / 4
    # The JVM needs memory for its own garbage besides.
    assert growth["JVM"] < FURTHER_KB
    # The same measure sees rows that do come to the driver.
    rows = clustered.read.parquet(str(tmp_path / "rows-2"))
    assert rows.count() == MANY
    before = sizes_kb(clustered)["Python"]
    collected = rows.toArrow()
    assert collected.num_rows == MANY
    assert sizes_kb(clustered)["Python"] - before > FURTHER_KB / 4
