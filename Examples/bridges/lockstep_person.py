#!/usr/bin/env python3
"""Simulated people behind a bridge in lockstep: a model for bridges with a clock of their own.

    python3 lockstep_person.py --people 30 --minutes 10 --seed 1
    python3 lockstep_person.py --latency 2.6 --packets 1

Each person breathes as `hrv live` commands, and their heart answers. The bridge's clock begins anywhere; cues
are placed by `t + in_ms` of their lines, on that clock. At the end the rate that hrv found is compared with the
rate at which the person's heart swings most, which follows from the equations, and the latency that it found with the
one that the strap has. Only Python's own library is used.
"""

import argparse
import cmath
import json
import math
import random
import statistics
import subprocess

STEP = 0.01  # of the simulation; s
TICK = 0.25  # from tick to tick; s


class Heart:
    """A second-order or a delayed loop from the lungs' volume to the heart rate."""

    def __init__(self, dice):
        uniform = dice.uniform
        self.is_loop = dice.random() < 0.6
        self.gain, self.damping = uniform(0.45, 0.75), uniform(0.12, 0.30)
        self.vessel, self.heart, self.delay = uniform(1, 2.5), uniform(0.3, 1), uniform(0.3, 0.9)
        self.share, self.direct_delay, self.depth = uniform(0.05, 0.5), uniform(0, 0.5), uniform(0, 0.5)
        wanted = 0.0
        while not 4.5 <= wanted <= 7:
            wanted = dice.gauss(5.6, 0.6)
        # The loop whose whole answer is largest nearest to the rate that was drawn.
        self.own = min((3.5 + 0.02 * step for step in range(230)), key=lambda own: abs(self.best(own) - wanted))
        self.truth = self.best(self.own)
        rsa_amplitude = min(math.exp(dice.gauss(math.log(13), 0.45)), 50)
        self.bpm = rsa_amplitude / 2 / abs(self.response(self.own, self.truth) * self.volume(self.truth))
        self.direct = self.share * abs(self.loop(self.own, self.own))

    def volume(self, rate):
        return (6 / rate) ** self.depth

    def constants(self, own):
        """Angular frequency, delay and feedback of the loop."""
        w = 2 * math.pi * own / 60
        turn = w * self.vessel
        return w, (math.pi - math.atan(turn)) / w, self.gain * math.hypot(1, turn)

    def loop(self, own, rate):
        w0, delay, feedback = self.constants(own)
        w = 2 * math.pi * rate / 60
        if self.is_loop:
            inner = 1 + 1j * w * self.vessel + feedback * cmath.exp(-1j * w * delay)
            return cmath.exp(-1j * w * self.delay) / ((1 + 1j * w * self.heart) * inner)
        return w0**2 * cmath.exp(-1j * w * self.delay) / (w0**2 - w**2 + 2j * self.damping * w0 * w)

    def response(self, own, rate):
        w = 2 * math.pi * rate / 60
        direct = self.share * abs(self.loop(own, own)) * cmath.exp(-1j * w * self.direct_delay)
        return self.loop(own, rate) + direct

    def best(self, own):
        rates = [3.5 + 0.02 * step for step in range(250)]
        return max(rates, key=lambda rate: abs(self.response(own, rate)) * self.volume(rate))


