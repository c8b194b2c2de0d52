"""Scores of the set K: who plays, on which steps of a bar, and how fast.

A score is a list of (seconds, length in s, channel, key, velocity) and a table of MIDI programs by channel.
The tempo is that of the beat a listener would count; what subdivides it is drawn with it, so that the
fastest regular pulse of a piece stays between about two and nine strokes a second, as in most music.
"""

import struct

import numpy as np

# Centre, spread in octaves, least and greatest tempo in bpm, and what a beat may be divided into.
TEMPI = {
    "guitar": (84, 0.35, 50, 150), "strings": (72, 0.35, 48, 130), "ballad": (70, 0.2, 52, 96),
    "arpeggio": (92, 0.35, 56, 150), "lofi": (80, 0.15, 60, 98), "eighths": (70, 0.15, 56, 84),
    "choir": (72, 0.3, 48, 120), "tremolo": (92, 0.35, 56, 150), "quiet": (66, 0.2, 48, 90),
    "allegro": (140, 0.15, 112, 184), "dance": (126, 0.12, 104, 150), "rock": (138, 0.25, 92, 190),
    "jazz": (132, 0.4, 70, 210), "waltz": (132, 0.35, 72, 190), "change": (96, 0.25, 70, 130)}
KINDS = list(TEMPI)
MAJOR, MINOR = [0, 2, 4, 5, 7, 9, 11], [0, 2, 3, 5, 7, 8, 10]
PROGRESSIONS = [
    [0, 5, 3, 4], [0, 3, 4, 0], [5, 3, 0, 4], [0, 4, 5, 3], [1, 4, 0, 0], [0, 0, 3, 4], [0, 2, 3, 3]]
NYLON, STEEL, PIANO, ELECTRIC, VIBES, HARP, BASS, FRETLESS = 24, 25, 0, 4, 11, 46, 33, 35
STRINGS, SLOW_STRINGS, TREMOLO, CHOIR, VOICE, PAD, ORGAN, OVERDRIVE, CLEAN, CELLO, FLUTE, SAW = (
    48, 49, 44, 52, 53, 89, 16, 29, 27, 42, 73, 81)
KICK, SNARE, STICK, HAT, OPEN_HAT, RIDE, SHAKER, CLAP, BRUSH = 36, 38, 37, 42, 46, 51, 70, 39, 40
DRUMS = 9
TICKS = 480
FASTEST_HZ, SLOWEST_HZ = 9, 1.6


