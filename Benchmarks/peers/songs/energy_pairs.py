"""Pairs of songs of which the second must have more energy: louder, with drums, faster.

usage: energy_pairs.py FOLDER

Writes FOLDER/<kind>-<number>-a.wav and -b.wav, and pairs.json with [kind, number]. A pair that exists is
not made again.
"""

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

import generated_set
from generated_set import Piece

KINDS = ["louder", "drums", "faster"]
PAIRS_PER_KIND = 200
# The pieces are none of the set S.
FIRST_NUMBER = 1000
LOUDER_DB = 6
FASTER = 1.25
PEAK = 0.45


def louder(number):
    sound = Piece(number).dry()
    return sound, sound * 10 ** (LOUDER_DB / 20)


def drums(number):
    piece, kit = Piece(number), Piece(number)
    piece.band = ["bass", "chords"]
    kit.band = ["drums"]
    sound = piece.dry()
    return sound, sound + kit.dry()


def faster(number):
    piece, quick = Piece(number), Piece(number)
    quick.bpm *= FASTER
    return piece.dry(), quick.dry()


def make(kind, number, folder):
    paths = [folder / f"{kind}-{number}-{letter}.wav" for letter in "ab"]
    if all(path.exists() for path in paths):
        return
    sounds = {"louder": louder, "drums": drums, "faster": faster}[kind](number)
    scale = PEAK / max(np.max(np.abs(sound)) for sound in sounds)
    for path, sound in zip(paths, sounds):
        generated_set.write(sound * scale, path)


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pairs = [
        [kind, FIRST_NUMBER + index * PAIRS_PER_KIND + i]
        for index, kind in enumerate(KINDS) for i in range(PAIRS_PER_KIND)]
    with ProcessPoolExecutor() as workers:
        list(workers.map(make, *zip(*pairs), [folder] * len(pairs), chunksize=10))
    (folder / "pairs.json").write_text(json.dumps(pairs))


if __name__ == "__main__":
    main()
