"""Pairs of songs of which the second must have more energy: louder, with drums, faster.

usage: energy_pairs.py FOLDER

Writes FOLDER/<kind>-<number>-a.wav and -b.wav, and pairs.json with [kind, number].
"""

import json
import sys
from pathlib import Path

import numpy as np

import generated_set
from generated_set import Piece

# 200 pairs in all; the pieces are none of the set S.
COUNTS = {"louder": 67, "drums": 67, "faster": 66}
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


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pairs = []
    number = FIRST_NUMBER
    for kind, count in COUNTS.items():
        for _ in range(count):
            sounds = {"louder": louder, "drums": drums, "faster": faster}[kind](number)
            scale = PEAK / max(np.max(np.abs(sound)) for sound in sounds)
            for letter, sound in zip("ab", sounds):
                generated_set.write(sound * scale, folder / f"{kind}-{number}-{letter}.wav")
            pairs.append([kind, number])
            number += 1
    (folder / "pairs.json").write_text(json.dumps(pairs))


if __name__ == "__main__":
    main()