class Person:
    """Lungs that follow cues, and the beats of the heart behind them. Times are s since the person's birth."""

    def __init__(self, dice):
        self.dice, self.heart = dice, Heart(dice)
        self.lag, self.depth_jitter = dice.uniform(0.1, 0.5), dice.uniform(0.08, 0.2)
        self.period_jitter, self.gain_noise = dice.uniform(0.02, 0.05), dice.uniform(0.08, 0.2)
        self.noise = min(math.exp(dice.gauss(math.log(2), 0.35)), 10)
        self.mayer = dice.uniform(0.3, 0.8) * self.noise
        self.beat_jitter = min(math.exp(dice.gauss(math.log(7), 0.4)), 50) / 1000
        self.rate = min(max(dice.gauss(68, 8), 45), 95)
        self.now, self.steps, self.level, self.depth, self.last_depth = 0.0, 0, 0.0, 1.0, 0.0
        self.moves = []  # begin, length, target; from the next one on
        self.move = (0.0, 1.0, 0.0, 0.0)  # begin, length, from, to
        self.lungs = [0.0] * 300
        self.pressures = [0.0] * 3000
        self.slope = self.beating = self.state = self.integral = self.last_beat = 0.0
        self.walks = {3: 0.0, 10: 0.0, 30: 0.0, 100: 0.0}
        self.gain_walk, self.wave, self.wave_slope = 0.0, 0.0, 0.0

    def cue(self, phase, begin, seconds, rate):
        """The lungs move from where they are; a breath is 2 deep about its mean."""
        if phase == "in":
            self.last_depth = 0.6 * self.last_depth + 0.8 * self.dice.gauss(0, self.depth_jitter)
            self.depth = max(0.2, 1 + self.last_depth) * self.heart.volume(rate)
            self.late = self.lag + self.dice.gauss(0, self.period_jitter / math.sqrt(2)) * 60 / rate
        target = {"in": 0.95, "out": -1.05}.get(phase)
        if target is not None:
            self.moves.append((max(self.now, begin + max(0.0, self.late)), seconds, target * self.depth))

    def breathe(self):
        while self.moves and self.moves[0][0] <= self.now:
            begin, length, target = self.moves.pop(0)
            self.move = (begin, length, self.level, target)
        begin, length, low, high = self.move
        share = min(max((self.now - begin) / length, 0), 1)
        self.level = low + (high - low) * (1 - math.cos(math.pi * share)) / 2

    def back(self, line, seconds):
        return line[(self.steps - round(seconds / STEP)) % len(line)]

    def respond(self):
        """What breathing adds to the heart rate."""
        heart = self.heart
        w0, delay, feedback = heart.constants(heart.own)
        self.lungs[self.steps % len(self.lungs)] = self.level
        drive = heart.bpm * math.exp(self.gain_walk) * self.level
        if heart.is_loop:
            self.state += STEP / heart.vessel * (drive - self.state - feedback * self.back(self.pressures, delay))
        else:
            self.slope += STEP * (w0**2 * (drive - self.state) - 2 * heart.damping * w0 * self.slope)
            self.state += STEP * self.slope
        self.pressures[self.steps % len(self.pressures)] = self.state
        late = self.back(self.pressures, heart.delay)
        self.beating = self.beating + STEP / heart.heart * (late - self.beating) if heart.is_loop else late
        return self.beating + heart.bpm * heart.direct * self.back(self.lungs, heart.direct_delay)

    def wander(self):
        """Rhythms that are there without breathing."""
        def walk(value, seconds, deviation):
            decay = math.exp(-STEP / seconds)
            return decay * value + deviation * math.sqrt(1 - decay**2) * self.dice.gauss(0, 1)
        for seconds in self.walks:
            self.walks[seconds] = walk(self.walks[seconds], seconds, self.noise / 2)
        self.gain_walk = walk(self.gain_walk, 90, self.gain_noise)
        w0 = 2 * math.pi * self.heart.own / 60
        push = self.mayer * math.sqrt(0.8 / w0 / STEP) * self.dice.gauss(0, 1)
        self.wave_slope += STEP * (w0**2 * (push - self.wave) - 0.4 * w0 * self.wave_slope)
        self.wave += STEP * self.wave_slope
        return sum(self.walks.values()) + self.wave

    def live(self, until):
        """Goes on; gives the beats: when each was, and how long after the one before; s, ms."""
        beats = []
        while self.now < until - 1e-9:
            self.steps += 1
            self.now = self.steps * STEP
            self.breathe()
            self.integral += STEP * max(20.0, self.rate + self.respond() + self.wander()) / 60
            if self.integral >= 1:
                self.integral -= 1
                beat = self.now + self.dice.gauss(0, self.beat_jitter)
                beats.append((min(beat, self.now), round(1000 * (beat - self.last_beat))))
                self.last_beat = beat
        return beats


