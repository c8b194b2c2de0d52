import PhysioTypes
import Testing

@testable import RecordingFiles
import TestSupport

@Suite struct RRTextReaderTests {
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
        let recording = try TextReading.read(text)
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
            #expect(try TextReading.read(bytes).rr.intervalsMs == [812, 805, 799])
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
        let recording = try TextReading.read(
            text, options: RRTextOptions(unit: .seconds), name: nil)
        // Ascending values this close are no beat times.
        #expect(recording.rr.intervalsMs == (200...2999).map(Double.init))
    }

    @Test func theUnitIsStatedInTheRecipe() throws {
        #expect(try TextReading.read("0.8\n0.9\n").recipe["input_unit"] == .text("s"))
        #expect(try TextReading.read("800\n900\n").recipe["input_unit"] == .text("ms"))
        let forced = try TextReading.read("100\n120\n", options: RRTextOptions(unit: .milliseconds))
        #expect(forced.recipe["input_unit_from"] == .text("option"))
    }

    @Test func firstTimeBeforeSecondsIsTheStart() throws {
        let recording = try TextReading.read("225.8671875\n0.90625\n0.9140625\n")
        #expect(recording.rr.intervalsMs == [906.25, 914.0625])
        #expect(recording.rr.startSeconds == 225.8671875)
        #expect(recording.notices.map(\.kind) == [.note])
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    // MARK: Beat times

    @Test func ascendingTimesAreBeats() throws {
        let times = (0...11).map { 0.34 + 0.89 * Double($0) }
        let text = times.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: "\n")
        let recording = try TextReading.read(text)
        #expect(recording.format == "beat-times")
        #expect(recording.rr.intervalsMs == [Double](repeating: 890, count: 11))
        #expect(recording.rr.startSeconds == 0.34)
    }

    /// A Holter's list of beats: a time and a label each.
    @Test func timesWithLabelsAreBeats() throws {
        let rows = (0...20).map { "\(100 + Double($0 * 80) / 100)    \($0 == 7 ? "V" : "N")" }
        let recording = try TextReading.read(rows.joined(separator: "\n"))
        #expect(recording.format == "beat-times")
        #expect(recording.rr.count == 20)
        #expect(recording.rr.intervalsMs.allSatisfy { abs($0 - 800) < 1e-6 })
        let marked = recording.rr.marks.indices.filter { !recording.rr.marks[$0].isEmpty }
        #expect(marked == [6, 7])
    }

    /// A beat that is written twice leaves the others times.
    @Test func timesOfWhichOneIsRepeatedAreNoIntervals() throws {
        let times = (0..<60).map { $0 == 30 ? 29 * 810 : $0 * 810 }
        let text = times.map(String.init).joined(separator: "\n")
        #expect(TextReading.failure(text)?.code == "ambiguous")
        let inUs = times.map { "\($0 * 1000)" }.joined(separator: "\n")
        #expect(TextReading.failure(inUs)?.code == "ambiguous")
    }

    @Test func tenAscendingIntervalsAreIntervals() throws {
        let text = (0..<10).map { "\(0.3 + 0.25 * Double($0))" }.joined(separator: "\n")
        #expect(try TextReading.read(text).format == "rr-text")
    }

    // MARK: Two columns

    @Test func timesThatDisagreeWithTheSumMakeGaps() throws {
        let recording = try TextReading.read("0.0 0.749\n5.455 0.749\n6.215 0.760\n6.966 0.751\n")
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
            let recording = try TextReading.read(text.joined(separator: "\n"))
            #expect(recording.rr.intervalsMs == [800, 800, 810, 790, 900])
            #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
            #expect(abs(recording.rr.endSeconds - 4.1) < 1e-9)
        }
    }

    @Test func timesOfIntervalStartsAreRecognised() throws {
        let recording = try TextReading.read("0 0.80\n0.80 0.95\n1.75 0.70\n2.45 0.90\n")
        #expect(recording.recipe["input_times"] == .text("start of each interval"))
        #expect(abs(recording.rr.endSeconds - 3.35) < 1e-12)
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
    }

    @Test func decimalCommasBetweenOtherSeparatorsAreRead() throws {
        for text in [
            "0,8;0,80\n1,6;0,80\n2,5;0,90", "0,8\t0,80\n1,6\t0,80\n2,5\t0,90",
            "0,8 0,80\n1,6 0,80\n2,5 0,90",
        ] {
            let recording = try TextReading.read(text)
            #expect(recording.rr.intervalsMs == [800, 800, 900])
        }
    }

    @Test func flagsAreNamedAndNotUsed() throws {
        let recording = try TextReading.read("812\t0\n805\t1\n799\t0\n")
        #expect(recording.rr.intervalsMs == [812, 805, 799])
        #expect(recording.notices.map(\.code) == ["flags_unused"])
    }

    @Test func labelsOtherThanNormalMakeNoNN() throws {
        let recording = try TextReading.read("812 N\n605 V\n1099 N\n800 N\n")
        // The V beat ends one interval and begins the next.
        #expect(recording.rr.marks == [[], [.notNormal, .endBeatNotNormal], .notNormal, []])
    }

    /// A block of the left bundle branch is sinus rhythm; a paced beat is normal for who says so.
    @Test func conductionIsNotRhythm() throws {
        let text = "812 N\n805 L\n799 R\n800 /\n801 N\n803 N\n"
        let paced: RRSeries.Marks = [.notNormal, .endBeatNotNormal]
        #expect(try TextReading.read(text).rr.marks == [[], [], [], paced, .notNormal, []])
        var options = RRTextOptions()
        options.normalBeats = try #require(NormalBeats("N,/"))
        #expect(
            try TextReading.read(text, options: options).rr.marks == [
                [], paced, [.notNormal, .endBeatNotNormal], .notNormal, [], [],
            ])
        #expect(NormalBeats("N,,L") == nil && NormalBeats("N,~") == nil && NormalBeats("NL") == nil)
    }

    /// The same labels with a header and without, and flags whose column's name says which is good.
    @Test(arguments: [
        "812 N\n640 artifact\n799 N\n", "rr,label\n812,N\n640,artifact\n799,N\n",
        "rr_ms,valid\n812,1\n640,0\n799,1\n", "rr,artifact\n812,0\n640,1\n799,0\n",
        "rr,blockerBit\n812,0\n640,1\n799,0\n", "rr,isValid\n812,true\n640,false\n799,true\n",
        "time,rr,valid\n0.812,812,1\n1.452,640,0\n2.251,799,1\n",
    ])
    func aWrongIntervalIsMarkedAlone(_ text: String) throws {
        let recording = try TextReading.read(text)
        #expect(recording.rr.intervalsMs == [812, 640, 799])
        #expect(recording.rr.marks == [[], .notNormal, []])
    }

    @Test func columnsThatBothFitAreAskedFor() {
        // Equal columns that ascend by what they say: either could be the intervals.
        let rows = (0..<8).map { "\(300 + 250 * $0) \(300 + 240 * $0)" }
        guard case .ambiguous(let text)? = TextReading.failure(rows.joined(separator: "\n")) else {
            Issue.record("not refused")
            return
        }
        #expect(text.contains("header"))
    }
}
