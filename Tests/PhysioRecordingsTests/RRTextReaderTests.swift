import PhysioTypes
import Testing

@testable import PhysioRecordings
import TestSupport

@Suite struct RRTextReaderTests {
    private static func read(
        _ text: String, options: RRTextOptions = RRTextOptions(), name: String? = nil
    ) throws(RecordingError) -> Recording {
        try read(Array(text.utf8), options: options, name: name)
    }

    private static func read(
        _ bytes: [UInt8], options: RRTextOptions = RRTextOptions(), name: String? = nil
    ) throws(RecordingError) -> Recording {
        var reader = RRTextReader(options: options, fileName: name)
        try reader.consume(bytes)
        return try reader.finish()
    }

    private static func failure(_ text: String) -> RecordingError? {
        do throws(RecordingError) {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Shapes of plain text

    @Test(arguments: [
        "812\n805\n799\n", "812\r\n805\r\n799", "812\r805\r799\r", "0.812\n0.805\n0.799\n",
        "# RR of a test\n812\n\n% a comment\n805\n// another\n799\n", "RR (ms)\n812\n805\n799\n",
        "0,812\n0,805\n0,799\n", "812;0\n805;0\n799;0\n", "\u{FEFF}812\n805\n799\n",
        " 812 \n\t805\t\n 799\n", "\"812\"\n\"805\"\n\"799\"\n", "8.12e2\n805\n+799\n",
        "index,rr\n0,812\n1,805\n2,799\n", "812 N\n805 N\n799 N\n",
        "0\t812\n1\t805\n2\t799\n", "RR intervals of a resting person\n812\n805\n799\n",
    ])
    func everyShapeGivesTheSameIntervals(text: String) throws {
        let recording = try Self.read(text)
        #expect(recording.rr.intervalsMs == [812, 805, 799])
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    @Test func utf16AndLatin1AreRead() throws {
        let text = "RR Pr\u{FC}fung\n812\n805\n799\n"
        let little: [UInt8] =
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] =
            [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let latin1 = text.unicodeScalars.map { UInt8($0.value) }
        for bytes in [little, big, latin1] {
            #expect(try Self.read(bytes).rr.intervalsMs == [812, 805, 799])
        }
    }

    @Test func bytesMayComeOneByOne() throws {
        var reader = RRTextReader()
        for byte in "\u{FEFF}0.812\r\n0.805\r\n0.799".utf8 { try reader.consume([byte]) }
        #expect(try reader.finish().rr.intervalsMs == [812, 805, 799])
    }

    @Test func secondsBecomeMillisecondsWithoutRounding() throws {
        // 0.85, 0.001 steps: each times 1000 in binary would miss some.
        let text = (200...2999).map { "\(Double($0) / 1000)" }.joined(separator: "\n")
        let recording = try Self.read(
            text, options: RRTextOptions(unit: .seconds), name: nil)
        // Ascending values this close are no beat times.
        #expect(recording.rr.intervalsMs == (200...2999).map(Double.init))
    }

    @Test func theUnitIsStatedInTheRecipe() throws {
        #expect(try Self.read("0.8\n0.9\n").recipe["input_unit"] == .text("s"))
        #expect(try Self.read("800\n900\n").recipe["input_unit"] == .text("ms"))
        let forced = try Self.read("100\n120\n", options: RRTextOptions(unit: .milliseconds))
        #expect(forced.recipe["input_unit_from"] == .text("option"))
    }

    @Test func firstTimeBeforeSecondsIsTheStart() throws {
        let recording = try Self.read("225.8671875\n0.90625\n0.9140625\n")
        #expect(recording.rr.intervalsMs == [906.25, 914.0625])
        #expect(recording.rr.startSeconds == 225.8671875)
        #expect(recording.notices.map(\.kind) == [.note])
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    // MARK: Beat times

    @Test func ascendingTimesAreBeats() throws {
        let times = (0...11).map { 0.34 + 0.89 * Double($0) }
        let text = times.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: "\n")
        let recording = try Self.read(text)
        #expect(recording.format == "beat-times")
        #expect(recording.rr.intervalsMs == [Double](repeating: 890, count: 11))
        #expect(recording.rr.startSeconds == 0.34)
    }

    @Test func tenAscendingIntervalsAreIntervals() throws {
        let text = (0..<10).map { "\(0.3 + 0.25 * Double($0))" }.joined(separator: "\n")
        #expect(try Self.read(text).format == "rr-text")
    }

    // MARK: Two columns

    @Test func timesThatDisagreeWithTheSumMakeGaps() throws {
        let recording = try Self.read("0.0 0.749\n5.455 0.749\n6.215 0.760\n6.966 0.751\n")
        #expect(recording.rr.intervalsMs == [749, 749, 760, 751])
        #expect(recording.rr.marks == [[], .afterGap, [], []])
        // The clock starts at the first R peak.
        #expect(recording.rr.startSeconds == 0)
        #expect(abs(recording.rr.endSeconds - (6.966 + 0.749)) < 1e-9)
        #expect(recording.notices.map(\.code) == ["time_gaps"])
    }

    @Test func timesMayStandOnEitherSideAndInEitherUnit() throws {
        let columns: [(String, String)] = [
            ("0.8", "800"), ("1.6", "800"), ("2.41", "810"), ("3.2", "790"), ("4.1", "900"),
        ]
        for text in [
            columns.map { "\($0.0)\t\($0.1)" }, columns.map { "\($0.1);\($0.0)" },
            columns.map { "\($0.0) \(Double($0.1).map { $0 / 1000 } ?? 0)" },
            columns.map { "\((Double($0.0) ?? 0) * 1000),\($0.1)" },
        ] {
            let recording = try Self.read(text.joined(separator: "\n"))
            #expect(recording.rr.intervalsMs == [800, 800, 810, 790, 900])
            #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
            #expect(abs(recording.rr.endSeconds - 4.1) < 1e-9)
        }
    }

    @Test func timesOfIntervalStartsAreRecognised() throws {
        let recording = try Self.read("0 0.80\n0.80 0.95\n1.75 0.70\n2.45 0.90\n")
        #expect(recording.recipe["input_times"] == .text("start of each interval"))
        #expect(abs(recording.rr.endSeconds - 3.35) < 1e-12)
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    @Test func decimalCommasBetweenOtherSeparatorsAreRead() throws {
        for text in [
            "0,8;0,80\n1,6;0,80\n2,5;0,90", "0,8\t0,80\n1,6\t0,80\n2,5\t0,90",
            "0,8 0,80\n1,6 0,80\n2,5 0,90",
        ] {
            let recording = try Self.read(text)
            #expect(recording.rr.intervalsMs == [800, 800, 900])
        }
    }

    @Test func flagsAreNamedAndNotUsed() throws {
        let recording = try Self.read("812\t0\n805\t1\n799\t0\n")
        #expect(recording.rr.intervalsMs == [812, 805, 799])
        #expect(recording.notices.map(\.code) == ["flags_unused"])
    }

    @Test func labelsOtherThanNormalMakeNoNN() throws {
        let recording = try Self.read("812 N\n605 V\n1099 N\n800 N\n")
        // The V beat ends one interval and begins the next.
        #expect(recording.rr.marks == [[], .notNormal, .notNormal, []])
    }

    @Test func columnsThatBothFitAreAskedFor() {
        // Equal columns that ascend by what they say: either could be the intervals.
        let rows = (0..<8).map { "\(300 + 250 * $0) \(300 + 240 * $0)" }
        guard case .ambiguous(let text)? = Self.failure(rows.joined(separator: "\n")) else {
            Issue.record("not refused")
            return
        }
        #expect(text.contains("header"))
    }

    // MARK: Apps

    @Test func hrvLoggerRowsWrittenTwiceAreDropped() throws {
        let recording = try Self.read(
            """
            date,rr,since start
            2021-01-25 13:35:48 +0000,800,800
            2021-01-25 13:35:48 +0000,810,1610
            2021-01-25 13:35:48 +0000,810,1610
            2021-01-25 13:35:49 +0000,790,2400
            """)
        #expect(recording.format == "hrv-logger")
        #expect(recording.rr.intervalsMs == [800, 810, 790])
        #expect(recording.notices.map(\.code) == ["repeated_rows"])
    }

    @Test func polarSensorLoggerTimesAreArrivals() throws {
        var text = "Phone timestamp;RR-interval [ms]\n"
        for second in 0..<40 {
            // One packet a second, then five seconds without any.
            let shown = second < 20 ? second : second + 5
            text += "2020-11-13T12:53:\(shown < 10 ? "0" : "")\(shown).250;1000\n"
        }
        let recording = try Self.read(text)
        #expect(recording.format == "polar-sensor-logger")
        #expect(recording.rr.count == 40)
        #expect(recording.rr.marks.indices.filter { recording.rr.marks[$0] == .afterGap } == [20])
        #expect(abs(recording.rr.durationSeconds - 45) < 1e-9)
    }

    @Test func aStalledLinkIsNoGap() throws {
        var text = "Phone timestamp;RR-interval [ms]\n"
        for second in 0..<40 {
            // Four packets arrive together with the fifth.
            let shown = (20..<24).contains(second) ? 24 : second
            text += "2020-11-13T12:53:\(shown < 10 ? "0" : "")\(shown).250;1000\n"
        }
        let recording = try Self.read(text)
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
        #expect(recording.rr.durationSeconds == 40)
    }

    @Test func empaticaHolesAreGaps() throws {
        let recording = try Self.read(
            "1560279825.000000, IBI\n83.503822,0.609403\n84.347611,0.843789\n90.2,0.796911\n")
        #expect(recording.format == "empatica-ibi")
        #expect(recording.rr.marks == [[], [], .afterGap])
        #expect(recording.startDate == "unix:1560279825.0")
    }

    @Test func kubiosBlockIsReadInSeconds() throws {
        let recording = try Self.read(
            """
            Kubios HRV Standard, version 3.5
            Mean RR (ms): 850
            RR INTERVAL DATA: Artifact corrected RR series
            Time (s), RR (s)
            0.000, 0.812
            0.812, 0.805
            1.617, 0.799
            """)
        #expect(recording.format == "kubios-report")
        #expect(recording.rr.intervalsMs == [812, 805, 799])
    }

    @Test func vnsRawSectionIsReadOnce() throws {
        let recording = try Self.read(
            """
            VNS Analyse Export
            RR-Intervalle - Rohwerte
            0,812
            0,805\tNotiz: Husten
            0,799
            RR-Intervalle - Korrigierte Werte
            0,810
            0,810
            """)
        #expect(recording.format == "vns-analyse")
        #expect(recording.rr.intervalsMs == [812, 805, 799])
    }

    @Test func polarHRMNeedsInterval238() throws {
        func file(_ interval: Int) -> String {
            "[Params]\nVersion=106\nDate=20080209\nStartTime=09:28:17.0\nInterval=\(interval)\n"
                + "StartDelay=500\n\n[HRData]\n812\n805\n799\n"
        }
        let recording = try Self.read(file(238))
        #expect(recording.format == "polar-hrm")
        #expect(recording.rr.intervalsMs == [812, 805, 799])
        #expect(recording.rr.startSeconds == 0.5)
        #expect(recording.startDate == "2008-02-09T09:28:17.0")
        #expect(Self.failure(file(5))?.code == "no_rr")
    }

    @Test func eliteHRVHasItsStartInTheName() throws {
        let recording = try Self.read("812\n805\n", name: "2026-01-17 17-47-13.txt")
        #expect(recording.format == "elite-hrv")
        #expect(recording.startDate == "2026-01-17T17:47:13")
        #expect(try Self.read("812\n805\n", name: "person.ibi").format == "hrvas")
    }

    @Test func suuntoIntervalsAreFoundInTheirElement() throws {
        let recording = try Self.read(
            "<?xml version=\"1.0\"?><a><HR>70</HR><IBI>812 805\n799</IBI><IBI>801</IBI></a>")
        #expect(recording.format == "suunto-xml")
        #expect(recording.rr.intervalsMs == [812, 805, 799, 801])
    }

    // MARK: Hostile inputs

    @Test func heartRatesAreNoIntervals() throws {
        let text = (0..<200).map { "\(60 + $0 % 31)" }.joined(separator: "\n")
        let error = try #require(Self.failure(text))
        #expect(error.code == "rr_unit")
        #expect(error.text.contains("heart rates in beats/min"))
    }

    @Test func aChangeOfUnitIsFoundWithItsLine() throws {
        let rows = (0..<100).map { $0 < 50 ? "0.8\($0 % 10)" : "8\($0 % 10)0" }
        let error = try #require(Self.failure("# mixed\n" + rows.joined(separator: "\n")))
        #expect(error.code == "rr_unit")
        #expect(error.line == 52)
        #expect(error.text.contains("unit changes"))
    }

    @Test func anAmbiguousCommaIsAskedFor() throws {
        let error = try #require(Self.failure("0,812\n0,805,0,799\n"))
        #expect(error == .ambiguousDecimal(line: 2))
        #expect(error.text.contains("--decimal"))
        // 812.5 or 812 with a flag 5?
        #expect(Self.failure("812,5\n805,2\n799,0\n")?.code == "decimal_comma")
        let asked = try Self.read("812,5\n805,2\n", options: RRTextOptions(decimalMark: .comma))
        #expect(asked.rr.intervalsMs == [812.5, 805.2])
        // The answer is taken: a row that then makes no sense is named, not asked for again.
        let answered = try Self.read(
            "0,812\n0,805,0,799\n0,801\n", options: RRTextOptions(decimalMark: .comma))
        #expect(answered.rr.intervalsMs == [812, 801])
        #expect(answered.notices.map(\.line) == [2])
    }

    @Test func emptyInputsAreEmpty() {
        for text in ["", "\n\n", "# only a comment\n", "\u{FEFF}"] {
            #expect(Self.failure(text)?.code == "empty", "\(text)")
        }
    }

    @Test func oneBeatIsOneInterval() throws {
        #expect(try Self.read("812").rr.intervalsMs == [812])
        #expect(try Self.read("800\n800\n").rr.intervalsMs == [800, 800])
    }

    @Test func aMillionColumnsAreRefusedAtOnce() {
        let wide = [String](repeating: "812", count: 100_000).joined(separator: ",")
        #expect(Self.failure(wide) == .tooWide(line: 1))
        let endless = String(repeating: "1", count: LineSplitter.lineLimit + 10)
        #expect(Self.failure(endless) == .tooWide(line: 1))
    }

    @Test func quotedFieldsWithSeparatorsStayWhole() throws {
        let recording = try Self.read("\u{FEFF}note,rr\r\n\"a, b\",812\r\n\"c\",805\r\n")
        #expect(recording.rr.intervalsMs == [812, 805])
    }

    @Test func aTypoIsNamedAndBreaksTheChain() throws {
        let recording = try Self.read("812\n805\n8x9\n799\n801\n")
        #expect(recording.rr.intervalsMs == [812, 805, 799, 801])
        #expect(recording.rr.marks == [[], [], .afterGap, []])
        let notice = try #require(recording.notices.first)
        #expect(notice.code == "bad_number" && notice.line == 3)
        #expect(notice.text.contains("8x9"))
    }

    @Test func zeroAndNegativeIntervalsAreLeftOut() throws {
        let recording = try Self.read("812\n0\n805\n-799\n801\n")
        #expect(recording.rr.intervalsMs == [812, 805, 801])
        #expect(recording.rr.marks == [[], .afterGap, .afterGap])
        #expect(recording.notices.map(\.line) == [2, 4])
        let many = try Self.read("812\n" + String(repeating: "0\n805\n", count: 9))
        #expect(many.notices.count == 6)
        #expect(many.notices.last?.text.hasSuffix(": 4") == true)
    }

    @Test func missingValuesBreakTheChainWithoutAWarning() throws {
        let recording = try Self.read("812\nNaN\n805\nNULL\n801\n")
        #expect(recording.rr.marks == [[], .afterGap, .afterGap])
        #expect(recording.notices.map(\.kind) == [.note])
    }

    @Test(arguments: [
        ("{\"rr\":[812]}", "unknown_format"), ("# OpenSignals Text File Format\n", "no_rr"),
        ("timestamp_measurement,HR,AVNN,rMSSD\n2017,43,1364,67\n", "no_rr"),
        ("date,timestamp,annotation,manual\n", "no_rr"), ("name,colour\nx,red\n", "unknown_format"),
        ("<a><b>70</b></a>", "no_rr"), ("Kubios HRV\nMean RR 800\n", "no_rr"),
        ("0       X X\n", "no_rr"), ("1,2,3\n4,5,6\n", "unknown_format"),
        ("This is a letter.\nDear reader.\n", "unknown_format"),
        ("\u{0}\u{1}\u{2}binary", "unknown_format"),
    ])
    func otherFilesAreRefusedByWhatTheyAre(text: String, code: String) {
        #expect(Self.failure(text)?.code == code)
    }

    // MARK: Numbers beyond any recording

    @Test(arguments: [
        "800\n810\n9e307\n9e307\n805\n", "0.8 800\n1e308 800\n2.4 800\n",
        "800\n16e800\n810\n", "[Params]\nInterval=238\nStartDelay=inf\n[HRData]\n812\n805\n",
        "[Params]\nInterval=238\nStartDelay=1e300\n[HRData]\n812\n805\n", "800\n-1e300\n800\n",
        "1e300\n0.8\n0.9\n", "800\n1e15\n810\n", "0.8 800\n1.6 800\n1e15 800\n1e15 810\n",
    ])
    func absurdNumbersAreLeftOutOrRefused(text: String) {
        do throws(RecordingError) {
            let recording = try Self.read(text)
            #expect(recording.rr.durationSeconds <= RecordingLimits.durationSeconds)
            #expect(recording.rr.intervalsMs.allSatisfy { $0 <= 1e11 })
        } catch {
            #expect(error.code == "unknown_format" || error.code == "rr_unit")
        }
    }

    @Test func endlessQuotesAreNoRecursion() throws {
        let text = "812\n" + String(repeating: "\"", count: 600_000) + "\n805\n"
        #expect(try Self.read(text).rr.intervalsMs == [812, 805])
    }

    @Test func oneLongGapDoesNotChangeTheUnitOfTimes() throws {
        var text = ""
        for index in 0..<400 {
            let gap = index >= 200 ? 259_200.0 : 0
            text += "\(Double(index + 1) * 0.85 + gap),850\n"
        }
        let recording = try Self.read(text)
        #expect(recording.recipe["input_time_unit"] == .text("s"))
        #expect(abs(recording.rr.durationSeconds - 259_540) < 0.01)
        #expect(recording.rr.marks.filter { $0 == .afterGap }.count == 1)
    }

    @Test func timesThatStandStillAreNotUsed() throws {
        let rows = (0..<3000).map { "5,\(800 + $0 % 50)" }.joined(separator: "\n")
        let recording = try Self.read("time,rr\n" + rows)
        #expect(recording.rr.count == 3000)
        #expect(recording.notices.map(\.code) == ["times_unused"])
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    @Test func wordsBesideIntervalsAreLabelsOnlyIfTheyAreKnown() throws {
        for text in [
            "812 ms\n805 ms\n", "812\tgood\n805\tgood\n", "812\tNN\n805\tNN\n",
            "812 # ok\n805 # fine\n", "812 cough\n805 note\n",
        ] {
            let recording = try Self.read(text)
            #expect(recording.rr.intervalsMs == [812, 805], "\(text)")
            #expect(recording.rr.marks.allSatisfy { $0.isEmpty }, "\(text)")
        }
        #expect(try Self.read("812\n605 ectopic\n900\n").rr.marks == [[], .notNormal, .notNormal])
        #expect(try Self.read("812 cough\n805 note\n").notices.map(\.code) == ["words_unused"])
    }

    @Test func aLatePacketAtTheEndIsNoGap() throws {
        var text = "Phone timestamp;RR-interval [ms]\n"
        for second in 0..<60 {
            let late = second == 59 ? 2.3 : Double(second * 37 % 10) / 20
            let stamp = Double(second) + late
            let tens = Int(stamp) + 100
            let thousandths = Int((stamp - stamp.rounded(.down)) * 1000) + 1000
            text +=
                "2020-11-13T12:5\(tens >= 160 ? 4 : 3):\(String(tens >= 160 ? tens - 60 : tens).dropFirst())"
            text += ".\(String(thousandths).dropFirst());1000\n"
        }
        let recording = try Self.read(text)
        #expect(recording.recipe["input_times"] == .text("arrival"))
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
        #expect(abs(recording.rr.durationSeconds - 60) < 1e-9)
    }

    @Test func beatsOfOnePacketAreNoRepeats() throws {
        // Stamps of whole seconds; the beats fill the time only if none is dropped.
        var text = "date,rr,since start\n"
        for index in 1...400 {
            let second = (Double(index) * 0.8).rounded(.up)
            text += "2021-01-25 13:35:48 +0000,800,\(Int(second * 1000))\n"
        }
        let recording = try Self.read(text)
        #expect(recording.rr.count == 400)
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    @Test func aVNSTitleMayStandFurtherDown() throws {
        let recording = try Self.read(
            "Messung\nRR-Intervalle - Rohwerte\n0,812\nNotiz: Husten\n0,805\n"
                + "RR-Intervalle - Korrigierte Werte\n0,810\n0,810\n")
        #expect(recording.format == "vns-analyse")
        #expect(recording.rr.intervalsMs == [812, 805])
        #expect(recording.notices.isEmpty)
    }

    @Test func aKubiosBlockEndsWhereItsIntervalsEnd() throws {
        let recording = try Self.read(
            "Kubios HRV\nRR INTERVAL DATA,,SPECTRUM\nTime,RR,Hz,PSD\n0.000,0.812,0.01,5\n"
                + "0.812,0.805,0.02,4\n,,0.03,3\n,,0.04,2\nSUMMARY\n70,80\n90,95\n")
        #expect(recording.rr.intervalsMs == [812, 805])
        #expect(recording.notices.isEmpty)
    }

    @Test func aDecimalCommaAmongPointsIsAskedFor() {
        #expect(Self.failure("0.850,0\n0,812\n0,805\n0,799\n") == .ambiguousDecimal(line: 2))
    }

    @Test func aSingleWordIsNoRecording() {
        #expect(Self.failure("abc\n")?.code == "unknown_format")
        #expect(Self.failure("rr\n")?.code == "empty")
    }

    @Test func seededGarbageNeverTraps() {
        var generator = SplitMix64(seed: 20_261_121)
        let alphabet = Array("0123456789.,;\t \n\r-+eE#\"N/<>[]=:\u{0}\u{FF}rrtime".utf8)
        for _ in 0..<3000 {
            let count = Int.random(in: 0...60, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            do throws(RecordingError) {
                let recording = try Self.read(bytes)
                #expect(recording.rr.intervalsMs.allSatisfy { $0 > 0 && $0.isFinite })
            } catch {
                #expect(!error.text.isEmpty)
            }
        }
    }
}