class Bridge:
    """A program that speaks the line protocol in lockstep, by a clock that begins at some origin."""

    def __init__(self, hrv, minutes, origin):
        self.origin = origin
        self.hrv = subprocess.Popen(
            [hrv, "live", "--bridge", "-", "--clock", "bridge", "--duration", str(minutes), "--discard", "--quiet"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def clock(self, seconds):
        return self.origin + round(1e6 * seconds)

    def say(self, kind, seconds, **fields):
        line = {"type": kind, "t": self.clock(seconds), **fields}
        self.hrv.stdin.write(json.dumps(line, separators=(",", ":")) + "\n")

    def hear(self, until):
        """Lines up to one of some kinds; nothing more at the end."""
        self.hrv.stdin.flush()
        for text in self.hrv.stdout:
            line = json.loads(text)
            yield line
            if line["type"] in until:
                return

    def send(self, waiting, now, latency, packets):
        """Beats that are due, each by itself or those of a while together, late by the strap's latency."""
        if packets and round(now / TICK) % round(packets / TICK):
            return
        due = [beat for beat in waiting if beat[0] + latency <= now]
        del waiting[:len(due)]
        if packets and due:
            self.say("rr", now, dev="0", rr_ms=[interval for _, interval in due])
            return
        for beat, interval in due:
            # Times of lines never go back.
            self.say("rr", max(beat + latency, now - TICK), dev="0", rr_ms=[interval])

    def lead(self, person, latency, packets):
        """A session; gives the last figures."""
        figures, over, tick, waiting = {}, False, 0, []
        self.say("hello", 0, proto="beatline", v=1, bridge="lockstep_person 1", caps=["rr", "lockstep"])
        while not over:
            tick += 1
            now = tick * TICK
            waiting += person.live(now)
            self.send(waiting, now, latency, packets)
            self.say("tick", now)
            heard = False
            for line in self.hear({"go", "bye"}):
                heard = True
                if line["type"] == "metric":
                    figures = line
                elif line["type"] == "pace" and line["phase"] != "stop":
                    begin = (line["t"] - self.origin) / 1e6 + line["in_ms"] / 1000
                    person.cue(line["phase"], begin, line["dur_ms"] / 1000, line["bpm"])
                over = line["type"] == "bye"
            over = over or not heard
        self.hrv.stdin.close()
        self.hrv.wait()
        return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hrv", default="hrv")
    parser.add_argument("--people", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--origin", type=float, default=259_200, help="what the bridge's clock shows at first; s")
    parser.add_argument("--latency", type=float, default=0, help="from a beat to its line; s")
    parser.add_argument("--packets", type=float, default=0, help="from packet to packet, multiples of 0.25; 0: none; s")
    options = parser.parse_args()
    errors, inside, late = [], [], []
    for index in range(options.people):
        person = Person(random.Random(f"{options.seed} {index}"))
        bridge = Bridge(options.hrv, options.minutes, round(1e6 * options.origin))
        figures = bridge.lead(person, options.latency, options.packets)
        found, truth = figures.get("resonance_bpm"), person.heart.truth
        latency = figures.get("latency_s")
        print(f"{index:3}  truth {truth:.2f}  found {found and round(found, 2)}  latency {latency and round(latency, 1)}",
              flush=True)
        if latency is not None:
            late.append(abs(latency - options.latency))
        if found is not None:
            errors.append(abs(found - truth))
            inside.append(errors[-1] <= 1.645 * figures["resonance_sd"])
    if errors:
        errors.sort()
        print(f"{len(errors)} of {options.people} were told a rate; error: median {statistics.median(errors):.3f}, "
              f"largest {errors[-1]:.3f} breaths/min; {sum(inside)} within 1.645 standard deviations")
    if late:
        print(f"latency: error, median {statistics.median(late):.2f} s")


if __name__ == "__main__":
    main()
