import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// Columns that hold beats or something else by their values: what is read, and what is asked for.
@Suite struct TableDoubtTests {
    private static func reading(_ text: String) throws -> TableReading {
        try TableReading(
            Array(text.utf8), isWhole: true, options: .init(), fileName: nil, format: nil)
    }

    private static func intervals(_ text: String) throws -> [Double] {
        try TextReading.read(Array(text.utf8)).rr.intervalsMs
    }

    private static func options(_ text: String) throws -> [String]? {
        guard case .question(_, let choices) = try reading(text).verdict else { return nil }
        return choices.map(\.option)
    }

    /// A value that drifts: each is near the one before.
    private static func drift(
        _ count: Int, around middle: Double, memory: Double, noise: Double, seed: UInt64
    ) -> [Double] {
        var generator = SplitMix64(seed: seed)
        var deviation = 0.0
        return (0..<count).map { _ in
            deviation = memory * deviation + Double.random(in: -noise...noise, using: &generator)
            return middle + deviation
        }
    }

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

    /// A belt round the chest, 15 breaths a minute at 250 Hz.
    @Test func slowEvenWavesAreNoIntervals() {
        let noise = Self.drift(6000, around: 0, memory: 0, noise: 0.01, seed: 7)
        let belt = noise.enumerated().map {
            1.4 + 0.5 * sin(2 * .pi * Double($0.offset) / 1000) + $0.element
        }
        #expect(SignalEvidence(belt).verdict == .unknown)
        // An exercise test goes down and up once.
        let ramp = noise.enumerated().map {
            1.0 - 0.6 * sin(.pi * Double($0.offset) / 6000) + $0.element
        }
        #expect(SignalEvidence(ramp).verdict == .intervals)
    }

    @Test func aCommaInsideQuotesStandsBeforeDecimals() throws {
        let text = "Lab 3, morning session\n\"955,4\"\n\"1000,3\"\n\"1006\"\n\"971,3\"\n\"939,7\"\n"
        #expect(try Self.intervals(text) == [955.4, 1000.3, 1006, 971.3, 939.7])
    }

    @Test func aNumberBelowZeroIsNoFraction() throws {
        let rows = (0..<400).map { row in
            "\(97_600 + row * 37 % 60),\(row % 50 == 9 ? 900 : row * 29 % 190 - 95)\n"
        }
        let reading = try Self.reading(rows.joined())
        #expect(reading.columns.count == 2)
        guard case .samples = reading.verdict else {
            Issue.record("two channels are no samples")
            return
        }
    }

    @Test func decimalCommasBetweenSpacesStandBesideWords() throws {
        let rows = [
            "Zeit(s) Temperature[°C] Odstęp_RR(ms) annotation", "0,984 20.0 984,1 N",
            "2,014 20.0 1029,6 N", "2,672 20.5 658,5 A", "3,910 20.9 1238,0 N",
            "4,864 20.7 953,3 N", "5,854 20.9 990,2 N",
        ]
        #expect(
            try Self.intervals(rows.joined(separator: "\n"))
                == [984.1, 1029.6, 658.5, 1238, 953.3, 990.2])
    }

    @Test func theNameOfBeatTimesStandsAboveOneColumn() throws {
        let times = (0..<60).map { beat in Double(beat) + 0.6 + 0.2 * sin(Double(beat) / 9) }
        let digits = times.map { String(format: "%.5f", $0) }
        let text = "Beat times [s]\n" + digits.map { $0.replacing(".", with: ",") + "\n" }.joined()
        let read = try Self.intervals(text)
        let expected = zip(digits.dropFirst(), digits).map {
            (Double($0) ?? 0) * 1000 - (Double($1) ?? 0) * 1000
        }
        #expect(read.count == 59)
        for (value, truth) in zip(read, expected) { #expect(abs(value - truth) < 1e-6) }
    }

    @Test func twoFootersBelowDecimalsWithAUnitAreNoBeats() throws {
        let values = (0..<14).map { "6\(50 + $0 * 7 % 30),\($0 % 10)" }
        let text =
            "Intervalos R-R\n" + values.map { $0 + " ms\n" }.joined()
            + "\nMedia: 647,6\nPromedio: 647,6\n"
        let expected = values.map { Double($0.replacing(",", with: ".")) ?? 0 }
        #expect(try Self.intervals(text) == expected)
    }

    @Test func rowsOfChangingLengthBetweenTabsAreAllBeats() throws {
        let lengths = [5, 4, 6, 3, 7, 5, 6, 5, 3, 8, 7, 4, 8, 6, 1]
        var next = 0
        let rows = lengths.map { length -> [String] in
            (0..<length).map { _ in
                next += 1
                return String(format: "0.7%02d", next * 7 % 40)
            }
        }
        let text = rows.map { $0.joined(separator: "\t") + "\n" }.joined()
        let expected = rows.joined().map { (Double($0) ?? 0) * 1000 }
        let read = try Self.intervals(text)
        #expect(read.count == expected.count)
        for (value, truth) in zip(read, expected) { #expect(abs(value - truth) < 1e-9) }
    }

    /// A strap that reports once a second puts two beats into some packets.
    @Test func equalBeatsOfOnePacketAreNoRepeatedRow() throws {
        var (sumMs, packetMs) = (0, 0)
        var rows = ["time_ms,rr"]
        var intervals: [Int] = []
        for beat in 0..<320 {
            let interval = [978, 980, 985, 992, 999, 999, 984][beat % 7]
            sumMs += interval
            while packetMs < sumMs { packetMs += 1005 }
            rows.append("\(packetMs),\(interval)")
            intervals.append(interval)
        }
        #expect(try Self.intervals(rows.joined(separator: "\n")) == intervals.map(Double.init))
    }
}
