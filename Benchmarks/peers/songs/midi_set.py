"""The MIDI pieces of three Debian packages whose tempo their files tell: the set M.

A piece belongs to the set if it lasts 30 s or longer, if at least 95 % of its time have one tempo,
and if no earlier piece has the same bytes.
"""

import subprocess
from pathlib import Path

import midi
import wad

PACKAGES = ["openttd-openmsx", "freedoom", "planetblupi-music-midi"]
MIN_SECONDS = 30
MIN_SHARE = 0.95
# The parts of the set that the method's constants were fitted to; the others were left alone.
FITTED = ["freedoom1", "planetblupi"]


def unpack(folder):
    """The files of the packages below the folder, which keeps what it already has."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        target = folder / package
        if target.is_dir():
            continue
        subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True)
        archive = next(folder.glob(f"{package}_*.deb"))
        subprocess.run(["dpkg-deb", "--extract", archive, target], check=True)


def pieces(folder):
    """(part, name, bytes, bpm) of every piece of the set."""
    seen = set()
    for part, name, data in _candidates(folder):
        shares, seconds = midi.tempo_shares(data)
        if seconds < MIN_SECONDS or shares[0][1] < MIN_SHARE or data in seen:
            continue
        seen.add(data)
        yield part, name, data, shares[0][0]


def _candidates(folder):
    games = folder / "freedoom/usr/share/games/doom"
    for path in [games / "freedoom1.wad", games / "freedoom2.wad"]:
        for name, data in wad.music_lumps(path.read_bytes()):
            yield path.stem, name, data
    for part, subfolder in [
        ("openmsx", Path("openttd-openmsx/usr/share/games/openttd/baseset/openmsx")),
        ("planetblupi", Path("planetblupi-music-midi/usr/share/planetblupi/music")),
    ]:
        for path in sorted((folder / subfolder).glob("*.mid")):
            yield part, path.stem, path.read_bytes()
