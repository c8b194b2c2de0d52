"""Scores, MIDI files and WADs against values that are worked out by hand."""

import struct
import unittest

import numpy as np

import generated_set
import kind_scores
import midi
import tempo_scores
import wad


def midi_file(*tracks, division=96):
    chunks = [b"MThd" + struct.pack(">IHHH", 6, 1, len(tracks), division)]
    chunks += [b"MTrk" + struct.pack(">I", len(track)) + track for track in tracks]
    return b"".join(chunks)


def tempo_event(delta, microseconds):
    return delta + b"\xff\x51\x03" + microseconds.to_bytes(3, "big")


END = b"\x00\xff\x2f\x00"


class Scores(unittest.TestCase):
    def test_four_percent_is_right_and_more_is_wrong(self):
        self.assertEqual(tempo_scores.accuracies(103.9, 100), (True, True))
        self.assertEqual(tempo_scores.accuracies(104.1, 100), (False, False))

    def test_octaves_count_for_the_second_only(self):
        for bpm in (200, 50, 300, 33.4):
            self.assertEqual(tempo_scores.accuracies(bpm, 100), (False, True))
        self.assertEqual(tempo_scores.accuracies(150, 100), (False, False))

    def test_no_tempo_is_wrong(self):
        self.assertEqual(tempo_scores.accuracies(None, 100), (False, False))
        self.assertEqual(tempo_scores.wrong_factor(None, 100), "none")

    def test_factors_have_names(self):
        found = [tempo_scores.wrong_factor(bpm, 90) for bpm in (90, 180, 45, 270, 30, 135, 60, 77)]
        self.assertEqual(found, ["", "2", "1/2", "3", "1/3", "3/2", "2/3", "other"])

    def test_interval_of_equal_programs_is_nothing(self):
        self.assertEqual(tempo_scores.difference([1, 0, 1], [1, 0, 1]), (0, 0, 0))


class Midi(unittest.TestCase):
    def test_shares_of_two_tempi(self):
        # 96 ticks at half a second a quarter note, then 96 at a quarter of a second.
        track = (tempo_event(b"\x00", 500_000) + tempo_event(b"\x60", 250_000)
                 + b"\x60\x90\x40\x40" + END)
        shares, seconds = midi.tempo_shares(midi_file(track))
        self.assertAlmostEqual(seconds, 0.75)
        self.assertEqual([round(bpm) for bpm, _ in shares], [120, 240])
        self.assertAlmostEqual(shares[0][1], 2 / 3)

    def test_without_a_tempo_it_is_120_and_running_status_holds(self):
        shares, seconds = midi.tempo_shares(
            midi_file(b"\x00\x90\x40\x40\x81\x40\x40\x00" + END))
        self.assertEqual(shares, [(120, 1)])
        self.assertAlmostEqual(seconds, 1)

    def test_other_bytes_are_refused(self):
        with self.assertRaises(midi.NotMIDI):
            midi.tempo_shares(b"MUS\x1a" + bytes(20))


class Beats(unittest.TestCase):
    def test_the_nearest_beat_counts(self):
        errors = tempo_scores.beat_errors([0.5, 1.02, 1.9], [0.0, 1.0, 2.0])
        for found, exact in zip(errors, [0.5, 0.02, 0.1]):
            self.assertAlmostEqual(found, exact)

    def test_a_piece_without_drift_has_even_beats(self):
        piece = next(piece for piece in map(generated_set.Piece, range(20)) if piece.drift == 0)
        times = piece.beat_times()
        self.assertAlmostEqual(times[0], piece.offset)
        self.assertAlmostEqual(times[-1] - times[0], (len(times) - 1) * 60 / piece.bpm)
        self.assertTrue(30 - 60 / piece.bpm <= times[-1] < 30)


class Kinds(unittest.TestCase):
    def score(self, kind, **values):
        score = kind_scores.Score(kind, np.random.default_rng(1))
        score.drift, score.first_half, score.length = 0, 0.5, 30
        vars(score).update(values)
        return score

    def test_numbers_of_midi_have_seven_bits_a_byte(self):
        for number, data in [(0, "00"), (127, "7f"), (128, "8100"), (16_384, "818000")]:
            self.assertEqual(kind_scores.variable(number).hex(), data)

    def test_beats_of_a_steady_tempo_are_even(self):
        score = self.score("guitar", bpm=60, last_bpm=60)
        self.assertAlmostEqual(score.seconds(7.5) - score.seconds(0), 7.5)

    def test_a_tempo_from_60_to_120_in_30_s_has_45_beats(self):
        score = self.score("change", bpm=60, last_bpm=120)
        self.assertAlmostEqual(score.seconds(45) - score.seconds(0), 30)
        self.assertAlmostEqual(score.seconds(0.01) - score.seconds(0), 0.01, 4)

    def test_the_same_number_is_the_same_piece(self):
        notes = [self.score("ballad").play(30)[0] for _ in range(2)]
        self.assertEqual(*notes)

    def test_the_file_is_midi_of_120_bpm(self):
        shares, _ = midi.tempo_shares(kind_scores.midi([(0.5, 1, 0, 60, 80)], {0: 24}))
        self.assertEqual([round(bpm) for bpm, _ in shares], [120])


class Wad(unittest.TestCase):
    def test_only_music_is_found(self):
        lumps = [(b"D_E1M1", b"one"), (b"FLAT", b"no"), (b"D_INTRO", b"two")]
        body, rows = b"", b""
        for name, data in lumps:
            rows += struct.pack("<ii8s", 12 + len(body), len(data), name)
            body += data
        wad_file = struct.pack("<4sii", b"IWAD", len(lumps), 12 + len(body)) + body + rows
        self.assertEqual(wad.music_lumps(wad_file), [("e1m1", b"one"), ("intro", b"two")])


if __name__ == "__main__":
    unittest.main()
