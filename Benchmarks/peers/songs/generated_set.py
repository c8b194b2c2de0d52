"""The set S: pieces whose tempo is known because a program played them.

Every piece comes from its number alone. What varies: metre, tempo (50 to 200 bpm), which instruments
play, swing, a tempo that drifts by up to 1 %, unsteady hands, reverberation, noise, level.
"""

import wave

import numpy as np

import patterns
import sounds
from sounds import RATE_HZ

COUNT = 500
SECONDS = 30
SEED = 20_261_124
MAJOR = [0, 2, 4, 5, 7, 9, 11]
# Which of drums, bass, chords and melody play together, and how often among a hundred pieces.
BANDS = [
    ("drums bass chords", 34), ("drums bass chords melody", 18), ("drums", 10), ("drums bass", 12),
    ("bass chords", 10), ("bass chords melody", 10), ("chords", 6)]
GAINS = {"drums": 1.0, "bass": 0.9, "chords": 0.5, "melody": 0.5}
# Tempi of music gather round two beats a second (van Noorden and Moelants 1999,
# doi 10.1076/jnmr.28.1.43.3122).
CENTRE_BPM, SPREAD_OCTAVES = 112, 0.4
DRIFT_SHARE, MAX_DRIFT = 0.3, 0.01
REVERB_SHARE, NOISE_SHARE = 0.4, 0.4


