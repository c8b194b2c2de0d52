import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// Shapes of tables that people bring; the intervals are those that the test wrote into them.
@Suite struct TableReadingTests {
    /// Intervals of a resting person; ms.
    static let intervals: [Int] = {
        var generator = SplitMix64(seed: 49)
        return (0..<300).map { index in
            860 + (index % 11) * 7 - 35 + Int.random(in: -12...12, using: &generator)
        }
    }()

    static func read(_ lines: [String], end: String = "\n") throws -> Recording {
        try TextReading.read(lines.joined(separator: end) + end)
    }

    static var milliseconds: [Double] { intervals.map(Double.init) }

    /// Times at which the intervals end; ms.
    static var ends: [Int] {
        intervals.reduce(into: []) { $0.append(($0.last ?? 0) + $1) }
    }

    // MARK: Names

    @Test(arguments: [
        "RR", "rr_ms", "RR-Intervall [ms]", "RR-Intervalle (ms)", "Intervalle RR (ms)",
        "Intervalo R-R (ms)", "Intervallo RR [ms]", "Intervalo RR", "RR-interval (ms)",
        "Interwa\u{142} RR",
        "RR interval", "RR-intervall", "R-R (ms)", "RtoR", "IBI", "InterBeatInterval",
        "Interbeat Interval (ms)", "BBI", "bbi", "PPI", "ppi_ms", "PP-interval [ms]", "NN", "nni",
        "Herzschlagintervall", "Beat interval", "heart period (ms)", "RR-afstand",
        "RR Abstand [ms]",
    ])
    func intervalsAreKnownByTheirNameInTenLanguages(_ name: String) throws {
        let rows = zip(Self.intervals.indices, Self.intervals).map { "\($0);\($1);70" }
        let recording = try Self.read(["Nr.;\(name);Puls"] + rows)
        #expect(recording.rr.intervalsMs == Self.milliseconds)
    }

    @Test func unitsStandInNamesRowsAndCells() throws {
        let seconds = Self.intervals.map { "0.\($0)" }
        for lines in [
            ["RR (s)"] + seconds,
            ["time,rr", "s,s"] + zip(Self.ends, seconds).map { "\(Double($0) / 1000),\($1)" },
            ["rr"] + Self.intervals.map { "\($0)ms" },
            ["rr"] + Self.intervals.map { "\($0)\u{A0}ms" },
            ["rr_us"] + Self.intervals.map { "\($0)000" }, Self.intervals.map { "\($0)000" },
        ] {
            #expect(try Self.read(lines).rr.intervalsMs == Self.milliseconds, "\(lines[0])")
        }
    }

    @Test func aNameInAnotherUnitThanItsValuesIsNoted() throws {
        let recording = try Self.read(["rr_s"] + Self.intervals.map(String.init))
        #expect(recording.rr.intervalsMs == Self.milliseconds)
        #expect(recording.notices.map(\.code) == ["unit_by_values"])
    }

    @Test func headersStandBelowOtherLines() throws {
        let rows = zip(Self.intervals, Self.ends).map { "\($0);\($1)" }
        for above in [
            ["sep=;"], ["Subject: X", "Date: 2025-07-13", ""],
            ["Messung;17.01.2025", "Proband;X", ""],
            ["# a comment", "device=strap", "battery: 80 %"],
        ] {
            let recording = try Self.read(above + ["rr;elapsed [ms]"] + rows)
            #expect(recording.rr.intervalsMs == Self.milliseconds, "\(above)")
            #expect(recording.notices.isEmpty)
        }
    }

    // MARK: Numbers

    @Test func thousandsAndDecimalCommasDiffer() throws {
        let long = Self.intervals.map { $0 + 150 }
        let thousands = long.map { value in
            value < 1000
                ? "\(value)" : "\"\(value / 1000),\(String(value % 1000 + 1000).dropFirst())\""
        }
        let table = try Self.read(["n,rr"] + zip(long.indices, thousands).map { "\($0),\($1)" })
        #expect(table.rr.intervalsMs == long.map(Double.init))
        let decimals = try Self.read(
            ["Zeit;RR"]
                + zip(Self.ends, Self.intervals).map {
                    "\($0 / 1000),\(String($0 % 1000 + 1000).dropFirst());0,\($1)"
                })
        #expect(decimals.rr.intervalsMs == Self.milliseconds)
    }

