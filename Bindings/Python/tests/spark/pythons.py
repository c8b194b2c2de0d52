"""Pythons as they are found on nodes: without this package, or with another version of it."""

import os
import pathlib
import subprocess
import sys
import sysconfig

import resonance_hrv


def bare(folder):
    """A Python with every package of this one but for resonance_hrv."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    here = pathlib.Path(sysconfig.get_path("purelib"))
    there = folder / here.relative_to(sys.prefix)
    for entry in here.iterdir():
        if not entry.name.startswith("resonance"):
            (there / entry.name).symlink_to(entry)
    # The packages are those of its own folder, whatever the driver was given.
    start = folder / "python"
    start.write_text(f'#!/bin/sh\nexec env -u PYTHONPATH "{folder}/bin/python" "$@"\n')
    start.chmod(0o755)
    return start, there


def older(folder):
    """The same with the version 0.0.9 of the package."""
    start, there = bare(folder)
    source = pathlib.Path(resonance_hrv.__file__).parent
    copy = there / "resonance_hrv"
    copy.mkdir()
    for entry in source.iterdir():
        if entry.name != "_version.py":
            os.symlink(entry, copy / entry.name)
    (copy / "_version.py").write_text('__version__ = "0.0.9"\n')
    return start
