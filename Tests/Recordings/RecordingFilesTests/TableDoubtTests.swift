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

    /// The options of a question for the meaning of a comma.
    private static let meaningsOfCommas = [
        "--decimal comma", "--decimal point", "--decimal point --rate HZ",
    ]

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

    /// The index in a question is the one that its option takes.
    @Test func aColumnWithoutANameIsCalledByItsIndex() throws {
        let values = Self.drift(3000, around: 1000, memory: 0.9, noise: 18, seed: 1)
        let rows = values.enumerated().map { "\($0.offset),\(Int($0.element))\n" }.joined()
        guard case .question(_, let choices) = try Self.reading(rows).verdict else {
            Issue.record("nothing is asked")
            return
        }
        #expect(choices[0].meaning == "the intervals of column 1")
        #expect(choices[0].option == "--column 1")
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

    /// A breathing belt of a few slow breaths, and a sleeping heart between 30 and 40 beats a minute.
    @Test func slowValuesThatHardlyChangeAreAskedFor() throws {
        for seed in 1...5 {
            var generator = SplitMix64(seed: UInt64(seed))
            let belt = (0..<2400).map { index -> Double in
                let noise = Double.random(in: -0.01...0.01, using: &generator)
                return 1.6 + 0.6 * sin(Double(index) / 70) + noise
            }
            let rows = belt.map { String(format: "%.3f\n", $0) }.joined()
            #expect(try Self.options(rows) == ["--format rr-text", "--rate HZ"], "\(seed)")
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

    /// Three intervals in the first row are no names of columns.
    @Test func aShortFirstRowOfSeveralIntervalsIsARow() throws {
        let lengths = [3, 5, 6, 1, 6, 9, 4, 8, 4, 5, 6, 3, 8, 5, 7]
        var next = 0
        let rows = lengths.map { length -> [Int] in
            (0..<length).map { _ in
                next += 1
                return 800 + next * 37 % 101
            }
        }
        let text = rows.map { $0.map(String.init).joined(separator: ",") + "\n" }.joined()
        #expect(try Self.intervals(text) == rows.joined().map(Double.init))
    }

    /// A date, measures of a person or a number with thousands above a column are no rows of it.
    @Test(arguments: [
        "2024,1,5", "1,25,180,75", "1,234,567", "Patient 5\n15,01,2024", "2024,1,5\nRR",
    ])
    func numbersBetweenCommasAboveAColumnAreNoRow(title: String) throws {
        let values = (0..<60).map { 800 + $0 * 37 % 101 }
        let text = title + "\n" + values.map { "\($0)\n" }.joined()
        #expect(try Self.intervals(text) == values.map(Double.init))
    }

    /// A jump from one rate to another makes no smooth values.
    @Test func aPacemakerThatSlowsDownStaysAHeart() throws {
        var generator = SplitMix64(seed: 7)
        let intervals = (0..<2400).map { index in
            (index < 1600 ? 1000 : 2100) + Int.random(in: -2...2, using: &generator)
        }
        #expect(try Self.intervals(intervals.map { "\($0)\n" }.joined()).count == 2400)
    }

    /// Two channels below a title with brackets may be decimals or columns.
    @Test(arguments: [
        "Results (2024)", "Data [v2]", "RR [ms] HR [bpm]", "[ms] [bpm]", "# note\nms",
        "ECG1 (lead II)",
    ])
    func twoNumbersBelowATitleAreAskedFor(title: String) throws {
        let rows = (0..<200).map { "\(815 + $0 * 37 % 101),\(70 + $0 * 7 % 30)\n" }.joined()
        #expect(try Self.options(title + "\n" + rows) == Self.meaningsOfCommas)
    }

    /// Channels between commas: the option leads to their samples, also where a value is below 0.
    @Test(arguments: ["415,527,130,412\n404,526,131,410\n", "-2,1834\n5,1834\n1,1846\n"])
    func channelsBetweenCommasCanBeSamples(lines: String) throws {
        let text = String(repeating: lines, count: 200)
        #expect(try Self.options(text) == Self.meaningsOfCommas)
        var options = RRTextOptions()
        options.decimalMark = .point
        options.rateHz = 125
        let reading = try TableReading(
            Array(text.utf8), isWhole: true, options: options, fileName: nil, format: nil)
        guard case .samples = reading.verdict else {
            Issue.record("\(reading.verdict)")
            return
        }
    }

    /// A temperature with decimal commas that hardly changes, below its name and a row with its unit.
    @Test(arguments: [
        "Temp\n\u{b0}C", "Temp\n[\u{b0}C]", "Temp\n[uS]", "Temp [\u{b0}C]", "Temp (C)",
    ])
    func aNameWithAUnitIsThatOfOneColumn(name: String) throws {
        let rows = (0..<600).map { "33,5\($0 / 200)\n" }.joined()
        let reading = try Self.reading("\(name)\n" + rows)
        guard case .samples = reading.verdict else {
            Issue.record("\(reading.verdict)")
            return
        }
        #expect(reading.shape.width == 1 && reading.columns[0].median == 33.51)
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

    @Test func aCommaInsideQuotesStandsBeforeDecimals() throws {
        let text = "Lab 3, morning session\n\"955,4\"\n\"1000,3\"\n\"1006\"\n\"971,3\"\n\"939,7\"\n"
        #expect(try Self.intervals(text) == [955.4, 1000.3, 1006, 971.3, 939.7])
    }

    /// Rows that a spreadsheet quoted: two columns, or nothing that says which.
    @Test func quotedRowsAreNoDecimals() throws {
        let values = (0..<40).map { 790 + $0 * 37 % 50 }
        let counted = values.enumerated().map { "\"\($0.offset + 1),\($0.element)\"\n" }.joined()
        #expect(try Self.intervals(counted) == values.map(Double.init))
        var time = 0
        let timed = values.map { value -> String in
            time += value
            return "\"\(time),\(value)\"\n"
        }
        #expect(
            try Self.intervals("\"time,rr\"\n" + timed.joined()) == values.map(Double.init))
        let flagged = values.enumerated().map {
            "\"\($0.element),\($0.offset % 9 == 0 ? 1 : 0)\"\n"
        }
        #expect(try Self.options(flagged.joined()) == Self.meaningsOfCommas)
    }

    /// A title of two phrases above lists between semicolons in cells between commas.
    @Test func aTitleIsNoRowOfNames() throws {
        let rows = (0..<60).map {
            "\(1000 * ($0 + 1)),148,\(400 + $0 * 7 % 20);\(395 + $0 * 5 % 20)"
        }
        let text = (["Polar H10; RR intervals", "t,hr,rr"] + rows).joined(separator: "\n")
        #expect(try Self.intervals(text).count == 120)
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

    /// Two rows of a split beat among exact times: a gap of a second stays one.
    @Test func rowsThatShareATimeHideNoGap() throws {
        var time = 0
        var rows = ["time_ms,rr"]
        for beat in 0..<300 {
            let interval = 780 + beat * 37 % 50
            time += interval + (beat == 150 ? 1000 : 0)
            rows.append("\(time),\(interval)")
            if beat == 49 || beat == 89 { rows.append("\(time),300") }
        }
        let recording = try TextReading.read(Array(rows.joined(separator: "\n").utf8))
        #expect(recording.notices.contains { $0.code == "time_gaps" })
        #expect(abs(recording.rr.durationSeconds - Double(time) / 1000) < 0.7)
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

    @Test(arguments: ["Beat times [s]", "Time (s)", "time"])
    func theNameOfTimesStandsAboveOneColumn(name: String) throws {
        let times = (0..<60).map { beat in Double(beat) + 0.6 + 0.2 * sin(Double(beat) / 9) }
        let digits = times.map { String(format: "%.5f", $0) }
        let text = name + "\n" + digits.map { $0.replacing(".", with: ",") + "\n" }.joined()
        let read = try Self.intervals(text)
        let expected = zip(digits.dropFirst(), digits).map {
            (Double($0) ?? 0) * 1000 - (Double($1) ?? 0) * 1000
        }
        #expect(read.count == 59)
        for (value, truth) in zip(read, expected) { #expect(abs(value - truth) < 1e-6) }
    }

    /// Three digits behind the seconds that count may be intervals beside the number of the beat.
    @Test func secondsThatCountAreAskedForWithoutEvidence() throws {
        let rows = (0..<60).map { "\($0),\(780 + $0 * 37 % 50)\n" }
        #expect(
            try Self.options("time\n" + rows.joined()) == Self.meaningsOfCommas)
    }

    /// A title says what the table holds, not which column.
    @Test(arguments: [";", "\t", ","])
    func theNumberOfTheBeatBelowATitleIsNoTime(separator: String) throws {
        var time = 0
        let rows = (0..<60).map { beat -> String in
            time += 780 + beat * 37 % 50
            return String(format: "%d%@%.3f", beat + 1, separator, Double(time) / 1000)
        }
        let read = try Self.intervals((["Beat times [s]"] + rows).joined(separator: "\n"))
        #expect(read.count == 59)
        #expect(read.allSatisfy { (779...831).contains($0) })
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

    /// Most packets of a fast heart hold several intervals: the names say where the cells end.
    @Test func listsBetweenCommasStandInCellsBetweenSemicolons() throws {
        let cells = (0..<60).map { row in
            [410 + row * 7 % 20, 395 + row * 5 % 20, 402 + row % 9].prefix(
                row % 5 == 0 ? 1 : 2 + row % 2)
        }
        let rows = cells.enumerated().map { row, list in
            "\(1000 * (row + 1));148;" + list.map { "\($0)" }.joined(separator: ", ")
        }
        let text = (["ms;HR;RR intervals[ms]"] + rows).joined(separator: "\n")
        #expect(try Self.intervals(text) == cells.joined().map(Double.init))
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

    /// Decimal commas in columns between spaces, of which a value is missing now and then or a whole number.
    @Test func spacesStayBetweenColumnsWithDecimalCommas() throws {
        let values = (0..<60).map { 700 + $0 * 37 % 90 }
        var milliseconds = 0
        let rows = values.enumerated().map { index, value -> String in
            milliseconds += value
            let elapsed = "\(milliseconds / 1000),\(String(milliseconds % 1000 + 1000).dropFirst())"
            let cell = index % 20 == 7 ? "NaN" : index % 20 == 9 ? "\(value)" : "\(value),0"
            return "\(elapsed) \(cell) N\n"
        }
        let expected = values.enumerated().filter { $0.offset % 20 != 7 }.map {
            Double($0.element)
        }
        #expect(try Self.intervals("Time(s) RR[ms] label\n" + rows.joined()) == expected)
        let days = values.enumerated().map { index, value in
            "41771,\(8_316_610_671 + 9_000 * index) \(index % 20 == 7 ? "NaN" : "\(value)000")\n"
        }
        #expect(try Self.intervals("DateTime RR(us)\n" + days.joined()) == expected)
        let dated = values.enumerated().map { "\($0.element),50 N 06:01:\(10 + $0.offset % 50)\n" }
        #expect(try Self.intervals("RR_ms note time\n" + dated.joined()).first == 700.5)
        // Each fourth value is a whole one.
        let marked = values.enumerated().map {
            "\($0.element)\($0.offset % 4 == 0 ? "" : ",5") N 5.9 \(70 + $0.offset % 9)\n"
        }
        #expect(
            try Self.intervals("RR_ms type Speed[km/h] Cadence\n" + marked.joined())
                == values.enumerated().map { Double($0.element) + ($0.offset % 4 == 0 ? 0 : 0.5) })
        // Channels are read where their rate is stated.
        let channels = values.map { "127 2,\($0) 2,0\($0 % 90 + 10)\n" }.joined()
        let found = try SignalReading.read(channels, rateHz: 250).signals
        #expect(found.count == 3 && Array(found[1].prefix(2)) == [2.7, 2.737])
    }

    /// A counter beside a trigger or samples of 8 bits, below a date: no times of beats with decimal commas.
    @Test(arguments: ["; Fecha: 04/02/2023", "Datum: 2023-02-14", "time: 10:15"])
    func aCounterBelowADateIsNoBeatTime(title: String) throws {
        for samples in [[0, 0, 0, 1], [127, 128, 132, 121]] {
            let rows = (0..<400).map { "\($0),\(samples[$0 / 100])\n" }.joined()
            #expect(try Self.options(title + "\n" + rows) == Self.meaningsOfCommas)
        }
    }

    /// A heart near 60 a minute below a name of times that has a digit.
    @Test(arguments: [
        "Beat times ECG1", "time2", "R-Zeit Kanal 2 [s]", "Beat times (s), 04/02/2023",
    ])
    func beatTimesBelowANameWithADigitAreRead(title: String) throws {
        var generator = SplitMix64(seed: 8)
        let intervals = (0..<300).map { _ in Int.random(in: 975...1005, using: &generator) }
        let times = intervals.reduce(into: [520]) { $0.append($0[$0.count - 1] + $1) }
        let rows = times.map { "\($0 / 1000),\(String($0 % 1000 + 1000).dropFirst())\n" }
        #expect(try Self.intervals(title + "\n" + rows.joined()) == intervals.map(Double.init))
        #expect(try Self.intervals(title + "\n\n" + rows.joined()) == intervals.map(Double.init))
    }

    /// Dates in words with the year at their end, before a comma.
    @Test func aYearBeforeACommaIsNoNumberWithDecimals() throws {
        let intervals = [812, 800, 790, 812, 830, 812, 800, 790, 812]
        let rows = intervals.enumerated().map {
            "Thu Mar 14 10:15:0\($0.offset) 2019,\($0.element)\n"
        }
        #expect(try Self.intervals("time,rr\n" + rows.joined()) == intervals.map(Double.init))
    }

    @Test func aClockBesideSamplesIsNoBeatTime() throws {
        let rows = (0..<400).map { "\(1_504_355_087_511 + 2 * $0),\(485 + $0 * 37 % 90)\n" }
        if case .beats = try Self.reading(rows.joined()).verdict { Issue.record("beats") }
    }

    /// Rows of intervals that hardly differ, as those of a paced heart: they may be read one after the other.
    @Test func rowsOfEqualIntervalsCanFollowOneAnother() throws {
        let rows = (0..<40).map { row in
            (0..<16).map { 693 - (row * 7 + $0 * 3) % 23 / 22 }.map(String.init)
                .joined(separator: ";") + "\n"
        }
        #expect(try #require(try Self.options(rows.joined())).contains("--column all"))
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
}