    @Test func severalIntervalsInACellAreAllBeats() throws {
        let pairs = stride(from: 0, to: 300, by: 3).map { index in
            [Self.intervals[index...index], Self.intervals[(index + 1)...(index + 2)]]
        }.joined()
        for separators in [("", ";", ""), ("[", ", ", "]"), ("", " ", "")] {
            let cells = pairs.map { list in
                separators.0 + list.map(String.init).joined(separator: separators.1) + separators.2
            }
            let table = cells.enumerated().map { "\($0.offset),94,\"\($0.element)\"" }
            #expect(
                try Self.read(["n,hr,rr_intervals"] + table).rr.intervalsMs == Self.milliseconds)
            if separators.0.isEmpty {
                #expect(try Self.read(["rr"] + cells).rr.intervalsMs == Self.milliseconds)
                #expect(try Self.read(cells).rr.intervalsMs == Self.milliseconds)
            }
        }
    }

    @Test func footersAreNoBeats() throws {
        let rows = Self.intervals.map(String.init)
        for footer in [
            ["Mean", "860", "SD", "31"], ["Mean 860", "SD 31"], ["Mittelwert: 860"], ["n=300"],
        ] {
            let recording = try Self.read(["RR"] + rows + footer)
            #expect(recording.rr.intervalsMs == Self.milliseconds, "\(footer)")
            #expect(recording.notices.map(\.code) == ["footer_unused"])
        }
        let table = rows.enumerated().map { "\($0.offset + 1),\($0.element)" }
        let recording = try Self.read(["Beat,RR (ms)"] + table + ["Mean,860", "Max,1210"])
        #expect(recording.rr.intervalsMs == Self.milliseconds)
    }

    // MARK: Times

    @Test(arguments: [
        "13.07.2025 23:58:00", "7/13/2025 11:58:00 PM", "07/13/2025 23:58:00",
        "2025/07/13 23:58:00",
        "13-Jul-2025 23:58:00", "2025-07-13T23:58:00", "Jul 13, 2025 11:58:00 PM",
        "13. Juli 2025 23:58:00", "20250713 23:58:00", "13.07.25 23:58:00",
    ])
    func datesOfAnyShapeBeginTheRecording(_ first: String) throws {
        // The shape of the first stamp, with the time of each row in it.
        let isHalf = first.hasSuffix("PM")
        let rows = zip(Self.ends, Self.intervals).prefix(100).map { end, interval in
            let total = 58 * 60_000 + end
            let (minutes, rest) = (total / 60_000, total % 60_000)
            let seconds = rest / 1000
            let text =
                "\(isHalf ? 11 : 23):\(minutes < 60 ? minutes : 59):\(seconds < 10 ? "0" : "")\(seconds)"
                + ".\(String(rest % 1000 + 1000).dropFirst())"
            return (
                minutes,
                first.replacingOccurrence(of: isHalf ? "11:58:00" : "23:58:00", by: text)
                    + ";\(interval)"
            )
        }.filter { $0.0 < 60 }.map(\.1)
        let recording = try Self.read(["time;rr"] + rows)
        #expect(recording.startDate?.hasPrefix("2025-07-13T23:58:00") == true)
        #expect(recording.rr.intervalsMs == Array(Self.milliseconds.prefix(rows.count)))
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    @Test func timesOfDayGoOnAfterMidnight() throws {
        let rows = zip(Self.ends, Self.intervals).map { end, interval in
            let total = (23 * 3600 + 58 * 60) * 1000 + end
            let day = total % 86_400_000
            func two(_ value: Int) -> String { String(value + 100).dropFirst().description }
            return "\(two(day / 3_600_000)):\(two(day / 60_000 % 60)):\(two(day / 1000 % 60))"
                + ".\(String(day % 1000 + 1000).dropFirst()),\(interval)"
        }
        let recording = try Self.read(["clock,rr"] + rows)
        #expect(recording.rr.intervalsMs == Self.milliseconds)
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
        #expect(abs(recording.rr.durationSeconds - Double(Self.ends[299]) / 1000) < 1e-6)
    }

    @Test(arguments: [1, 1000, 1_000_000, 1_000_000_000])
    func timesSince1970MayHaveAnyUnit(perSecond: Int) throws {
        let rows = zip(Self.ends, Self.intervals).map { end, interval in
            perSecond == 1
                ? "\(1_752_450_000 + end / 1000).\(String(end % 1000 + 1000).dropFirst());\(interval)"
                : "\(1_752_450_000 * perSecond + end * (perSecond / 1000));\(interval)"
        }
        let recording = try Self.read(["timestamp;rr"] + rows)
        #expect(recording.rr.intervalsMs == Self.milliseconds)
        #expect(recording.startDate == "2025-07-13T23:40:00Z")
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    @Test func daysOfASpreadsheetAreDates() throws {
        let rows = zip(Self.ends, Self.intervals).map { end, interval in
            "\(45_851.5 + Double(end) / 86_400_000);\(interval)"
        }
        let recording = try Self.read(["Zeit;RR"] + rows)
        #expect(recording.rr.intervalsMs == Self.milliseconds)
        #expect(recording.startDate?.hasPrefix("2025-07-13T12:00:00") == true)
    }

    @Test func anUnreadableDateCostsNoInterval() throws {
        let rows = Self.intervals.map { "some day,\($0)" }
        let recording = try Self.read(["date,rr"] + rows)
        #expect(recording.rr.intervalsMs == Self.milliseconds)
    }

    @Test func anOpenOrderOfDatesIsAskedForWhereItMatters() throws {
        // Two days of rows: the next day, or the next month.
        let rows = [
            "03/04/2025 10:00:00,800", "03/04/2025 10:00:01,810", "04/04/2025 10:00:02,805",
        ]
        guard
            case .ambiguous(let text)? = TextReading.failure(
                (["time,rr"] + rows).joined(separator: "\n"))
        else {
            Issue.record("not asked")
            return
        }
        #expect(text.contains("--dates"))
        var options = RRTextOptions()
        options.dateOrder = .dayFirst
        let recording = try TextReading.read(
            (["time,rr"] + rows).joined(separator: "\n"), options: options)
        #expect(recording.startDate?.hasPrefix("2025-04-03") == true)
        let sameDay = try Self.read(["time,rr"] + Array(rows.prefix(2)))
        #expect(sameDay.notices.map(\.code).contains("date_order"))
    }

    // MARK: Columns

    @Test func participantsMakeRecordingsAndStagesDoNot() throws {
        let rows = Self.intervals.enumerated().map { index, interval in
            "S\(index / 100 + 1),\(index / 50 % 2 == 0 ? "rest" : "task"),\(interval)"
        }
        var reader = RRTextReader()
        try reader.consume((["participant,stage,rr"] + rows).joined(separator: "\n").utf8)
        let recordings = try reader.finishAll().map { try $0.get() }
        #expect(reader.partNames == ["S1", "S2", "S3"])
        #expect(recordings.flatMap(\.rr.intervalsMs) == Self.milliseconds)
        #expect(recordings[0].notices.map(\.code) == ["label_unused"])
        var options = RRTextOptions()
        options.splitColumn = "stage"
        var split = RRTextReader(options: options)
        try split.consume((["participant,stage,rr"] + rows).joined(separator: "\n").utf8)
        let stages = try split.finishAll().map { try $0.get() }
        #expect(split.partNames == ["rest", "task"])
        #expect(stages.map(\.rr.count) == [150, 150])
        #expect(stages[0].rr.marks.count { $0.contains(.afterGap) } == 2)
    }

    @Test(arguments: ["measurement_id", "Messung Nr", "visit no"])
    func aNumberedSessionIsARecording(name: String) throws {
        let rows = Self.intervals.enumerated().map { index, interval in
            "\(index / 100 + 1),\(interval)"
        }
        var reader = RRTextReader()
        try reader.consume((["\(name),rr"] + rows).joined(separator: "\n").utf8)
        let recordings = try reader.finishAll().map { try $0.get() }
        #expect(reader.partNames == ["1", "2", "3"])
        #expect(recordings.map(\.rr.count) == [100, 100, 100])
        #expect(recordings.flatMap(\.rr.intervalsMs) == Self.milliseconds)
    }

    @Test func twoColumnsThatDifferAreAskedFor() throws {
        let equal = Self.intervals.map { "\($0),\($0)" }
        #expect(try Self.read(["rr,rr"] + equal).rr.intervalsMs == Self.milliseconds)
        let different = Self.intervals.map { "\($0),\($0 + 9)" }
        let text = (["rr_raw,rr_corrected"] + different).joined(separator: "\n")
        #expect(TextReading.failure(text)?.code == "ambiguous")
        for (column, shift) in [("rr_corrected", 9.0), ("0", 0)] {
            var options = RRTextOptions()
            options.column = column
            let recording = try TextReading.read(text, options: options)
            #expect(recording.rr.intervalsMs == Self.milliseconds.map { $0 + shift })
        }
    }

    @Test func positionsInSamplesNeedARate() throws {
        let positions = Self.ends.map { "\($0 * 360 / 1000)" }
        for text in [positions, ["ECG_R_Peaks"] + positions].map({ $0.joined(separator: "\n") }) {
            let error = try #require(TextReading.failure(text))
            #expect(error.code == "ambiguous" && error.text.contains("--rate"))
            var options = RRTextOptions()
            options.rateHz = 360
            let recording = try TextReading.read(text, options: options)
            let expected = zip(Self.ends.dropFirst(), Self.ends).map { next, last in
                Double(next * 360 / 1000 - last * 360 / 1000) * 1000 / 360
            }
            #expect(recording.rr.count == expected.count)
            for (found, right) in zip(recording.rr.intervalsMs, expected) {
                #expect(abs(found - right) < 1e-6)
            }
        }
    }

    @Test func intervalsInSamplesAreAskedFor() throws {
        let text = Self.intervals.map { "\($0 / 4)" }.joined(separator: "\n")
        let error = try #require(TextReading.failure(text))
        #expect(error.code == "rr_unit" && error.text.contains("--unit samples"))
        var options = RRTextOptions(unit: .samples)
        options.rateHz = 250
        let recording = try TextReading.read(text, options: options)
        #expect(recording.rr.intervalsMs == Self.intervals.map { Double($0 / 4 * 4) })
    }

    @Test(arguments: [
        ("time,RR\n0,14\n60,15\n120,13\n180,16\n", "breaths a minute"),
        ("date,RR\na,120/80\nb,118/79\nc,131/85\n", "blood pressures"),
        ("time,hr\n0,62\n1,63\n2,61\n3,64\n", "heart rates"),
        ("timestamp,rmssd,lf,hf\n1,32.1,500,300\n2,28.0,450,280\n", "results"),
    ])
    func otherQuantitiesAreRefusedAsWhatTheyAre(text: String, words: String) throws {
        let error = try #require(TextReading.failure(text))
        #expect(error.code == "no_rr" && error.text.contains(words), "\(error.text)")
    }

    @Test func aTableWithoutEvidenceIsNoRecording() throws {
        var generator = SplitMix64(seed: 50)
        // Pressures of the weather look like intervals, one each hour.
        let rows = (0..<200).map { hour in
            "2025-07-\(hour / 24 + 10) \(String(hour % 24 + 100).dropFirst()):00:00,"
                + "\(Int.random(in: 980...1030, using: &generator))"
        }
        #expect(TextReading.failure((["date,pressure"] + rows).joined(separator: "\n")) != nil)
        #expect(TextReading.failure((["date,value"] + rows).joined(separator: "\n")) != nil)
    }

    @Test func rowsOfEventsAreChosenByTheirWord() throws {
        let rows = Self.intervals.enumerated().map { index, interval in
            "IBI,\(interval),\(1_700_000_000 + index)\nHR,70,\(1_700_000_000 + index)"
        }
        #expect(
            try Self.read(["event,value,timestamp"] + rows).rr.intervalsMs == Self.milliseconds)
    }

    @Test func repeatedHeadersMakeGaps() throws {
        let rows = Self.intervals.map(String.init)
        let recording = try Self.read(["rr"] + rows.prefix(100) + ["rr"] + rows.dropFirst(100))
        #expect(recording.rr.intervalsMs == Self.milliseconds)
        #expect(recording.rr.marks.indices.filter { !recording.rr.marks[$0].isEmpty } == [100])
        #expect(recording.notices.map(\.code) == ["blocks"])
    }
}

extension String {
    fileprivate func replacingOccurrence(of old: String, by new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return replacingCharacters(range, new)
    }

    private func firstRange(of pattern: String) -> Range<String.Index>? {
        indices.lazy.filter { self[$0...].hasPrefix(pattern) }.first.map {
            $0..<index($0, offsetBy: pattern.count)
        }
    }

    private func replacingCharacters(_ range: Range<String.Index>, _ new: String) -> String {
        String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
