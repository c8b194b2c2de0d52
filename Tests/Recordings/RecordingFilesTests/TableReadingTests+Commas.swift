import PhysioTypes
import Testing

@testable import RecordingFiles

/// Commas that separate columns, stand before decimals, or cut a date.
@Suite struct CommaReadingTests {
    private static func verdict(_ text: String) throws -> TableReading {
        try TableReading(
            Array(text.utf8), isWhole: true, options: .init(), fileName: nil, format: nil)
    }

    private static func intervals(_ text: String) throws -> [Double] {
        try RecordingText.read(text).rr.intervalsMs
    }

    private enum RecordingText {
        static func read(_ text: String) throws(RecordingError) -> Recording {
            var reader = RRTextReader()
            try reader.consume(text.utf8)
            return try reader.finish()
        }
    }

    /// A unit behind a number with three decimals says that the comma stands before decimals.
    @Test(arguments: ["ms", " ms"])
    func aUnitBehindDecimalsMakesOneNumber(unit: String) throws {
        let values = ["726,562", "737,305", "746,094", "750,000", "750,977", "752,930", "747,070"]
        let read = try Self.intervals(values.map { $0 + unit + "\n" }.joined())
        #expect(read == [726.562, 737.305, 746.094, 750, 750.977, 752.93, 747.07])
    }

    /// 1, 2, 3 ... counts the rows of samples; `-0` is no whole number.
    @Test func aCounterStandsBeforeNoDecimals() throws {
        let rows = (1...200).map { "\($0),\($0 % 50 == 7 ? 42_000 : 32_600 + $0 * 37 % 90)\n" }
        for head in ["", "none\n"] {
            if case .beats = try Self.verdict(head + rows.joined()).verdict {
                Issue.record("a counter is taken for times of beats")
            }
        }
        let below = (0..<200).map { "\($0 % 3 == 0 ? "-0" : "0"),\(100 + $0 * 7 % 90)\n" }
        let reading = try Self.verdict(below.joined())
        #expect(reading.columns.count == 1)
        #expect(reading.columns[0].values.prefix(2) == [-0.1, 0.107])
    }

    /// Clock times and intervals with decimal commas between spaces, whose digits look like thousands.
    @Test func fractionsOfClockTimesStandBetweenSpaces() throws {
        var ms = 0
        let beats = (0..<120).map { 800 + $0 * 37 % 101 }
        let rows = beats.map { beat -> String in
            ms += beat
            let fraction = "\(1000 + ms % 1000)".dropFirst()
            return
                "0\(ms / 60_000):\(ms / 10_000 % 6)\(ms / 1000 % 10),\(fraction) \(beat)\(beat % 5 == 0 ? "" : ",6") N\n"
        }
        let truth = beats.map { Double($0) + ($0 % 5 == 0 ? 0 : 0.6) }
        #expect(try Self.intervals(rows.joined()) == truth)
        #expect(try Self.intervals("time RR(ms) label\n" + rows.joined()) == truth)
    }

    /// Clock times at steps of a hundredth of a second are those of samples.
    @Test func stepsFasterThanAnyHeartAreSamples() throws {
        let rows = (0..<300).map { row in
            let ms = row * 8
            return "2013-10-03T23:58:\(54 + ms / 1000).\(1000 + ms % 1000)".replacing(
                ".1", with: ".")
                + "\t\(511 + row * 7 % 5)\n"
        }
        guard case .samples = try Self.verdict(rows.joined()).verdict else {
            Issue.record("not samples")
            return
        }
    }

    /// Days of a spreadsheet whose decimal comma is the separator too, a heart rate, words, bytes.
    @Test func aDateCutAtItsCommaIsRefused() throws {
        let rows = (0..<60).map { row in
            "44075,\(623_440_625 + row * 11_574),\(64 + row % 5),NotSupported,,\(row * 37 % 256),4\n"
        }
        guard case .refusal(let error) = try Self.verdict(rows.joined()).verdict else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == "no_rr" && error.text.contains("decimal comma"))
    }

    /// 205 samples at 250 Hz are 820 ms; a rate of 73 beats/min is theirs, one of 250 is not.
    @Test func aHeartRateThatDiffersIsReported() throws {
        let rows = (0..<40).map { "\(820 + $0 % 7),\(73)\n" }.joined()
        let wrong = (0..<40).map { "\(410 + $0 % 7),\(73)\n" }.joined()
        #expect(
            !(try RecordingText.read("rr,hr\n" + rows).notices.contains {
                $0.code == "heart_rate_differs"
            }))
        let notices = try RecordingText.read("rr,hr\n" + wrong).notices
        #expect(notices.filter { $0.code == "heart_rate_differs" }.count == 1)
    }

    /// `#` and `%` at the end of a name begin no comment: skin conductance is no R-R.
    @Test(arguments: ["sample #,EDA", "sample #,EDA\n,(uS)", "SpO2 %,ecg"])
    func aMarkAtTheEndOfANameIsNoComment(head: String) throws {
        let rows = (0..<300).map { "\($0),1.\(470 + $0 % 7)" }
        let reading = try Self.verdict(head + "\n" + rows.joined(separator: "\n"))
        #expect(reading.columns[1].namedKind == .signal)
        guard case .samples = reading.verdict else {
            Issue.record("not samples")
            return
        }
    }

    /// Words that are units too are names below a title of fewer cells.
    @Test func namesThatAreUnitsAreNames() throws {
        let rows = (0..<60).map { "\($0).0;\(58 + $0 % 9)" }
        let reading = try Self.verdict(
            "Datum = 2023-02-14\nTime;bpm\n" + rows.joined(separator: "\n"))
        #expect(reading.columns.map(\.namedKind) == [.time, .heartRate])
        guard case .refusal = reading.verdict else {
            Issue.record("heart rates are not refused")
            return
        }
    }

    /// `1000,127,0.48` has no groups of thousands: a time, a rate and intervals between bars.
    @Test func groupsOfThousandsHaveThreeDigits() throws {
        let lists = [[0.480, 0.463], [0.459, 0.474], [0.469], [0.484, 0.463, 0.473]]
        let rows = (0..<40).map { row in
            "\(1000 * (row + 1)),12\(row % 9),"
                + lists[row % 4].map { "\($0)" }.joined(separator: "|")
        }
        let read = try Self.intervals("time (ms),HR,RR (s)\n" + rows.joined(separator: "\n"))
        let expected = (0..<40).flatMap { lists[$0 % 4].map { ($0 * 1000).rounded() } }
        #expect(read.map { $0.rounded() } == expected)
        for (cell, value) in [
            ("1,058.5", 1058.5), ("1.058,5", 1058.5), ("12,345,678.25", 12_345_678.25),
        ] {
            #expect(CellStyle().number(Array(cell.utf8)[...])?.value() == value)
        }
        #expect(CellStyle().number(Array("1000,127,0.48".utf8)[...]) == nil)
    }
}