class Piece:
    """The draws of one piece, and its sound."""

    def __init__(self, number):
        self.random = random = np.random.default_rng([SEED, number])
        self.metre = weighted(random, patterns.SHARES.items())
        self.bpm = tempo(random, *patterns.TEMPI[self.metre])
        # Bars are chosen for this tempo, even if the piece is then played at another.
        self.written_bpm = self.bpm
        self.band = weighted(random, BANDS).split()
        self.swing = random.uniform(0.54, 0.68) if self.metre == "swing" else 0.5
        self.drift = random.uniform(0, MAX_DRIFT) if random.random() < DRIFT_SHARE else 0
        self.drift_period = random.uniform(10, 40)
        self.unsteadiness = random.uniform(0, 0.012) if random.random() < 0.7 else 0
        self.offset = random.uniform(0, 1)
        self.key = int(random.integers(0, 12))
        self.progression = patterns.PROGRESSIONS[random.integers(len(patterns.PROGRESSIONS))]
        self.sound = np.zeros((SECONDS + 12) * RATE_HZ)

    # MARK: Time

    def seconds(self, beats):
        """When a position in beats is played: swing delays the second half of the beat, and the tempo
        goes up and down by the drift, round the tempo that is the truth."""
        whole, part = np.divmod(beats, 1)
        swung = np.where(part < 0.5, part * self.swing / 0.5,
                         self.swing + (part - 0.5) * (1 - self.swing) / 0.5)
        straight = (whole + swung) * 60 / self.bpm
        return self.drifted(straight) + self.random.normal(0, 1) * self.unsteadiness

    def drifted(self, straight):
        turn = 2 * np.pi / self.drift_period
        return self.offset + straight + self.drift * np.sin(turn * straight) / turn

    def beat_times(self):
        """When steady hands would play the beats; s, ascending."""
        times = self.drifted(np.arange(int(SECONDS * self.bpm / 60) + 1) * 60 / self.bpm)
        return times[times < SECONDS]

    def position(self, sound, beats, gain):
        begin = int(max(self.seconds(beats), 0) * RATE_HZ)
        part = sound[:max(self.sound.size - begin, 0)]
        self.sound[begin:begin + part.size] += gain * part

    # MARK: Parts

    def play(self):
        return self.finished(self.dry())

    def dry(self):
        """The piece without room, noise and level."""
        bar_beats = patterns.BEATS_PER_BAR[self.metre]
        bar_count = int(SECONDS * self.bpm / 60 / bar_beats) + 1
        parts = {name: getattr(self, name)() for name in self.band}
        for bar in range(bar_count):
            degree = self.progression[bar % len(self.progression)]
            for name, part in parts.items():
                part(bar * bar_beats, degree, GAINS[name])
        return self.sound[:SECONDS * RATE_HZ]

    def fitting(self, bars, is_beaten=False):
        """A bar of the metre that is played at the tempo; where asked, one that strikes on every beat."""
        step_count = patterns.STEPS_PER_BEAT[self.metre]
        return choice(self.random, [
            bar for bar, (low, high) in bars[self.metre]
            if low <= self.written_bpm <= high and not (is_beaten and "." in bar[::step_count])])

    def steps(self, line):
        for step, letter in enumerate(line):
            if letter != ".":
                yield step / patterns.STEPS_PER_BEAT[self.metre], letter

    def drums(self):
        lines = self.fitting(patterns.DRUM_BARS)
        kit = {letter: make(self.random) for letter, make in sounds.DRUMS.items()}
        levels = {letter: self.random.uniform(0.5, 1.2) for letter in kit}

        def part(beat, _, gain):
            for line in lines:
                for position, letter in self.steps(line):
                    accent = self.random.uniform(0.7, 1) * (1 if position % 1 == 0 else 0.8)
                    self.position(kit[letter], beat + position, gain * accent * levels[letter])
        return part

    def bass(self):
        line = self.fitting(patterns.BASS_BARS)
        length = self.random.uniform(0.5, 1) * 60 / self.bpm

        def part(beat, degree, gain):
            for position, letter in self.steps(line):
                pitch = self.pitch(degree + (4 if letter == "f" else 0), 28)
                self.position(sounds.note("bass", pitch, length), beat + position, gain)
        return part

    def chords(self):
        # Without drums, another instrument has to play on the beats.
        line = self.fitting(patterns.CHORD_BARS, is_beaten=not {"drums"} & set(self.band))
        names = ["piano", "pluck"] if self.band == ["chords"] else ["piano", "pluck", "organ", "pad"]
        instrument = choice(self.random, names)
        length = (0.9 if "1" in line else line.count(".") / (line.count("c") + 1) / 4) * 60 / self.bpm

        def part(beat, degree, gain):
            for position, letter in self.steps(line):
                members = [0, 2, 4] if letter == "c" else [2 * int(letter) - 2]
                for member in members:
                    pitch = self.pitch(degree + member, 52)
                    self.position(sounds.note(instrument, pitch, length), beat + position, gain)
        return part

    def melody(self):
        bar_beats = patterns.BEATS_PER_BAR[self.metre]
        divisions = 3 if self.metre == "6/8" else 2
        rhythms = [
            [position / divisions for position in range(bar_beats * divisions)
             if self.random.random() < (0.7 if position % divisions == 0 else 0.3)]
            for _ in range(2)]
        turn = [0]

        def part(beat, degree, gain):
            for position in rhythms[turn[0] % 2]:
                pitch = self.pitch(degree + int(self.random.choice([0, 1, 2, 4])), 64)
                self.position(sounds.note("lead", pitch, 0.4 * 60 / self.bpm), beat + position, gain)
            turn[0] += 1
        return part

    def pitch(self, degree, base):
        octave, step = divmod(degree, len(MAJOR))
        return base + self.key + 12 * octave + MAJOR[step]

    # MARK: Reverberation and noise

    def finished(self, sound):
        """With reverberation and noise where the piece has them, at a level of its own."""
        random = self.random
        if random.random() < REVERB_SHARE:
            sound = sound + random.uniform(0.1, 0.5) * reverberation(sound, random)
        if random.random() < NOISE_SHARE:
            ratio_db = random.uniform(8, 30)
            level = np.sqrt(np.mean(sound ** 2)) * 10 ** (-ratio_db / 20)
            sound = sound + level * random.normal(size=sound.size)
        return sound / np.max(np.abs(sound)) * 10 ** (-random.uniform(1, 20) / 20)


def reverberation(sound, random):
    decay = random.uniform(0.15, 0.5)
    t = np.arange(int(3 * decay * RATE_HZ)) / RATE_HZ
    impulse_response = random.normal(size=t.size) * np.exp(-t / decay)
    impulse_response /= np.sqrt(np.sum(impulse_response ** 2))
    size = 1 << (sound.size + impulse_response.size).bit_length()
    return np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(impulse_response, size), size)[:sound.size]


def tempo(random, low, high):
    """In bpm: normal in its logarithm, drawn again until it lies in the range."""
    while True:
        bpm = float(np.exp(random.normal(np.log(CENTRE_BPM), np.log(2) * SPREAD_OCTAVES)))
        if low <= bpm <= high:
            return round(bpm, 2)


def choice(random, items):
    return items[random.integers(len(items))]


def weighted(random, items):
    names, weights = zip(*items)
    return names[random.choice(len(names), p=np.array(weights) / sum(weights))]


def write(sound, path):
    """The sound, full scale 1, as a WAV file of 16 bits and one channel."""
    samples = np.round(sound * 32_767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(samples.tobytes())
