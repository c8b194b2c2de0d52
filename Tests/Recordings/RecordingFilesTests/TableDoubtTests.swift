import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// Columns that hold beats or something else by their values: what is read, and what is asked for.
@Suite struct TableDoubtTests {
    static func reading(_ text: String) throws -> TableReading {
        try TableReading(
            Array(text.utf8), isWhole: true, options: .init(), fileName: nil, format: nil)
    }

    static func intervals(_ text: String) throws -> [Double] {
        try TextReading.read(Array(text.utf8)).rr.intervalsMs
    }

    static func options(_ text: String) throws -> [String]? {
        guard case .question(_, let choices) = try reading(text).verdict else { return nil }
        return choices.map(\.option)
    }

    /// The options of a question for the meaning of a comma.
    static let meaningsOfCommas = [
        "--decimal comma", "--decimal point", "--decimal point --rate HZ",
        "--decimal comma --rate HZ",
    ]

    /// A value that drifts: each is near the one before.
    static func drift(
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

    /// Packets of about a second without names: the third column is 60 over the second.
    @Test func theHeartRateBesideThemNamesIntervals() throws {
        let beats = (0..<120).map { 1.05 + 0.08 * sin(Double($0) / 2) }
        let rows = beats.enumerated().map { index, beat in
            String(
                format: "%.3f|%.3f|%d\n", Double(index + index / 9) + 0.01 * sin(Double(index)),
                beat,
                Int((60 / beat).rounded()))
        }
        let found = try Self.intervals(rows.joined())
        #expect(found == beats.map { ($0 * 1000).rounded() })
        // The last interval, repeated every second.
        let repeated = (0..<120).map { second in
            "\(second).0|0.7\(10 + second % 23)|\(Int((60 / (0.71 + 0.001 * Double(second % 23))).rounded()))\n"
        }
        #expect(throws: RecordingError.self) { try Self.intervals(repeated.joined()) }
        // Skin conductance beside a temperature: their product is a heart's by chance.
        let sensors = (0..<120).map { row in
            String(
                format: "%.3f;%.1f\n", 1.75 + 0.05 * sin(Double(row) / 2),
                34.3 + 0.4 * sin(Double(row) / 5))
        }
        #expect(throws: RecordingError.self) { try Self.intervals(sensors.joined()) }
        // A heart at 35 beats a minute, whose rate equals its intervals row by row.
        let slow = (0..<120).map { 1.7 + 0.12 * sin(Double($0) / 2) }
        let slowRows = slow.map { String(format: "%.1f;%.3f\n", 60 / $0, $0) }
        #expect(try Self.intervals(slowRows.joined()) == slow.map { ($0 * 1000).rounded() })
    }

    /// A participant and a condition beside the heart rate and the intervals that belong to it, below a title.
    @Test func labelsBesideHeartRatesDoNotHideIntervals() throws {
        let beats = (0..<60).map { 800 + $0 * 37 % 101 }
        let rows = beats.map { "P01,\(60_000 / $0),\($0),rest\n" }.joined()
        #expect(try Self.intervals("Room 21,5 C\n" + rows) == beats.map(Double.init))
    }

    /// One artefact of 1.234 ms among intervals with decimal commas is no thousand.
    @Test func decimalsOfThreeDigitsAreNoThousands() throws {
        let rows = (0..<60).map { "\($0),70;\($0 == 30 ? "1,234" : "9\(10 + $0),\(100 + $0)")\n" }
        #expect(try Self.intervals("time;RR (ms)\n" + rows.joined()).count == 60)
    }
}
