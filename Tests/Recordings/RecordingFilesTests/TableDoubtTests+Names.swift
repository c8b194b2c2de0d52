import Foundation
import Testing

@testable import RecordingFiles

/// Names of columns, titles above them and units below.
extension TableDoubtTests {
    /// A mark before the name of the intervals, between spaces: the name of a column, or of the one before it.
    @Test func aMarkBeforeTheNameOfIntervalsIsNoComment() throws {
        let beats = (0..<40).map { 800 + $0 * 37 % 101 }
        let three = beats.enumerated().map { "N \($0.offset % 3) \($0.element)\n" }.joined()
        #expect(try Self.intervals("type # R-R-Abstand(ms)\n" + three) == beats.map(Double.init))
        let two = beats.enumerated().map { "\($0.offset + 1) \($0.element)\n" }.joined()
        let reading = try Self.reading("Beat # RR\n" + two)
        #expect(reading.columns.map(\.title) == ["Beat #", "RR"])
        for name in [
            "Beat # RR", "Beat # RR (ms)", "Beat # RR interval", "beat RR [ms]", "Beat # IBI (ms)",
            "beat # R-R interval (ms)",
        ] {
            #expect(try Self.intervals("\(name)\n" + two) == beats.map(Double.init), "\(name)")
            let tabs = two.replacing(" ", with: "\t")
            #expect(try Self.intervals("\(name)\n" + tabs) == beats.map(Double.init), "\(name)")
        }
        let comment = beats.map { "\($0) # RR\n" }.joined()
        #expect(try Self.intervals(comment) == beats.map(Double.init))
    }

    /// The name of times below a title of one phrase, above times of a heart at 60 beats a minute.
    @Test func timesBelowATitleOfOnePhraseAreTimes() throws {
        let beats = (0..<40).map { 950 + $0 * 37 % 101 }
        var time = 1023
        var rows = "1,023\n"
        for beat in beats {
            time += beat
            rows += "\(time / 1000),\(String(format: "%03d", time % 1000))\n"
        }
        let text = "Export of one recording\n5 minutes at rest\ntime\n" + rows
        #expect(try Self.intervals(text).suffix(40) == beats.map(Double.init)[...])
    }

    /// One name of two words and a unit above rows of changing length between spaces.
    @Test func aNameOfSeveralWordsStandsAboveRowsOfChangingLength() throws {
        let beats = (0..<60).map { 650 + $0 * 37 % 101 }
        let text =
            "RR intervals (ms):\n"
            + [3, 3, 6, 3, 7, 8, 3, 3, 6, 8, 10].reduce(into: ([String](), 0)) {
                $0.0.append(beats[$0.1..<$0.1 + $1].map(String.init).joined(separator: " "))
                $0.1 += $1
            }.0.joined(separator: "\n") + "\n"
        #expect(try Self.intervals(text) == beats.map(Double.init))
    }

    /// A row of units that begins with an empty cell and ends with a mark of comments.
    @Test func aRowOfUnitsCanEndWithAPerCentSign() throws {
        let rows = (0..<40).map { "10:00:\(10 + $0)\t0.\(900 + $0)\t307\t60\n" }.joined()
        let reading = try Self.reading(
            "Zeit\tRR-intervallen\tAltitude\tBattery\n\ts\tm\t%\n" + rows)
        #expect(reading.columns.map(\.title) == ["Zeit", "RR-intervallen", "Altitude", "Battery"])
        #expect(reading.columns[1].statedUnit == .seconds)
    }

    /// Participants of a table whose rows end with a separator; a title without numbers is no title.
    @Test func namesOfFewerCellsThanTheRowsStay() throws {
        let rows = ["P1", "P2"].map { who in
            (0..<60).map { "\(who);\(800 + $0 * 37 % 101);\n" }.joined()
        }
        let reading = try Self.reading("Versuchsperson Nr;Dauer ms\n" + rows.joined())
        #expect(reading.columns[0].namedKind == .person)
    }

    /// A word behind the first interval is no row of names: in a column of its own it costs nothing, behind a bare number a warning.
    @Test func aNoteBesideTheFirstIntervalIsNoName() throws {
        let beats = (0..<60).map { 800 + $0 * 37 % 101 }
        let rows = beats.enumerated().map { $0 == 0 ? "850,start" : "\($1)," }
        let read = try Self.intervals("RR,note\n" + rows.joined(separator: "\n") + "\n")
        #expect(read == [850] + beats.dropFirst().map(Double.init))
        let bare = "850 start\n" + beats.map { "\($0)\n" }.joined()
        let recording = try TextReading.read(bare)
        #expect(recording.rr.intervalsMs == beats.map(Double.init))
        #expect(recording.notices.map(\.code) == ["bad_number"])
    }

    /// Whole numbers with a comma between them whose product is a minute are intervals and rates; above them stands a sentence.
    @Test(arguments: ["", "Recorded lying down, eyes closed\n", "Comment: eyes closed, lying\n"])
    func ratesBesideIntervalsAreNoDecimals(head: String) throws {
        let beats = (0..<60).map { 800 + $0 * 37 % 101 }
        let rows = beats.map { "\($0),\(Int((60_000 / Double($0)).rounded()))\n" }
        #expect(try Self.intervals(head + rows.joined()) == beats.map(Double.init))
    }

    /// `data` is a date in some languages; a column of that name holds intervals where they fill the time.
    @Test func dataMayBeIntervals() throws {
        let beats = (0..<60).map { 800 + $0 * 37 % 101 }
        var time = 0
        let rows = beats.map { beat -> String in
            time += beat
            return "\(time),\(beat)\n"
        }
        #expect(try Self.intervals("time_ms,data\n" + rows.joined()) == beats.map(Double.init))
    }
}
