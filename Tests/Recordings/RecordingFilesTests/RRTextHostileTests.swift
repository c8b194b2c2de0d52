import PhysioTypes
import Testing

@testable import RecordingFiles
import TestSupport

@Suite struct RRTextHostileTests {
    @Test func heartRatesAreNoIntervals() throws {
        let text = (0..<200).map { "\(60 + $0 % 31)" }.joined(separator: "\n")
        let error = try #require(TextReading.failure(text))
        #expect(error.code == "rr_unit")
        #expect(error.text.contains("heart rates in beats/min"))
    }

    @Test func aChangeOfUnitIsFoundWithItsLine() throws {
        let rows = (0..<100).map { $0 < 50 ? "0.8\($0 % 10)" : "8\($0 % 10)0" }
        let error = try #require(TextReading.failure("# mixed\n" + rows.joined(separator: "\n")))
        #expect(error.code == "rr_unit")
        #expect(error.line == 52)
        #expect(error.text.contains("unit changes"))
    }

    @Test func anAmbiguousCommaIsAskedFor() throws {
        let error = try #require(TextReading.failure("0,812\n0,805,0,799\n"))
        #expect(error == .ambiguousDecimal(line: 2))
        #expect(error.text.contains("--decimal"))
        // 812.5 or 812 with a flag 5?
        #expect(TextReading.failure("812,5\n805,2\n799,0\n")?.code == "decimal_comma")
        let asked = try TextReading.read(
            "812,5\n805,2\n", options: RRTextOptions(decimalMark: .comma))
        #expect(asked.rr.intervalsMs == [812.5, 805.2])
        // The answer is taken: a row that then makes no sense is named, not asked for again.
        let parsed = try TextReading.read(
            "0,812\n0,805,0,799\n0,801\n", options: RRTextOptions(decimalMark: .comma))
        #expect(parsed.rr.intervalsMs == [812, 801])
        #expect(parsed.notices.map(\.line) == [2])
    }

    @Test(arguments: ["2,421", "2,421,0,805", "2"])
    func aRowOfOneNumberAmongTwoColumnsIsNamed(row: String) throws {
        let recording = try TextReading.read(
            "0,812;0,812\n1,617;0,805\n\(row)\n3,2;0,779\n",
            options: RRTextOptions(decimalMark: .comma))
        #expect(recording.rr.intervalsMs == [812, 805, 779])
        #expect(recording.notices.first?.code == "bad_number")
        #expect(recording.notices.first?.line == 3)
    }

    @Test func emptyInputsAreEmpty() {
        for text in ["", "\n\n", "# only a comment\n", "\u{FEFF}"] {
            #expect(TextReading.failure(text)?.code == "empty", "\(text)")
        }
    }

    @Test func oneBeatIsOneInterval() throws {
        #expect(try TextReading.read("812").rr.intervalsMs == [812])
        #expect(try TextReading.read("800\n800\n").rr.intervalsMs == [800, 800])
    }

    @Test func aMillionColumnsAreRefusedAtOnce() {
        for column in ["812", "\"812\""] {
            let wide = [String](repeating: column, count: 1_000_000).joined(separator: ",")
            #expect(TextReading.failure(wide) == .tooWide(line: 1))
            #expect(TextReading.failure("rr\n812\n" + wide) == .tooWide(line: 3))
        }
        let endless = String(repeating: "1", count: LineSplitter.maxLineByteCount + 10)
        #expect(TextReading.failure(endless) == .tooWide(line: 1))
    }

    @Test func quotedFieldsWithSeparatorsStayWhole() throws {
        let recording = try TextReading.read("\u{FEFF}note,rr\r\n\"a, b\",812\r\n\"c\",805\r\n")
        #expect(recording.rr.intervalsMs == [812, 805])
    }

