import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct SignalTextTests {
    /// Rows of a time and two samples at 250 Hz.
    private static func table(
        _ count: Int = 300, header: String = "time_s,ecg_mV,resp", separator: String = ",",
        time: (Int) -> String = { "\(Double($0) / 250)" }
    ) -> String {
        let rows = (0..<count).map { index in
            [time(index), "\(Double(index % 50) / 100 - 0.2)", "\(index)"].joined(
                separator: separator)
        }
        return (header.isEmpty ? "" : header + "\n") + rows.joined(separator: "\n") + "\n"
    }

    private static let ecg = (0..<300).map { Double($0 % 50) / 100 - 0.2 }

    @Test func namesUnitsAndRateComeFromTheText() throws {
        let result = try SignalReading.read(Self.table())
        #expect(result.reader.format == "ecg-text")
        #expect(
            result.reader.signals == [
                SignalDescription(name: "ecg_mV", unit: "mV", sampleRateHz: 250),
                SignalDescription(name: "resp", unit: "", sampleRateHz: 250),
            ])
        #expect(result.signals[0] == Self.ecg)
        #expect(result.signals[1] == (0..<300).map(Double.init))
        #expect(result.reader.recipe["input_rate_from"] == .text("time column"))
        #expect(result.reader.notices.isEmpty)
    }

    @Test(arguments: [
        ("ECG [mV]", "ECG", "mV", 1.0), ("ECG (uV)", "ECG", "mV", 1e-3),
        ("\"ECG [\u{B5}V]\"", "ECG", "mV", 1e-3), ("ecg_V", "ecg_V", "mV", 1000),
        ("EKG", "EKG", "", 1), ("pleth [a.u.]", "pleth", "a.u.", 1), ("I uV", "I uV", "mV", 1e-3),
    ])
    func unitsStandInNames(header: String, name: String, unit: String, scale: Double) throws {
        let result = try SignalReading.read("\(header)\n1.5\n-2\n0\n4\n", rateHz: 100)
        #expect(result.reader.signals[0].name == name)
        #expect(result.reader.signals[0].unit == unit)
        #expect(result.signals[0] == [1.5, -2, 0, 4].map { $0 * scale })
    }

    @Test(arguments: [
        "time,ecg,eda\ns,uV,uS", "\"Zeit\",\"ecg\",\"eda\"\n\"Sekunden\",\"uV\",\"uS\"",
        "# made by hand\ntime,ecg,eda\n[s],[uV],[uS]", "time [s],ecg [uV],eda [uS]",
    ])
    func unitsStandBelowNames(header: String) throws {
        let rows = (0..<300).map { "\(Double($0) / 250),\($0 % 50 * 10 - 200),2.5\n" }
        let result = try SignalReading.read(header + "\n" + rows.joined())
        #expect(
            result.reader.signals == [
                SignalDescription(name: "ecg", unit: "mV", sampleRateHz: 250),
                SignalDescription(name: "eda", unit: "uS", sampleRateHz: 250),
            ])
        let ecg = (0..<300).map { index -> Double in Double(index % 50 * 10 - 200) * 1e-3 }
        #expect(result.signals[0] == ecg)
        #expect(result.signals[1] == [Double](repeating: 2.5, count: 300))
    }

    @Test(arguments: [
        ("EDA\nuS\n2,136\n", "EDA", "uS", 2.136), ("ECG\nmV\n-0,5\n", "ECG", "mV", -0.5),
        ("ECG\nuV\n1250\n", "ECG", "mV", 1.25), ("Person:K\nDate:04/02/2023\n2041\n", "", "", 2041),
    ])
    func unitsStandBelowOneName(text: String, name: String, unit: String, value: Double) throws {
        let result = try SignalReading.read(text + "0\n0\n", rateHz: 100, decimal: .comma)
        #expect(
            result.reader.signals == [SignalDescription(name: name, unit: unit, sampleRateHz: 100)])
        #expect(result.signals[0] == [value, 0, 0])
    }

    /// Names of channels, units and times, each above three channels at 250 Hz.
    @Test(arguments: [
        ("time,ECG_data,T wave", ["ECG_data", "T wave"], ["", ""]),
        ("time,ECG #1,ECG #2 (uV)", ["ECG #1", "ECG #2"], ["", "mV"]),
        ("# time,ecg,eda\n# s,V,uS", ["ecg", "eda"], ["mV", "uS"]),
        ("time,ecg,force\ns,uV,N", ["ecg", "force"], ["mV", "N"]),
        ("Horloge,ADC counts,lead s\ns,uV,%", ["ADC counts", "lead s"], ["mV", "%"]),
        ("time,ECG lead V,ECG <nV>", ["ECG lead V", "ECG"], ["", "mV"]),
        ("Recorded lying down, eyes closed\n# by hand", ["", ""], ["", ""]),
    ])
    func namesOfChannelsAreThoseOfTheText(header: String, names: [String], units: [String]) throws {
        let rows = (0..<300).map { "\(Double($0) / 250),\($0 % 50),2.5\n" }
        let result = try SignalReading.read(header + "\n" + rows.joined())
        #expect(
            result.reader.signals
                == zip(names, units).map {
                    SignalDescription(name: $0, unit: $1, sampleRateHz: 250)
                })
    }

    @Test(arguments: [
        ("Nr\ttime\tecg", 2), ("#\ttime (s)\tecg", 2), ("Note 1:none\n# 250 Hz", 2),
        ("time,trigger time,ecg", 2),
    ])
    func countersAndTimesAreNoChannels(header: String, channel: Int) throws {
        let mark = header.contains(",") ? "," : "\t"
        let rows = (0..<300).map {
            ["\($0)", "\(Double($0) / 250)", "\($0 % 50)"].joined(separator: mark) + "\n"
        }
        let result = try SignalReading.read(
            "Recording 5\n" + header + "\n" + rows.joined(), rateHz: 250)
        #expect(result.signals.last == (0..<300).map { Double($0 % 50) })
        #expect(result.reader.signals.count == (header.hasPrefix("Note") ? 2 : 1))
        // Between spaces, a note or a comment is no row of names.
        let spaced = (0..<300).map { "\(Double($0) / 250) \($0 % 50)\n" }
        for line in ["Note 1:none", "# Data below"] {
            let read = try SignalReading.read("\(line)\n" + spaced.joined())
            #expect(read.signals == [(0..<300).map { Double($0 % 50) }])
        }
    }

    /// One channel of LabChart below its header is none of a watch.
    @Test func theChannelOfAChartRecorderKeepsItsName() throws {
        let header =
            "Interval=\t0.004 s\nChannelTitle=\tBelt\nRange=\t10.000 V\nUnitName=\tV\nBelt\n"
        let result = try SignalReading.read(
            header + (0..<300).map { "0.\(100 + $0 % 7)\n" }.joined())
        #expect(result.reader.signals.map(\.name) == ["Belt"])
        #expect(result.reader.signals[0].sampleRateHz == 250)
    }

    @Test func aMarkInsideQuotesIsNoComment() throws {
        let rows = (1...300).map { "\"\($0)\"\t\"\(Double($0 % 50) / 100)\"\n" }
        let result = try SignalReading.read(
            "\"sample #\"\t\"II_mV\"\n" + rows.joined(), rateHz: 360)
        #expect(
            result.reader.signals == [
                SignalDescription(name: "II_mV", unit: "mV", sampleRateHz: 360)
            ])
    }

    @Test(arguments: [",", ";", "\t", " "])
    func everySeparatorIsRead(separator: String) throws {
        let header = ["t", "ECG", "x"].joined(separator: separator)
        for end in ["\n", "\r\n", "\r"] {
            let text = Self.table(header: header, separator: separator)
                .split(separator: "\n").joined(separator: end)
            for prefix in ["", "\u{FEFF}", "# exported\(end)\(end)"] {
                let result = try SignalReading.read(prefix + text)
                #expect(result.signals[0] == Self.ecg)
                #expect(result.reader.signals.map(\.name) == ["ECG", "x"])
                #expect(result.reader.signals[0].sampleRateHz == 250)
            }
        }
    }

    @Test func decimalCommasAreReadWhereTheySeparateNothing() throws {
        let text = Self.table(header: "t;ECG;x", separator: ";").split(separator: "\n").map {
            line in
            line.contains("E") ? String(line) : line.split(separator: ".").joined(separator: ",")
        }.joined(separator: "\n")
        #expect(try SignalReading.read(text).signals[0] == Self.ecg)
        // No table has columns such as 05.
        let single = try SignalReading.read("0,05\n-0,12\n0,07\n1,50\n", rateHz: 100)
        #expect(single.signals == [[0.05, -0.12, 0.07, 1.5]])
        let mixed = try SignalReading.read("12\n-13,5\n11\n14,25\n", rateHz: 100)
        #expect(mixed.signals == [[12, -13.5, 11, 14.25]])
    }

    @Test func anAmbiguousCommaIsAskedFor() throws {
        let text = "12,5\n13,8\n11,2\n12,9\n"
        let error = try #require(SignalReading.failure(Array(text.utf8), rateHz: 100))
        #expect(error == .ambiguousDecimal(line: 1))
        let comma = try SignalReading.read(text, rateHz: 100, decimal: .comma)
        #expect(comma.signals == [[12.5, 13.8, 11.2, 12.9]])
        let point = try SignalReading.read(text, rateHz: 100, decimal: .point)
        #expect(point.signals == [[12, 13, 11, 12], [5, 8, 2, 9]])
    }

    // MARK: Times

    @Test(arguments: [
        ("t", 1.0), ("time [ms]", 1e3), ("timestamp_us", 1e6), ("time (ns)", 1e9), ("clock", 1e3),
        ("time", 1e6), ("time", 1e9),
    ])
    func theUnitOfTimesIsStatedOrShowsInTheirSteps(header: String, perSecond: Double) throws {
        let result = try SignalReading.read(
            Self.table(header: "\(header),ECG,x") { "\(Double($0) / 250 * perSecond)" })
        #expect(result.reader.signals.map(\.name) == ["ECG", "x"])
        #expect(abs(result.reader.signals[0].sampleRateHz - 250) < 1e-5)
        #expect(result.reader.recipe["input_time_unit_s"] == .number(1 / perSecond))
    }

    @Test func timesWithoutAHeaderAscend() throws {
        let result = try SignalReading.read(Self.table(header: ""))
        #expect(result.signals == [Self.ecg, (0..<300).map(Double.init)])
        #expect(result.reader.signals[0].sampleRateHz == 250)
    }

    @Test(arguments: ["", "nSeq,ECG,x", ",ECG,x", "sample,ECG,x"])
    func aCounterOfSamplesIsNoTimeAndNoSignal(header: String) throws {
        let text = Self.table(header: header) { "\($0 + 1000)" }
        #expect(SignalReading.failure(Array(text.utf8))?.text.contains("--rate") == true)
        let result = try SignalReading.read(text, rateHz: 250)
        #expect(result.signals[0] == Self.ecg)
        #expect(result.signals.count == 2)
        let lost = try SignalReading.read(
            Self.table(header: header) { "\($0 < 100 ? $0 : $0 + 7)" }, rateHz: 250)
        #expect(lost.gapStarts == [107] && lost.signals[0].count == 307)
    }

    @Test func missingRowsAreAGap() throws {
        let result = try SignalReading.read(
            Self.table { "\(Double($0 < 200 ? $0 : $0 + 50) / 250)" })
        #expect(result.gapStarts == [250])
        #expect(result.signals[0][..<200] == Self.ecg[..<200])
        #expect(result.signals[0][200..<250].allSatisfy { $0.isNaN })
        #expect(result.signals[0][250...].elementsEqual(Self.ecg[200...]))
        #expect(result.reader.notices.map(\.code) == ["time_gaps"])
    }

    @Test func theWholeFileSharpensTheRate() throws {
        // Milliseconds at 130.16 Hz: the beginning alone is off by 1e-7 and more.
        let count = 60_000
        let rows = (0..<count).map { index in
            "\(Int((Double(index) / 130.16 * 1000).rounded())),\(index % 9 - 4)"
        }
        let bytes = Array(("ms,ECG\n" + rows.joined(separator: "\n")).utf8)
        let file = try SignalReading.open(ByteSource(bytes)).signals[0].sampleRateHz
        // One millisecond of rounding at both ends.
        #expect(abs(file / 130.16 - 1) < 1e-3 * 130.16 / Double(count - 1))
        let pipe = try SignalReading.read(SignalReading.pipe(bytes))
        #expect(abs(pipe.reader.signals[0].sampleRateHz / 130.16 - 1) < 1e-5)
        #expect(pipe.reader.notices.map(\.code) == ["rate_from_start"])
        let samples: [Double] = (0..<count).map { index in Double(index % 9 - 4) }
        #expect(pipe.signals[0] == samples)
    }

    @Test func aRateThatContradictsTheTimesIsNamed() throws {
        let result = try SignalReading.read(Self.table(), rateHz: 500)
        #expect(result.reader.signals[0].sampleRateHz == 500)
        #expect(result.signals[0] == Self.ecg)
        #expect(result.reader.notices.map(\.code) == ["rate_times"])
        #expect(try SignalReading.read(Self.table(), rateHz: 250).reader.notices.isEmpty)
    }

    @Test(arguments: [0.0, -1, .nan, .infinity, 1e9])
    func impossibleRatesAreRefused(rateHz: Double) {
        #expect(SignalReading.failure(Array("1\n2\n3\n".utf8), rateHz: rateHz) != nil)
    }

    // MARK: What is missing or broken

    @Test func missingAndInvalidRowsBecomeNaNInOrder() throws {
        let result = try SignalReading.read("ECG\n1\nNaN\n\"\"\n-\n8x9\n\n# note\n2\n", rateHz: 100)
        #expect(SignalReading.areSame(result.signals[0], [1, .nan, .nan, .nan, .nan, 2]))
        let notice = try #require(result.reader.notices.first)
        #expect(notice.code == "bad_number" && notice.line == 6 && notice.text.contains("8x9"))
        #expect(result.reader.notices.count == 1)
    }

    @Test func manyBrokenRowsAreCounted() throws {
        let result = try SignalReading.read(
            "ECG\n1\n2\n3\n" + String(repeating: "oh\n", count: 90), rateHz: 100)
        #expect(result.reader.notices.count == 6)
        #expect(result.reader.notices.last?.text.hasSuffix("85") == true)
    }

    @Test func wideTablesAndEndlessLinesAreRefused() {
        let wide = [String](repeating: "1", count: 1_000_000).joined(separator: ",")
        #expect(SignalReading.failure(Array(wide.utf8), rateHz: 100)?.code == "too_wide")
        let late = "1\n2\n3\n4\n" + String(repeating: "5", count: LineSplitter.maxLineByteCount * 2)
        #expect(SignalReading.failure(Array(late.utf8), rateHz: 100)?.code == "too_wide")
    }

    @Test(arguments: [
        ("", "empty"), ("\n\n", "empty"), ("abc\ndef\n", "unknown_format"),
        ("time\n", "unknown_format"),
        ("PK\u{3}\u{4}xyz", "no_signal"), ("{\"a\": 1}\n", "unknown_format"),
        ("1\n2\n3\n", "ambiguous"), ("\u{1}\u{2}\u{0}", "unknown_format"),
        ("date,note\n2020-11-13T12:53:00,x\n2020-11-13T12:53:01,y\n", "no_signal"),
    ])
    func whatHoldsNoSignalIsRefused(text: String, code: String) {
        #expect(SignalReading.failure(Array(text.utf8))?.code == code, "\(text)")
    }

    @Test func wideCharactersAreNarrowed() throws {
        let text = Self.table(header: "t;ECG [\u{3BC}V];x", separator: ";")
        for order in [true, false] {
            var bytes: [UInt8] = order ? [0xFF, 0xFE] : [0xFE, 0xFF]
            for unit in text.utf16 {
                let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
                bytes += order ? pair : pair.reversed()
            }
            let result = try SignalReading.read(SignalReading.pipe(bytes))
            #expect(result.reader.signals[0].unit == "mV")
            #expect(result.signals[0] == Self.ecg.map { $0 * 1e-3 })
        }
    }

    @Test func choosingASignalLeavesTheOthersUnread() throws {
        let source = ByteSource(Array(Self.table().utf8))
        let result = try SignalReading.read(source, choose: [1, 0, 1])
        let times: [Double] = (0..<300).map(Double.init)
        let expected: [[Double]] = [times, Self.ecg, times]
        #expect(result.signals == expected)
    }
}
