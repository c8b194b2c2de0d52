"""The set K: pieces of kinds that S lacks, played by the instruments of a soundfont.

usage: kind_set.py FOLDER

Every piece comes from its kind and its number alone: a score is drawn, written as a MIDI file and played by
fluidsynth with the soundfont TimGM6mb, 30 s long, one channel. FOLDER/kinds.json says what is true. A file
that exists is not made again. Speech is read by espeak-ng; FOLDER/voices, where it exists, holds recordings
of people who speak, a folder a voice, of which pieces are joined.
"""

import json
import subprocess
import sys
import tempfile
import wave
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

import generated_set
import kind_scores
import patterns
import render

SEED = 20_261_129
COUNT = 100
SECONDS = 30
RATE_HZ = 22_050
NOISE_SHARE = 0.5
SOUL_BANDS = ["drums bass", "drums bass chords", "drums bass chords melody", "drums bass chords"]
SOUL_DRUMS = [
    ["k.......k.......", "....s.......s...", "h.h.h.h.h.h.h.h."],
    ["k.....k.k.......", "....s.......s...", "h.h.h.h.h.h.h.h."],
    ["k.......k.k.....", "....s.......s...", "h.h.h.h.h.h.h.h."]]


def sound_of(notes, changes):
    """The score as samples at full scale 1."""
    with tempfile.NamedTemporaryFile(suffix=".mid") as file:
        file.write(kind_scores.midi(notes, changes))
        file.flush()
        raw = subprocess.run(
            ["fluidsynth", "--no-shell", "--no-midi-in", "--quiet", "--sample-rate", str(RATE_HZ),
             "--audio-file-type", "raw", "--audio-file-format", "s16", "--audio-file-endian",
             "little", "--fast-render", "-", render.SOUNDFONT, file.name],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    stereo = np.frombuffer(raw[:4 * SECONDS * RATE_HZ], "<i2").reshape(-1, 2) / 32_768
    return stereo.mean(axis=1)


def low_passed(sound, random):
    """As from an old tape: nothing above some kilohertz, and crackles."""
    spectrum = np.fft.rfft(sound)
    hertz = np.fft.rfftfreq(sound.size, 1 / RATE_HZ)
    sound = np.fft.irfft(spectrum / (1 + (hertz / random.uniform(2_000, 6_000)) ** 4), sound.size)
    crackles = (random.random(sound.size) < 8 / RATE_HZ) * random.normal(0, 0.02, sound.size)
    return sound + crackles


def finished(sound, kind, random):
    """At a level of its own, with the noise of a room where the piece has it."""
    if kind == "lofi":
        sound = low_passed(sound, random)
    level = np.sqrt(np.mean(sound ** 2)) + 1e-9
    if random.random() < NOISE_SHARE:
        sound = sound + level * 10 ** (-random.uniform(20, 50) / 20) * random.normal(size=sound.size)
    peak_db = random.uniform(12, 32) if kind == "quiet" else random.uniform(1, 18)
    return sound / (np.max(np.abs(sound)) + 1e-9) * 10 ** (-peak_db / 20)


def music(kind, number, path):
    random = np.random.default_rng([SEED, kind_scores.KINDS.index(kind), number])
    score = kind_scores.Score(kind, random)
    if not path.exists():
        write(finished(sound_of(*score.play(SECONDS)), kind, random), path)
    truth = {"file": path.name, "set": "K", "part": kind, "bpm": score.bpm}
    return truth | ({"last_bpm": score.last_bpm} if score.last_bpm != score.bpm else {})


class Soul(generated_set.Piece):
    """Slow soul by the sounds of S: hats and bass on every eighth, bass drum and snare on the beats."""

    def __init__(self, number):
        super().__init__(SEED + number)
        self.metre, self.band = "4/4", SOUL_BANDS[number % len(SOUL_BANDS)].split()
        self.bpm = self.written_bpm = round(self.random.uniform(56, 84), 2)

    def seconds(self, beats):
        """When a position in beats is played, its halves even."""
        straight = self.drifted(beats * 60 / self.bpm)
        return straight + self.random.normal(0, 1) * self.unsteadiness

    def fitting(self, bars, is_beaten=False):
        if bars is patterns.DRUM_BARS:
            return generated_set.choice(self.random, SOUL_DRUMS)
        if bars is patterns.BASS_BARS:
            return "b.b.b.b.b.b.b.b."
        return super().fitting(bars, is_beaten)


def soul(number, path):
    piece = Soul(number)
    if not path.exists():
        generated_set.write(piece.play(), path)
    return {"file": path.name, "set": "K", "part": "soul", "bpm": piece.bpm}


# MARK: Speech

WORDS = """time year people way day man thing woman life child world school state family student group
country problem hand part place case week company system program question work government number night point
home water room mother area money story fact month lot right study book eye job word business issue side kind
head house service friend father power hour game line end member law car city community name president team
minute idea body information back parent face others level office door health person art war history party
result change morning reason research girl guy moment air teacher force education""".split()
LINKS = "and of the a in to was with that for on but had which their".split()
VOICES = ["en-gb", "en-us", "de", "fr-fr", "es", "it", "sv", "ru", "en-gb-scotland", "pl"]


def speech(number, path):
    """Sentences of common words by a voice of espeak-ng, with pauses, at a pace and a pitch of its own."""
    random = np.random.default_rng([SEED, 97, number])
    if not path.exists():
        sentences = []
        for _ in range(60):
            words = [str(random.choice(LINKS if i % 2 else WORDS)) for i in range(random.integers(3, 18))]
            sentences.append(" ".join(words) + str(random.choice([".", ",", "?", ";", "."])))
        voice = VOICES[number % len(VOICES)] + ["", "+f2", "+m3", "+f4"][number // len(VOICES) % 4]
        raw = subprocess.run(
            ["espeak-ng", "-v", voice, "-s", str(random.integers(110, 220)), "-p",
             str(random.integers(20, 80)), "--stdout", " ".join(sentences)],
            stdout=subprocess.PIPE, check=True).stdout
        sound = np.frombuffer(raw[44:44 + 2 * SECONDS * RATE_HZ], "<i2") / 32_768
        write(finished(sound, "speech", random), path)
    return {"file": path.name, "set": "K", "part": "speech", "bpm": None}


def voice(number, folder, path):
    """Recordings of one person, joined in an order of their own with pauses between."""
    random = np.random.default_rng([SEED, 98, number])
    people = sorted(folder.iterdir())
    if not path.exists():
        files = sorted(people[number % len(people)].rglob("*.wav"))
        parts, count = [], 0
        while count < SECONDS * RATE_HZ:
            with wave.open(str(files[random.integers(len(files))])) as file:
                rate = file.getframerate()
                part = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32_768
            if part.size < rate // 4 or np.max(np.abs(part)) < 0.01:
                continue
            begin = np.arange(0, part.size - 1, rate / RATE_HZ)
            part = np.interp(begin, np.arange(part.size), part)
            parts += [part, np.zeros(int(random.uniform(0.05, 0.7) * RATE_HZ))]
            count += parts[-2].size + parts[-1].size
        write(finished(np.concatenate(parts)[:SECONDS * RATE_HZ], "speech", random), path)
    return {"file": path.name, "set": "K", "part": "voice", "bpm": None,
            "person": people[number % len(people)].name}


def write(sound, path):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(np.round(np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes())


def make(job):
    kind, number, folder = job
    path = folder / f"k-{kind}-{number:03}.wav"
    if kind == "soul":
        return soul(number, path)
    if kind == "speech":
        return speech(number, path)
    if kind == "voice":
        return voice(number, folder / "voices", path)
    return music(kind, number, path)


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    kinds = [*kind_scores.KINDS, "soul", "speech"] + (["voice"] if (folder / "voices").is_dir() else [])
    jobs = [(kind, number, folder) for number in range(COUNT) for kind in kinds]
    with ProcessPoolExecutor() as workers:
        truth = list(workers.map(make, jobs, chunksize=4))
    (folder / "kinds.json").write_text(json.dumps(truth, indent=1))


if __name__ == "__main__":
    main()
