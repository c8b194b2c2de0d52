"""What the generated pieces play: bars of drums, of bass and of chords, by metre.

A bar is a string of equal steps: "." is rest, a letter strikes. A beat has four steps, in 6/8 six (the
beat is there the dotted quarter note). The numbers beside a bar are the tempi, in bpm, it is played at.
"""

STEPS_PER_BEAT = {"4/4": 4, "half": 4, "swing": 4, "3/4": 4, "6/8": 6}
BEATS_PER_BAR = {"4/4": 4, "half": 4, "swing": 4, "3/4": 3, "6/8": 2}
# The range of tempi a piece of the metre may have, in bpm.
TEMPI = {"4/4": (50, 200), "half": (120, 190), "swing": (60, 200), "3/4": (70, 200), "6/8": (50, 130)}
# How many pieces of a hundred have the metre.
SHARES = {"4/4": 52, "half": 8, "swing": 15, "3/4": 14, "6/8": 11}

ANY = (0, 999)
# Each drum pattern: lines that sound together. The slower a piece, the finer its steps are played, as in
# most music: the fastest regular pulse of a pattern stays between about two and nine strokes a second.
DRUM_BARS = {
    "4/4": [
        (["k.......k.......", "....s.......s...", "h.h.h.h.h.h.h.h."], (70, 175)),
        (["k.......k.k.....", "....s.......s...", "h.h.h.h.h.h.h.h."], (70, 175)),
        (["k...k...k...k...", "....s.......s...", "..o...o...o...o."], (95, 180)),
        (["k...k...k...k...", "....s.......s...", "hhhhhhhhhhhhhhhh"], (50, 135)),
        (["k..k..k...k.....", "....s..s.s..s...", "hhhhhhhhhhhhhhhh"], (55, 120)),
        (["k.......k.k.....", "....s.......s...", "hhhhhhhhhhhhhhhh"], (50, 105)),
        (["k.......k.......", "....s.......s...", "xxxxxxxxxxxxxxxx"], (50, 90)),
        (["k.....k.k.......", "....s.......s...", "h...h...h...h..."], (120, 200)),
        (["k.......k.......", "....s.......s...", "h...h...h...h..."], (130, 200)),
        (["k.........k.....", "....s.......s..s", "h.h.h.h.h.h.h.h."], (80, 200)),
        (["k...k...k...k...", "x.xxx.xxx.xxx.xx"], (80, 140)),
        (["k..k....k..k....", "s..s..s...s.s...", "x.x.x.x.x.x.x.x."], (90, 150)),
        (["t..t..t.t..t..t.", "k...k...k...k..."], (80, 150)),
        (["k...s...k...s...", "hhh.hhh.hhh.hhh."], (60, 120)),
        (["k...s...k...s...", "h.h.h.h.h.h.h.h."], (120, 200)),
    ],
    "half": [
        (["k...............", "........s.......", "h.h.h.h.h.h.h.h."], ANY),
        (["k.....k.........", "........s.......", "h.h.hhhhh.h.h.hh"], ANY),
        (["k.........k.....", "........s.......", "h.hhh.h.h.hhh.h."], ANY),
    ],
    "swing": [
        (["h...h.h.h...h.h.", "k.......k.......", "....h.......h..."], (90, 200)),
        (["k.......k.......", "....s.......s...", "h.h.h.h.h.h.h.h."], (60, 170)),
        (["k.....k.k.....k.", "....s.......s...", "h.h.h.h.h.h.h.h."], (60, 170)),
        (["k...k...k...k...", "....s.......s...", "h.h.h.h.h.h.h.h."], (60, 150)),
    ],
    "3/4": [
        (["k...........", "....s...s...", "h.h.h.h.h.h."], (70, 170)),
        (["k...........", "....h...h..."], (110, 200)),
        (["k...........", "....s...s...", "h...h...h..."], (100, 200)),
        (["k...........", "........s...", "x.x.x.x.x.x."], (70, 150)),
    ],
    "6/8": [
        (["k...........", "......s.....", "h.h.h.h.h.h."], ANY),
        (["k.......k.k.", "......s.....", "h.h.h.h.h.h."], ANY),
        (["k...........", "......s.....", "h...h.h...h."], (80, 130)),
    ],
}
# "b" is the chord's root, "f" its fifth.
BASS_BARS = {
    "4/4": [
        ("b.......f.......", (80, 200)), ("b...b...f...b...", ANY), ("b.b.b.b.b.b.b.b.", (50, 170)),
        ("b..b....f..b....", (60, 140)), ("b...f...b...f...", (90, 200))],
    "half": [("b...............", ANY), ("b.....b.........", ANY), ("b.b.b.b.b.b.b.b.", ANY)],
    "swing": [("b...f...b...f...", ANY), ("b.......f.......", (110, 200)), ("b...b.b.f...f.b.", ANY)],
    "3/4": [("b...........", ANY), ("b.......f...", ANY), ("b...f...b...", ANY)],
    "6/8": [("b.....f.....", ANY), ("b...b.f...b.", ANY), ("b.....b...f.", ANY)],
}
# "c" is the whole chord, digits are its notes one by one.
CHORD_BARS = {
    "4/4": [
        ("c...............", (90, 200)), ("c...c...c...c...", ANY), ("....c.......c...", (80, 200)),
        ("1.2.3.2.1.2.3.2.", (60, 150)), ("1232123212321232", (50, 100)), ("..c...c...c...c.", (80, 180)),
        ("c..c..c...c..c..", (70, 140)), ("c.......c.......", (90, 200)), ("c.c.c.c.c.c.c.c.", (50, 140))],
    "half": [("c...............", ANY), ("c.......c.......", ANY), ("1.2.3.2.1.2.3.2.", ANY)],
    "swing": [("....c.......c...", ANY), ("c.....c.c.....c.", ANY), ("1.2.3.2.1.2.3.2.", (60, 150)),
              ("c...c...c...c...", (100, 200))],
    "3/4": [("....c...c...", ANY), ("c...........", ANY), ("1.2.3.2.3.2.", (70, 150)),
            ("c...c...c...", ANY)],
    "6/8": [("c...........", (80, 130)), ("1.2.3.1.2.3.", ANY), ("c...c.c...c.", ANY)],
}
PROGRESSIONS = [[0, 5, 3, 4], [0, 3, 4, 0], [5, 3, 0, 4], [0, 4, 5, 3], [1, 4, 0, 0], [0, 0, 3, 4]]
