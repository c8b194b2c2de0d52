import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// Values of sensors, which could be intervals by their size.
extension TableDoubtTests {
    /// An accelerometer at rest shows 1000 mg, as long as an interval of a heart.
    @Test func steadyValuesBesideACounterAreAskedFor() throws {
        for seed in 1...5 {
            let values = Self.drift(3000, around: 1000, memory: 0.9, noise: 18, seed: UInt64(seed))
            let rows = values.enumerated().map { "\($0.offset),\(Int($0.element))\n" }.joined()
            #expect(try Self.options(rows) == ["--column 1", "--rate HZ"], "\(seed)")
            #expect(try Self.intervals("beat,RR\n" + rows).count == 3000, "\(seed)")
        }
    }

    @Test func aMiddleValueAboveTwoSecondsIsAskedFor() throws {
        let values = Self.drift(400, around: 2.8, memory: 0.9, noise: 0.02, seed: 49)
        let rows = values.map { String(format: "%.3f\n", $0) }.joined()
        #expect(try Self.options(rows) == ["--format rr-text", "--rate HZ"])
        #expect(try Self.intervals("RR (s)\n" + rows).count == 400)
    }

    /// A breathing belt of a few slow breaths, and a sleeping heart between 30 and 40 beats a minute.
    @Test func slowValuesThatHardlyChangeAreAskedFor() throws {
        for seed in 1...5 {
            var generator = SplitMix64(seed: UInt64(seed))
            let belt = (0..<2400).map { index -> Double in
                let noise = Double.random(in: -0.01...0.01, using: &generator)
                return 1.6 + 0.6 * sin(Double(index) / 70) + noise
            }
            let rows = belt.map { String(format: "%.3f\n", $0) }.joined()
            #expect(throws: RecordingError.self, "\(seed)") { try Self.intervals(rows) }
            #expect(try Self.intervals("RR (s)\n" + rows).count == 2400, "\(seed)")
            let heart = (0..<2400).map { index -> Double in
                let beat = Double(index)
                let noise = Double.random(in: -0.02...0.02, using: &generator)
                return 1.8 + 0.3 * sin(beat / 300) + 0.1 * sin(1.7 * beat) + noise
            }
            #expect(
                try Self.intervals(heart.map { String(format: "%.3f\n", $0) }.joined()).count
                    == 2400)
        }
    }

    /// Pulse waves in V, at rest: alone, and beside a counter where they are sampled slowly. Exercise is as smooth, but faster.
    @Test func valuesAtRestThatHardlyChangeAreNoIntervals() throws {
        for seed in 1...5 {
            var generator = SplitMix64(seed: UInt64(seed))
            func pulse(_ rateHz: Double) -> [Double] {
                (0..<3000).map { index in
                    let phase =
                        (Double(index) / rateHz).truncatingRemainder(dividingBy: 0.93) / 0.93
                    return 1 + 0.5 * sin(.pi * phase) * sin(.pi * phase) * (1 - phase)
                        + Double.random(in: -0.004...0.004, using: &generator)
                }
            }
            let alone = pulse(250).map { String(format: "%.3f\n", $0) }.joined()
            #expect(throws: RecordingError.self, "\(seed)") { try Self.intervals(alone) }
            #expect(try Self.intervals("RR (s)\n" + alone).count == 3000, "\(seed)")
            let counted = pulse(60).enumerated().map { String(format: "%d;%.3f\n", $0, $1) }
            #expect(throws: RecordingError.self, "\(seed)") { try Self.intervals(counted.joined()) }
            let exercise = (0..<3000).map { index in
                500 + 160 * cos(.pi * Double(index) / 1000)
                    + Double.random(in: -3...3, using: &generator)
            }
            let rows = exercise.map { "\(Int($0.rounded()))\n" }.joined()
            #expect(try Self.intervals(rows).count == 3000, "\(seed)")
        }
    }

    /// Hexadecimal codes beside names.
    @Test func aShortListOfThingsIsNoRecording() {
        let rows = [
            "0587 ; [.261A.0020] # SMALL LIGATURE", "0584 ; [.261B.0020] # LETTER KEH",
            "0554 ; [.261C.0020] # CAPITAL KEH", "0594 ; [.261D.0020] # SMALL YIWN",
        ]
        #expect(throws: RecordingError.self) { try Self.intervals(rows.joined(separator: "\n")) }
    }

    /// A jump from one rate to another makes no smooth values.
    @Test func aPacemakerThatSlowsDownStaysAHeart() throws {
        var generator = SplitMix64(seed: 7)
        let intervals = (0..<2400).map { index in
            (index < 1600 ? 1000 : 2100) + Int.random(in: -2...2, using: &generator)
        }
        #expect(try Self.intervals(intervals.map { "\($0)\n" }.joined()).count == 2400)
    }

    /// Skin conductance: steps of a twentieth of the spread.
    @Test func valuesThatHardlyChangeAreNoIntervals() {
        for seed in 1...5 {
            let values = Self.drift(
                4000, around: 1.4, memory: 0.999, noise: 0.002, seed: UInt64(seed))
            #expect(SignalEvidence(values).verdict == .unknown, "\(seed)")
            // A heart that changes as slowly has intervals of its own in between.
            var generator = SplitMix64(seed: UInt64(seed))
            let heart = values.map { $0 + Double.random(in: -0.02...0.02, using: &generator) }
            #expect(SignalEvidence(heart).verdict == .intervals, "\(seed)")
        }
    }

    /// Five minutes of a heart with an SDNN of 28 ms, and a paced one, beside the number of the beat.
    @Test(arguments: [(350, 880.0, 0.5, 42.0), (2000, 1000.0, 0.5, 5.0)])
    func steadyHeartsBesideTheNumberOfTheBeatAreRead(
        count: Int, middle: Double, memory: Double, noise: Double
    ) throws {
        let values = Self.drift(count, around: middle, memory: memory, noise: noise, seed: 3)
            .map { $0.rounded() }
        let rows = values.enumerated().map { "\($0.offset + 1),\(Int($0.element))\n" }.joined()
        #expect(try Self.intervals(rows) == values)
    }

    /// Intervals of a heart whose rate follows a target; ms.
    private static func heart(
        seconds: Double, noise: Double, constant: Double, seed: UInt64,
        target: (Double) -> Double
    ) -> [Double] {
        var generator = SplitMix64(seed: seed)
        var (time, rate) = (0.0, 100.0)
        var values: [Double] = []
        while time < seconds {
            let interval =
                60_000 / rate + Double.random(in: -1.7...1.7, using: &generator) * noise
            rate += (target(time) - rate) * (1 - exp(-interval / 1000 / constant))
            time += interval / 1000
            values.append(interval.rounded())
        }
        return values
    }

    /// Trainings of 30 s to 4 min on and off, periodic breathing in a night, and a pacemaker with a rate for the night.
    @Test func heartsThatChangeAgainAndAgainAreIntervals() {
        for (on, off, repeats) in [(30.0, 30.0, 30.0), (60, 60, 14), (45, 45, 15), (240, 180, 6)] {
            let values = Self.heart(
                seconds: (on + off) * repeats, noise: 4, constant: 25, seed: UInt64(on)
            ) { $0.truncatingRemainder(dividingBy: on + off) < on ? 180 : 112 }
            #expect(SignalEvidence(values).verdict == .intervals, "\(on) s on, \(off) s off")
        }
        let night = Self.heart(seconds: 14_400, noise: 10, constant: 0.1, seed: 5) {
            85 + 5 * sin(2 * .pi * $0 / 75)
        }
        #expect(SignalEvidence(night).verdict == .intervals)
        let paced = Self.drift(40_000, around: 0, memory: 0, noise: 3.5, seed: 9).enumerated().map {
            ($0.offset / 20_000 == 0 ? 1000 : 1200) + $0.element
        }
        #expect(SignalEvidence(paced).verdict == .intervals)
    }

    /// A pulse wave of 480 values that returns every beat, and one of 130 in noise.
    @Test func shortWavesThatReturnAreNoIntervals() {
        func pulse(_ length: Double, _ count: Int, _ noise: Double) -> [Double] {
            Self.drift(count, around: 0, memory: 0, noise: noise, seed: 11).enumerated().map {
                let phase = (Double($0.offset) / length).truncatingRemainder(dividingBy: 1)
                return 1.1 + 0.5 * exp(-pow((phase - 0.35) / 0.13, 2) / 2) + $0.element
            }
        }
        #expect(SignalEvidence(pulse(480, 6000, 0.01)).verdict == .unknown)
        #expect(SignalEvidence(pulse(130, 4500, 0.005)).verdict == .unknown)
    }

    /// A sensor at 1 Hz whose log has a row twice.
    @Test func aRepeatedRowOfSamplesMakesNoBeats() throws {
        let values = Self.drift(600, around: 1000, memory: 0.5, noise: 90, seed: 13)
        var rows = values.enumerated().map { "\($0.offset).0,\(Int($0.element))" }
        rows.insert(rows[299], at: 299)
        if case .beats = try Self.reading(rows.joined(separator: "\n")).verdict {
            Issue.record("samples are taken for beats")
        }
    }

    /// Samples of a converter of 10 bits that is at its limit in every beat, and a paced heart of as many ms.
    @Test func valuesAtTheLimitOfAConverterAreAskedFor() throws {
        var generator = SplitMix64(seed: 4)
        let ecg = (0..<3000).map { index in
            [30, 31].contains(index % 97) ? 1023 : 424 + Int.random(in: -40...40, using: &generator)
        }
        guard case .samples = try Self.reading(ecg.map { "\($0)\n" }.joined()).verdict else {
            Issue.record("beats")
            return
        }
        let paced = (0..<300).map { [1023, 1023, 1022, 1023, 980][$0 % 5] }
        #expect(try Self.intervals(paced.map { "\($0)\n" }.joined()) == paced.map(Double.init))
    }

    /// An accelerometer at rest, in mg and in g, alone in its column: drifting, and with noise alone.
    @Test(arguments: [0.9, 0.5, 0])
    func aColumnAroundOneGravityIsAskedFor(memory: Double) throws {
        for (seed, count) in [(1, 1200), (2, 3000), (3, 6000)] {
            let values = Self.drift(
                count, around: 0.991, memory: memory,
                noise: 0.03 * (1 - memory * memory).squareRoot(),
                seed: UInt64(seed))
            for rows in [
                values.map { String(format: "%.3f\n", $0) }, values.map { "\(Int($0 * 1000))\n" },
            ] {
                let text = rows.joined()
                #expect(try Self.options(text) == ["--format rr-text", "--rate HZ"], "\(seed)")
                #expect(try Self.intervals("RR\n" + text).count == count, "\(seed)")
            }
        }
    }

    /// A heart at 60 beats a minute breathes, a paced one hardly changes, and others do not stay there.
    @Test(arguments: [3.0, 4.3, 6, 9])
    func aHeartAtSixtyBeatsAMinuteIsRead(beatsPerBreath: Double) throws {
        let noise = Self.drift(3000, around: 0, memory: 0.95, noise: 6, seed: 17)
        let resting = noise.enumerated().map {
            (1000 + 25 * sin(2 * .pi * Double($0.offset) / beatsPerBreath) + $0.element).rounded()
        }
        #expect(try Self.intervals(resting.map { "\(Int($0))\n" }.joined()) == resting)
        let paced = Self.drift(3000, around: 1000, memory: 0, noise: 3, seed: 5).map {
            $0.rounded()
        }
        #expect(try Self.intervals(paced.map { "\(Int($0))\n" }.joined()) == paced)
        let slower = noise.map { (1100 + 3 * $0).rounded() }
        #expect(try Self.intervals(slower.map { "\(Int($0))\n" }.joined()) == slower)
    }

    /// A pulse wave in V beside a counter, and beside the flags of a trigger; a heart in exercise beside the number of the beat.
    @Test func wavesBesideACounterOrFlagsAreAskedFor() throws {
        let noise = Self.drift(3000, around: 0, memory: 0, noise: 0.004, seed: 23)
        let pulse = noise.enumerated().map { index, noise in
            let beat = Double(index) / (190 + 20 * sin(Double(index) / 700))
            return 1.1 + 0.3
                * exp(-pow((beat.truncatingRemainder(dividingBy: 1) - 0.35) / 0.13, 2) / 2)
                + noise
        }
        let counted = pulse.enumerated().map {
            "\($0.offset);\(String(format: "%.3f", $0.element))\n"
        }
        #expect(throws: RecordingError.self) { try Self.intervals(counted.joined()) }
        let flagged = pulse.enumerated().map {
            "\(String(format: "%.3f", $0.element));\($0.offset % 97 == 5 ? 5 : 0)\n"
        }
        #expect(throws: RecordingError.self) { try Self.intervals(flagged.joined()) }
        let exercise = Self.heart(seconds: 1200, noise: 4, constant: 30, seed: 3) {
            $0 < 900 ? 90 + $0 / 12 : 110
        }
        let beats = exercise.enumerated().map { "\($0.offset + 1);\(Int($0.element))\n" }
        #expect(try Self.intervals(beats.joined()) == exercise)
    }

    /// Samples every 2.5 ms, timed in whole ms since 1970, below a title with a comma: no beats of two seconds.
    @Test func samplesBelowATitleWithACommaAreNoBeats() throws {
        let belt = Self.drift(2000, around: 2.07, memory: 0.9, noise: 0.01, seed: 29)
        let rows = belt.enumerated().map {
            "\(1_643_232_029_996 + $0.offset * 5 / 2),\(String(format: "%.3f", $0.element)),1.5\($0.offset % 7),0.01\n"
        }
        let text = "; Recorded lying down\nLab 3, morning session\n" + rows.joined()
        guard case .samples = try Self.reading(text).verdict else {
            Issue.record("\(try Self.reading(text).verdict)")
            return
        }
    }

    /// Heart rates each second below a title with a comma.
    @Test func heartRatesBelowATitleWithACommaAreRefused() throws {
        let rows = (0..<60).map { "\($0).0,\(70 + $0 % 9)\n" }.joined()
        guard
            case .refusal(let error) = try Self.reading("Lab 3, morning session\nTime,bpm\n" + rows)
                .verdict
        else {
            Issue.record("no refusal")
            return
        }
        #expect(error.text.contains("heart rates"))
    }

    /// Milliseconds since 1970 before a comma: samples at 400 Hz are no beats, intervals beside the times of beats are read.
    @Test func millisecondsSince1970AreWhole() throws {
        let samples = (0..<400).map { "\(1_714_723_200_000 + $0 * 5 / 2),\(580 + $0 * 37 % 101)\n" }
        #expect(throws: RecordingError.self) { try Self.intervals(samples.joined()) }
        var time = 1_714_723_200_000
        let beats = (0..<400).map { 800 + $0 * 37 % 101 }
        let rows = beats.map { beat in
            time += beat
            return "\(time),\(beat)\n"
        }
        #expect(try Self.intervals(rows.joined()) == beats.map(Double.init))
    }
}
