import Foundation
import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct WFDBAnnotationFileTests {
    /// A word: code and value.
    private static func word(_ code: Int, _ value: Int) -> [UInt8] {
        WFDBTestFolder.words([code << 10 | value])
    }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return word(63, bytes.count) + bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
    }

    private static func read(_ bytes: [UInt8]) throws -> WFDBAnnotationFile {
        try WFDBAnnotationFile(bytes: bytes, sampleRateHz: 100)
    }

    /// NUM and CHN last, SUB and AUX belong to one annotation; NUM and SUB have a sign.
    @Test func fieldsBelongToTheAnnotationBeforeThem() throws {
        let bytes =
            Self.word(1, 10) + Self.word(60, 255) + Self.word(61, 128) + Self.word(62, 200)
            + Self.text("one") + Self.word(14, 5) + Self.word(61, 48) + Self.word(28, 0)
            + Self.text("(AFIB\0") + Self.word(60, 2) + Self.word(62, 0) + [0, 0]
        let file = try Self.read(bytes)
        #expect(file.notices.isEmpty)
        #expect(
            file.annotations == [
                WFDBAnnotation(
                    sample: 10, code: 1, subtype: -128, channel: 200, number: -1, text: "one"),
                WFDBAnnotation(sample: 15, code: 14, subtype: 48, channel: 200, number: -1),
                WFDBAnnotation(sample: 15, code: 28, number: 2, text: "(AFIB"),
            ])
    }

    /// A field before any annotation changes none, but the lasting ones last.
    @Test func fieldsBeforeTheFirstAnnotationLast() throws {
        let bytes =
            Self.word(62, 3) + Self.word(61, 9) + Self.text("x") + Self.word(1, 10) + [0, 0]
        #expect(
            try Self.read(bytes).annotations == [WFDBAnnotation(sample: 10, code: 1, channel: 3)])
    }

    @Test func whatTheFileSaysOfItselfIsNoAnnotation() throws {
        let bytes =
            Self.word(22, 0) + Self.text("## time resolution: 500.5") + Self.word(22, 0)
            + Self.text("## annotation type definitions") + Self.word(22, 0)
            + Self.text("42 w wedge recording\n\0") + Self.word(22, 0)
            + Self.text("15 calib pulse") + Self.word(22, 0) + Self.text("99 x no code")
            + Self.word(22, 0) + Self.text("## end of definitions") + Self.word(22, 0)
            + Self.text("gqrs -r 100") + Self.word(42, 7) + [0, 0]
        let file = try Self.read(bytes)
        #expect(file.sampleRateHz == 500.5)
        #expect(file.definedSymbols == [42: "w", 15: "calib"])
        #expect(file.annotations.map(\.sample) == [0, 7])
        #expect(file.annotations.map(\.text) == ["gqrs -r 100", ""])
        #expect(file.annotations.map(\.code) == [22, 42])
    }

    /// SKIP of -1 and a word of code 0 that steps forward again, as programs write after a note.
    @Test func aStepBackAndForwardIsNoDamage() throws {
        let back: [UInt8] = [0x00, 0xEC, 0xFF, 0xFF, 0xFF, 0xFF]
        let bytes =
            Self.word(22, 0) + Self.text("## time resolution: 250") + back
            + Self.word(0, 1) + Self.word(1, 0) + [0, 0]
        let file = try Self.read(bytes)
        #expect(file.annotations == [WFDBAnnotation(sample: 0, code: 1)])
        #expect(file.sampleRateHz == 250 && file.notices.isEmpty)
    }

    @Test func annotationsOfOneTimeKeepTheirOrderWhenSorted() throws {
        let back: [UInt8] = [0x00, 0xEC, 0xFF, 0xFF, 0x9C, 0xFF]  // -100
        let bytes =
            Self.word(5, 200) + Self.word(28, 0) + back + Self.word(1, 0) + Self.word(14, 0)
            + [0, 0]
        let file = try Self.read(bytes)
        #expect(file.annotations.map(\.sample) == [100, 100, 200, 200])
        #expect(file.annotations.map(\.code) == [1, 14, 5, 28])
        #expect(file.notices.map(\.code) == ["ann_order"])
    }

    @Test func textsThatAreNotUTF8AreLatin1() throws {
        let bytes = Self.word(22, 5) + Self.word(63, 3) + [0x6D, 0xFC, 0x64, 0] + [0, 0]
        #expect(try Self.read(bytes).annotations.map(\.text) == ["m\u{FC}d"])
    }

    @Test func everySymbolStandsForItsCode() {
        for code in UInt8.min...UInt8.max {
            guard let symbol = WFDBCode.symbol(of: code) else { continue }
            #expect(WFDBCode.code(of: symbol) == code)
        }
        // The list of the format's description, not in its order.
        let listed: [(Character, UInt8)] = [
            ("N", 1), ("Q", 13), ("~", 14), ("|", 16), ("s", 18), ("T", 19), ("\"", 22), ("p", 24),
            ("B", 25), ("t", 27), ("+", 28), ("?", 30), ("!", 31), ("[", 32), ("]", 33), ("e", 34),
            ("n", 35), ("x", 37), ("f", 38), ("(", 39), (")", 40), ("r", 41),
        ]
        for (symbol, code) in listed { #expect(WFDBCode.symbol(of: code) == symbol) }
        #expect(WFDBCode.symbol(of: 15) == nil && WFDBCode.symbol(of: 42) == nil)
        #expect(WFDBCode.code(of: " ") == nil && WFDBCode.code(of: "z") == nil)
    }

    /// Whole files against wfdb-python 4.3.1: file, annotations, the first three times, ticks a
    /// second, digest.
    ///
    /// Made with `a = wfdb.rdann(record, ending, return_label_elements=['label_store'])`; the digest
    /// is that of the signals, over sample, code, subtype, channel (unsigned), number and the bytes
    /// of the text up to a zero, of each annotation; negative ones modulo 2^64. wfdb-python leaves
    /// out every note at time 0, also one that says nothing of the file: so does this comparison.
    private static let rows = """
        mitdb/100.atr|2274|18 77 370|360|9de75f62019c56a9
        mitdb/105.atr|2691|67 197 459|360|b33fceecbd2947cd
        mitdb/105.pvc|411|459 709 965|360|c306f728e789b82c
        mitdb/106.atr|2098|83 229 351|360|98612db6af1c42c7
        mitdb/201.atr|2039|60 159 415|360|190bfc9aa3eacc74
        mitdb/207.atr|2385|9 50 312|360|b58c913bcd42f202
        nstdb/118e06.atr|2301|13 68 369|360|a4ac23d3598c88f4
        wfdb-formats/1003.atr|957|73 306 541|360|a1d91cfbc0d1401b
        wfdb-formats/12726.anI|22|87240 100107 147069|250|106e5b74b34e0059
        wfdb-formats/12726.wqrs|3653|53 298 553|250|e616cd9402539150
        wfdb-formats/03700181.gqrsh|1150|1062 1306 1549|500|f4cc1818441fcda4
        wfdb-formats/03700181.sqrs|1195|3699 3820 3942|250|b536b0dab01e75dc
        wfdb-formats/100.qrs|2273|64 357 650|None|f9595bf9aabaa42a
        wfdb-formats/huge.qrs|1|10000000000|None|1c44b19efbd298be
        wfdb-apps/100s.atr|75|18 77 370|360|cd7a89cda0230db4
        wfdb-apps/expected_100s.qrs|74|48 251 455|250|f3de3851b50a039c
        ltdb-annotations/14046.atr|115278|76 181 284|128|27fc53541221f0ec
        nsr2db-annotations/nsr001.ecg|106835|28902 28991 29082|128|36e1313745c436b3
        crisdb/e002a.atr|118656|42002 42071 42141|125.44|6693e6c4424df9e7
        """

    private static func digest(_ annotations: [WFDBAnnotation]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for one in annotations {
            let fields = [
                one.sample, Int(one.code), Int(one.subtype), Int(one.channel), Int(one.number),
            ]
            for word in fields + one.text.utf8.map(Int.init) {
                hash = (hash ^ UInt64(bitPattern: Int64(word))) &* 0x100_0000_01B3
            }
        }
        let hex = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - hex.count) + hex
    }

    @Test(.needsDatasets, arguments: rows.split(separator: "\n").map(String.init))
    func everyAnnotationIsThatOfWFDBPython(row: String) throws {
        let fields = row.split(separator: "|").map(String.init)
        let path = try Datasets.path(fields[0])
        let ending = (path as NSString).pathExtension
        let record = (path as NSString).deletingPathExtension
        let file: WFDBAnnotationFile
        if FileManager.default.fileExists(atPath: record + ".hea") {
            file = try WFDBAnnotationFile.read(path: record, annotator: ending)
            #expect(file.sampleRateHz == Double(fields[3]))
        } else {
            file = try Self.read(Array(Data(contentsOf: URL(fileURLWithPath: path))))
        }
        let annotations = file.annotations.filter { $0.sample > 0 || $0.code != WFDBCode.note }
        #expect("\(annotations.count)" == fields[1])
        let first = annotations.prefix(3).map { "\($0.sample)" }.joined(separator: " ")
        #expect(first == fields[2])
        #expect(Self.digest(annotations) == fields[4])
        #expect(file.notices.isEmpty)
    }

    /// The annotations that scoring needs beside the beats: record 207 has ventricular flutter, 105
    /// noise.
    @Test(.needsDatasets) func flutterAndNoiseAreAmongTheAnnotations() throws {
        let flutter = try AnnotatedBeats.read(path: Datasets.path("mitdb/207")).annotations
        let begins = flutter.filter { $0.code == WFDBCode.flutterBegin }.map(\.sample)
        let ends = flutter.filter { $0.code == WFDBCode.flutterEnd }.map(\.sample)
        #expect(begins.count == ends.count)
        #expect(zip(begins, ends).allSatisfy { $0 < $1 })
        // Counts by wfdb-python 4.3.1: Counter(wfdb.rdann(record, "atr").symbol).
        #expect(begins.count == 6 && flutter.count { $0.code == WFDBCode.flutterWave } == 472)
        let noise = try AnnotatedBeats.read(path: Datasets.path("mitdb/105")).annotations
            .filter { $0.code == WFDBCode.noise }
        let subtypes = [0, 1, 2, 3, -1].map { subtype in noise.count { $0.subtype == subtype } }
        #expect(subtypes == [30, 3, 28, 23, 4])
    }

    @Test(.needsDatasets) func definedKindsHaveTheirSymbols() throws {
        let file = try WFDBAnnotationFile.read(path: Datasets.path("wfdb-formats/1003"))
        #expect(file.definedSymbols == [15: "c", 17: "#", 20: "x", 21: "w", 23: "*", 24: "z"])
    }
}