    @Test(arguments: ["\r\n", "\n", "\r"], [",", ";", "\t"])
    func everyFieldMayStandInQuotes(end: String, separator: String) throws {
        func text(_ rows: [[String]]) -> String {
            "\u{FEFF}"
                + rows.map { row in
                    row.map { "\"\($0)\"" }.joined(separator: separator) + end
                }.joined()
        }
        let timed = [["0.8", "800"], ["1.61", "810"], ["2.409", "799"]]
        for rows in [[["time", "rr"]] + timed, timed] {
            let recording = try TextReading.read(text(rows))
            #expect(recording.rr.intervalsMs == [800, 810, 799])
        }
        #expect(
            try TextReading.read(text([["rr"], ["812"], ["805"]])).rr.intervalsMs == [812, 805])
        let empty = try TextReading.read(text([["rr", "note"], ["812", ""], ["805", "x"]]))
        #expect(empty.rr.intervalsMs == [812, 805])
    }

    @Test func aTypoIsNamedAndBreaksTheChain() throws {
        let recording = try TextReading.read("812\n805\n8x9\n799\n801\n")
        #expect(recording.rr.intervalsMs == [812, 805, 799, 801])
        #expect(recording.rr.marks == [[], [], .afterGap, []])
        let notice = try #require(recording.notices.first)
        #expect(notice.code == "bad_number" && notice.line == 3)
        #expect(notice.text.contains("8x9"))
    }

    @Test func zeroAndNegativeIntervalsAreLeftOut() throws {
        let recording = try TextReading.read("812\n0\n805\n-799\n801\n")
        #expect(recording.rr.intervalsMs == [812, 805, 801])
        #expect(recording.rr.marks == [[], .afterGap, .afterGap])
        #expect(recording.notices.map(\.line) == [2, 4])
        let many = try TextReading.read("812\n" + String(repeating: "0\n805\n", count: 9))
        #expect(many.notices.count == 6)
        #expect(many.notices.last?.text.hasSuffix(": 4") == true)
    }

    @Test func missingValuesBreakTheChainWithoutAWarning() throws {
        let recording = try TextReading.read("812\nNaN\n805\nNULL\n801\n")
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
        #expect(TextReading.failure(text)?.code == code)
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
            let recording = try TextReading.read(text)
            #expect(recording.rr.durationSeconds <= RecordingLimits.maxDurationSeconds)
            #expect(recording.rr.intervalsMs.allSatisfy { $0 <= 1e11 })
        } catch {
            #expect(["unknown_format", "rr_unit", "no_rr"].contains(error.code))
        }
    }

    @Test func endlessQuotesAreNoRecursion() throws {
        let text = "812\n" + String(repeating: "\"", count: 600_000) + "\n805\n"
        #expect(try TextReading.read(text).rr.intervalsMs == [812, 805])
    }

    @Test func oneLongGapDoesNotChangeTheUnitOfTimes() throws {
        var text = ""
        for index in 0..<400 {
            let gap = index >= 200 ? 259_200.0 : 0
            text += "\(Double(index + 1) * 0.85 + gap),850\n"
        }
        let recording = try TextReading.read(text)
        #expect(recording.recipe["input_time_unit"] == .text("s"))
        #expect(abs(recording.rr.durationSeconds - 259_540) < 0.01)
        #expect(recording.rr.marks.filter { $0 == .afterGap }.count == 1)
    }

    @Test func timesThatStandStillAreNotUsed() throws {
        let rows = (0..<3000).map { "5,\(800 + $0 % 50)" }.joined(separator: "\n")
        let recording = try TextReading.read("time,rr\n" + rows)
        #expect(recording.rr.count == 3000)
        #expect(recording.notices.map(\.code) == ["times_unused"])
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    @Test func wordsBesideIntervalsAreLabelsOnlyIfTheyAreKnown() throws {
        for text in [
            "812 ms\n805 ms\n", "812\tgood\n805\tgood\n", "812\tNN\n805\tNN\n",
            "812 # ok\n805 # fine\n", "812 cough\n805 note\n",
        ] {
            let recording = try TextReading.read(text)
            #expect(recording.rr.intervalsMs == [812, 805], "\(text)")
            #expect(recording.rr.marks.allSatisfy { $0.isEmpty }, "\(text)")
        }
        #expect(
            try TextReading.read("812\n605 ectopic\n900\n").rr.marks == [
                [], [.notNormal, .endBeatNotNormal], .notNormal,
            ])
        #expect(
            try TextReading.read("812 cough\n805 note\n").notices.map(\.code) == ["words_unused"])
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
        let recording = try TextReading.read(text)
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
        let recording = try TextReading.read(text)
        #expect(recording.rr.count == 400)
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    @Test func aVNSTitleMayStandFurtherDown() throws {
        let recording = try TextReading.read(
            "Messung\nRR-Intervalle - Rohwerte\n0,812\nNotiz: Husten\n0,805\n"
                + "RR-Intervalle - Korrigierte Werte\n0,810\n0,810\n")
        #expect(recording.format == "vns-analyse")
        #expect(recording.rr.intervalsMs == [812, 805])
        #expect(recording.notices.isEmpty)
    }

    @Test func aKubiosBlockEndsWhereItsIntervalsEnd() throws {
        let recording = try TextReading.read(
            "Kubios HRV\nRR INTERVAL DATA,,SPECTRUM\nTime,RR,Hz,PSD\n0.000,0.812,0.01,5\n"
                + "0.812,0.805,0.02,4\n,,0.03,3\n,,0.04,2\nSUMMARY\n70,80\n90,95\n")
        #expect(recording.rr.intervalsMs == [812, 805])
        #expect(recording.notices.isEmpty)
    }

    @Test func aDecimalCommaAmongPointsIsAskedFor() {
        #expect(TextReading.failure("0.850,0\n0,812\n0,805\n0,799\n") == .ambiguousDecimal(line: 2))
    }

    /// A large first value of intervals in seconds is the time of the first beat; not this one.
    @Test func aFirstTimeBeyondAnyRecordingIsLeftOut() throws {
        let recording = try TextReading.read("810e3810\n0.82\n0.81\n0.83\n")
        #expect(recording.rr.intervalsMs == [820, 810, 830])
        #expect(recording.rr.startSeconds == 0)
        #expect(recording.notices.map(\.code) == ["bad_rr"])
        #expect(recording.notices.map(\.line) == [1])
    }

    @Test func aSingleWordIsNoRecording() {
        #expect(TextReading.failure("abc\n")?.code == "unknown_format")
        #expect(TextReading.failure("rr\n")?.code == "empty")
    }

    @Test func seededGarbageNeverTraps() {
        var generator = SplitMix64(seed: 20_261_121)
        let alphabet = Array("0123456789.,;\t \n\r-+eE#\"N/<>[]=:\u{0}\u{FF}rrtime".utf8)
        for _ in 0..<3000 {
            let count = Int.random(in: 0...60, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            do throws(RecordingError) {
                let recording = try TextReading.read(bytes)
                #expect(recording.rr.intervalsMs.allSatisfy { $0 > 0 && $0.isFinite })
            } catch {
                #expect(!error.text.isEmpty)
            }
        }
    }
}