class Score:
    """The draws of one piece. `last_bpm` differs from `bpm` where the tempo changes all along."""

    def __init__(self, kind, random):
        self.kind, self.random = kind, random
        self.bpm = round(self.tempo(*TEMPI[kind]), 2)
        self.last_bpm = self.bpm
        if kind == "change":
            self.last_bpm = round(self.bpm * 2 ** random.uniform(0.3, 0.6), 2)
            if random.random() < 0.4:
                self.bpm, self.last_bpm = self.last_bpm, self.bpm
        self.beats_per_bar = {"waltz": 3}.get(kind, 3 if kind in ("guitar", "choir", "quiet")
                                              and random.random() < 0.2 else 4)
        self.scale = MAJOR if random.random() < 0.6 else MINOR
        self.key = int(random.integers(0, 12))
        self.progression = self.pick(PROGRESSIONS)
        self.bars_per_chord = self.pick([1, 1, 2]) if self.bpm > 90 else 1
        self.jitter = random.uniform(0.002, 0.016)
        self.drift = random.uniform(0, 0.008) if random.random() < 0.4 else 0
        self.drift_seconds = random.uniform(12, 40)
        self.first_half = 0.5
        self.notes, self.programs = [], {}

    def tempo(self, centre, octaves, low, high):
        while True:
            bpm = float(centre * 2 ** self.random.normal(0, octaves))
            if low <= bpm <= high:
                return bpm

    def pick(self, items):
        return items[int(self.random.integers(len(items)))]

    def chance(self, share):
        return bool(self.random.random() < share)

    # MARK: Time

    def seconds(self, beats):
        whole, part = divmod(beats, 1)
        swung = (part * self.first_half / 0.5 if part < 0.5
                 else self.first_half + (part - 0.5) * (1 - self.first_half) / 0.5)
        beats = whole + swung
        straight = beats * 60 / self.bpm
        if self.last_bpm != self.bpm:
            # The beat frequency grows linearly with time over the whole length.
            f, slope = self.bpm / 60, (self.last_bpm - self.bpm) / 60 / self.length
            straight = (-f + np.sqrt(max(f * f + 2 * slope * beats, 0))) / slope
        turn = 2 * np.pi / self.drift_seconds
        return (0.1 + straight + self.drift * np.sin(turn * straight) / turn)

    def division(self, options):
        """Parts of a beat among the options whose pulse is neither too slow nor too fast."""
        fitting = [parts for parts in options
                   if SLOWEST_HZ <= max(self.bpm, self.last_bpm) / 60 * parts <= FASTEST_HZ]
        return self.pick(fitting or [min(options)])

    # MARK: Lines

    def note(self, channel, key, beat, length, velocity):
        start = self.seconds(beat) + self.random.normal(0, self.jitter)
        end = self.seconds(beat + length)
        velocity = int(np.clip(velocity + self.random.normal(0, 6), 8, 127))
        self.notes.append((max(start, 0), max(end - start, 0.05), channel, int(key), velocity))

    def pitch(self, degree, base):
        octave, step = divmod(degree, 7)
        return base + self.key + 12 * octave + self.scale[step]

    def line(self, channel, program, base, parts, *, share=0.85, accent=14, velocity=72, ring=1.0,
             order=(0, 2, 4, 2), beat_share=None):
        """Single notes of the chord on a grid; a step sounds by its share, the same in every other bar."""
        self.programs[channel] = program
        steps = self.beats_per_bar * parts
        shares = [(beat_share or min(1, share + 0.12)) if step % parts == 0 else share
                  for step in range(steps)]
        bars = [[self.chance(share) for share in shares] for _ in range(2)]
        for bar, degree in self.bars():
            for step in range(steps):
                if bars[bar % 2][step] or step == 0:
                    loud = accent if step % parts == 0 else 0
                    self.note(channel, self.pitch(degree + order[step % len(order)], base),
                              bar * self.beats_per_bar + step / parts, ring / parts,
                              velocity + loud + (6 if step == 0 else 0))

    def chords(self, channel, program, base, pattern, *, velocity=66, ring=0.95, members=(0, 2, 4)):
        """Chords at the positions of a bar in beats."""
        self.programs[channel] = program
        for bar, degree in self.bars():
            for position, end in zip(pattern, [*pattern[1:], self.beats_per_bar]):
                spread = 0.012 if program in (NYLON, STEEL, HARP) else 0
                for index, member in enumerate(members):
                    self.note(channel, self.pitch(degree + member, base),
                              bar * self.beats_per_bar + position + index * spread,
                              (end - position) * ring, velocity + (8 if position == 0 else 0))

    def drums(self, lines, parts):
        """Lines of (key, steps that sound, velocity) on a grid of a bar."""
        for bar, _ in self.bars():
            for key, steps, velocity in lines:
                for step in steps:
                    self.note(DRUMS, key, bar * self.beats_per_bar + step / parts, 0.1,
                              velocity + (8 if step % parts == 0 else 0))

    def melody(self, channel, program, base, parts, share):
        self.programs[channel] = program
        rhythm = [self.chance(share + (0.35 if step % parts == 0 else 0))
                  for step in range(2 * self.beats_per_bar * parts)]
        for bar, degree in self.bars():
            half = rhythm[(bar % 2) * len(rhythm) // 2:][:len(rhythm) // 2]
            for step, sounds in enumerate(half):
                if sounds:
                    self.note(channel, self.pitch(degree + self.pick([0, 1, 2, 4, 7]), base),
                              bar * self.beats_per_bar + step / parts, self.pick([1, 1, 2]) / parts, 78)

    def bars(self):
        fastest = max(self.bpm, self.last_bpm)
        for bar in range(int(self.length * fastest / 60 / self.beats_per_bar) + 1):
            yield bar, self.progression[bar // self.bars_per_chord % len(self.progression)]

    # MARK: Kinds

    def play(self, seconds):
        self.length = seconds
        getattr(self, self.kind)()
        return [note for note in self.notes if note[0] < seconds + 1], self.programs

    def beats(self):
        return list(range(self.beats_per_bar))

    def guitar(self):
        program = self.pick([NYLON, STEEL])
        self.first_half = self.random.uniform(0.54, 0.64) if self.chance(0.15) else 0.5
        parts = self.division([1, 2, 2, 3, 4])
        style = self.pick(["picked", "picked", "thumb", "strummed"])
        if style == "strummed":
            positions = sorted({0, *[step / 2 for step in range(2 * self.beats_per_bar)
                                     if self.chance(0.85 if step % 2 == 0 else 0.5)]})
            self.chords(0, program, 48, positions, members=(0, 2, 4, 7))
        else:
            order = self.pick([(0, 4, 7, 9), (0, 7, 4, 9), (0, 4, 9, 7, 4, 7), (0, 2, 4, 7)])
            self.line(0, program, 45, parts, share=self.random.uniform(0.6, 1), order=order, ring=3)
            if style == "thumb":
                self.line(1, program, 33, 1, share=0.9, order=(0, 4), velocity=76)
        if self.chance(0.3):
            self.melody(2, program, 60, self.division([1, 2]), 0.2)

    def strings(self):
        program = self.pick([STRINGS, SLOW_STRINGS, CELLO])
        positions = self.pick([self.beats(), [0, 2][:self.beats_per_bar], self.beats(), [0, 1.5, 2]])
        self.chords(0, program, 48, positions)
        self.line(1, self.pick([CELLO, STRINGS]), 36, 1, share=0.8, order=(0, 4))
        if self.chance(0.7):
            self.melody(2, self.pick([STRINGS, 40]), 64, self.division([1, 2]), 0.3)

    def ballad(self):
        program = self.pick([PIANO, PIANO, ELECTRIC])
        if self.chance(0.6):
            self.chords(0, program, 48, self.beats())
        else:
            self.line(0, program, 48, self.division([2, 3, 4]), order=(0, 2, 4, 7))
        if self.chance(0.6):
            self.line(1, FRETLESS, 28, 1, share=0.4, order=(0, 0, 4, 0), beat_share=0.5)
        if self.chance(0.6):
            self.melody(2, self.pick([PIANO, FLUTE, VOICE]), 64, 2, 0.35)
        if self.chance(0.3):
            self.drums([(KICK, [0, 4], 60), (STICK, [2, 6], 56), (HAT, range(8), 40)], 2)

    def arpeggio(self):
        parts = self.division([2, 3, 4, 4])
        order = self.pick([(0, 2, 4, 7), (0, 2, 4), (0, 4, 2, 4), (0, 2, 4, 7, 9, 7, 4, 2), (7, 4, 2, 0)])
        self.line(0, self.pick([HARP, PIANO, VIBES, SAW, 98, NYLON]), 52, parts, share=1, accent=10,
                  order=order, ring=self.random.uniform(1, 3))
        if self.chance(0.5):
            self.chords(1, self.pick([PAD, STRINGS]), 48, [0], velocity=50)
        if self.chance(0.3):
            self.line(2, BASS, 28, 1, share=0.6, order=(0,))

    def lofi(self):
        self.first_half = self.random.uniform(0.5, 0.62)
        kicks = self.pick([[0, 10], [0, 7, 10], [0, 3, 10], [0, 8, 10]])
        hats = self.pick([range(0, 16, 2), range(0, 16, 2), range(0, 16, 4), range(16)])
        self.drums([(KICK, kicks, 92), (self.pick([SNARE, STICK, CLAP]), [4, 12], 84),
                    (self.pick([HAT, SHAKER]), hats, 54)], 4)
        self.chords(0, self.pick([ELECTRIC, PIANO, VIBES]), 52,
                    self.pick([[0], [0, 2], [0, 1.5], [0, 2.5]]), members=(0, 2, 4, 6))
        self.line(1, FRETLESS, 28, 2, share=0.3, order=(0, 0, 4, 0), beat_share=0.5)

    def eighths(self):
        """Slow soul: hats, and often the bass, on every eighth as loud as on the beats."""
        parts = 2
        kicks = self.pick([[0, 4], [0, 3, 4], [0, 4, 5], [0, 5], [0, 3, 5]])
        self.drums([(KICK, kicks, 96), (SNARE, [2, 6], 94), (self.pick([HAT, HAT, RIDE]), range(8),
                                                            self.random.uniform(55, 80))], parts)
        if self.chance(0.75):
            self.line(1, BASS, 28, parts, share=self.random.uniform(0.7, 1), accent=2, order=(0,),
                      velocity=88)
        self.chords(0, self.pick([ORGAN, ELECTRIC, CLEAN, PIANO]), 52,
                    self.pick([[0], [0, 2], [1, 3], self.beats()]), velocity=60)
        if self.chance(0.4):
            self.melody(2, self.pick([VOICE, 65, FLUTE]), 64, 2, 0.3)

    def choir(self):
        positions = self.pick([self.beats(), [0, 2], self.beats(), [0, 2, 3]])
        positions = [p for p in positions if p < self.beats_per_bar]
        self.chords(0, self.pick([CHOIR, VOICE]), 48, positions, members=(0, 2, 4, 7))
        if self.chance(0.6):
            self.melody(1, self.pick([CHOIR, VOICE]), 64, self.division([1, 2]), 0.3)
        if self.chance(0.3):
            self.chords(2, ORGAN + 3, 36, [0], velocity=44, members=(0,))

    def tremolo(self):
        """One chord or note repeated fast; what is heard as the beat is where it changes or swells."""
        parts = self.pick([n for n in [4, 6, 8, 12] if 6 <= self.bpm / 60 * n <= 15] or [4])
        program = self.pick([NYLON, TREMOLO, STRINGS, 105])
        self.line(0, program, 60, parts, share=1, accent=self.random.uniform(4, 20), order=(4,), velocity=62)
        self.line(1, self.pick([NYLON, CELLO, STEEL]), 40, self.division([1, 2]), share=0.8,
                  order=(0, 2, 4, 2), velocity=80)

    def quiet(self):
        program = self.pick([PIANO, NYLON, VIBES, PAD, HARP])
        style = self.pick(["chords", "broken", "sparse"])
        if style == "chords":
            self.chords(0, program, 50, self.pick([self.beats(), [0, 2], self.beats()]), velocity=40)
        else:
            self.line(0, program, 50, self.division([1, 2, 2, 3]), velocity=38, accent=8, ring=2,
                      share=0.9 if style == "broken" else 0.4, beat_share=0.8)
        if self.chance(0.5):
            self.melody(1, self.pick([PIANO, FLUTE, VIBES]), 62, 2, 0.15)

    def allegro(self):
        """Fast strings or a fast guitar, without drums."""
        parts = self.division([1, 2, 2])
        program = self.pick([STRINGS, 40, STEEL, PIANO])
        self.line(0, program, 55, parts, share=0.85, order=self.pick([(0, 2, 4, 2), (0, 4), (7, 4, 2, 0)]))
        self.line(1, self.pick([CELLO, BASS, PIANO]), 36, 1, share=0.95, order=(0, 4), velocity=84)
        self.chords(2, self.pick([STRINGS, STEEL, PIANO]), 52, self.pick([[1, 3], self.beats(), [0, 2]]))
        if self.chance(0.6):
            self.melody(3, self.pick([40, FLUTE, STEEL]), 67, 2, 0.4)

    def dance(self):
        self.drums([(KICK, [0, 4, 8, 12], 112), (CLAP, [4, 12], 90),
                    (OPEN_HAT, [2, 6, 10, 14], 70)] + ([(HAT, range(16), 48)] if self.chance(0.5) else []), 4)
        self.line(1, self.pick([38, 39]), 28, 2, share=0.5, order=(0,), beat_share=0.3)
        self.chords(0, self.pick([SAW, PAD, PIANO]), 52, self.pick([[0], [0, 1.5, 3], [0.5, 1.5, 2.5, 3.5]]))

    def rock(self):
        parts = 2
        kicks = self.pick([[0, 4], [0, 4, 5], [0, 3, 4], [0, 1, 5]])
        cymbals = range(8) if self.bpm < 165 else range(0, 8, 2)
        self.drums([(KICK, kicks, 108), (SNARE, [2, 6], 110), (self.pick([HAT, RIDE, OPEN_HAT]), cymbals, 76)],
                   parts)
        self.line(1, BASS, 28, parts, share=0.95, accent=2, order=(0,), velocity=92)
        positions = self.pick([[step / 2 for step in range(8)], self.beats(), [0, 1.5, 2, 3.5]])
        self.chords(0, self.pick([OVERDRIVE, CLEAN, STEEL]), 40, positions, members=(0, 4, 7), velocity=84)

    def jazz(self):
        self.first_half = self.random.uniform(0.58, 0.68)
        self.drums([(RIDE, [0, 2, 3, 4, 6, 7], 66), (HAT + 2, [2, 6], 50)], 2)
        self.line(1, 32, 28, 1, share=1, order=(0, 2, 4, 5), velocity=84)
        self.chords(0, PIANO, 52, self.pick([[0.5, 2.5], [1, 3], [0, 1.5], [1.5, 3.5]]), ring=0.4)
        if self.chance(0.6):
            self.melody(2, self.pick([65, 56, PIANO]), 64, 2, 0.5)

    def waltz(self):
        self.line(1, self.pick([BASS, PIANO, CELLO]), 34, 1, share=0.05, beat_share=0.05, order=(0, 4, 4))
        self.chords(0, self.pick([PIANO, STRINGS, 21, STEEL]), 52, [1, 2], ring=0.5)
        self.melody(2, self.pick([PIANO, 40, FLUTE, 21]), 67, 2, 0.3)

    def change(self):
        """A tempo that grows or falls all along."""
        self.pick([self.eighths, self.guitar, self.ballad, self.allegro, self.rock])()


# MARK: MIDI

def midi(notes, programs):
    """A MIDI file of one track, 120 bpm and 480 ticks a quarter note: a tick is 1/960 s."""
    events = [(0, bytes([0xC0 | channel, program])) for channel, program in programs.items()]
    for start, length, channel, key, velocity in notes:
        if 0 <= key < 128:
            events.append((round(start * 2 * TICKS), bytes([0x90 | channel, key, velocity])))
            events.append((round((start + length) * 2 * TICKS), bytes([0x80 | channel, key, 0])))
    track, now = b"", 0
    for tick, data in sorted(events, key=lambda event: (event[0], event[1][0] & 0xF0)):
        track += variable(tick - now) + data
        now = tick
    track += b"\x00\xff\x2f\x00"
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, TICKS)
            + b"MTrk" + struct.pack(">I", len(track)) + track)


def variable(number):
    data = bytes([number & 0x7F])
    while number := number >> 7:
        data = bytes([number & 0x7F | 0x80]) + data
    return data
