@testable import RecordingFiles
import Testing
import TestSupport

@Suite struct AnnotatedBeatsTests {
    /// A word: code and step.
    private static func word(_ code: Int, _ step: Int) -> [UInt8] {
        let value = code << 10 | step
        return [UInt8(value & 0xFF), UInt8(value >> 8)]
    }

    private static func text(_ text: String) -> [UInt8] {
        word(63, text.utf8.count) + Array(text.utf8)
            + (text.utf8.count.isMultiple(of: 2) ? [] : [0])
    }

    @Test func rhythmsBeginWhereTheyAreAnnotated() throws {
        let bytes =
            Self.word(28, 18) + Self.text("(N\0") + Self.word(1, 60) + Self.word(22, 10)
            + Self.text("(no rhythm") + Self.word(5, 300) + Self.word(28, 200)
            + Self.text("(AFIB\0") + Self.word(1, 100) + [0, 0]
        let beats = AnnotatedBeats(try WFDBAnnotationFile(bytes: bytes, sampleRateHz: 360))
        #expect(beats.rhythms.map(\.name) == ["(N", "(AFIB"])
        #expect(beats.rhythms.map(\.sample) == [18, 588])
        #expect(beats.beats.map(\.symbol) == ["N", "V", "N"])
        #expect(beats.beats.map(\.sample) == [78, 388, 688])
        #expect(beats.beats.map(\.isVentricular) == [false, true, false])
    }

    @Test func noSymbolIsOfTwoClasses() {
        let symbols = "NLRaVFJASEj/QB?!enfr"
        let beats = symbols.map { AnnotatedBeats.Beat(sample: 0, symbol: $0) }
        #expect(String(beats.filter(\.isVentricular).map(\.symbol)) == "VFEr")
        #expect(String(beats.filter(\.isSupraventricular).map(\.symbol)) == "aJASjen")
        #expect(Set((0...255).filter(WFDBCode.isBeat).compactMap(WFDBCode.symbol)) == Set(symbols))
    }

    /// Counts that came with the records, by another reader: all but
    /// flutter waves; V and E; A, a, J and S; / and f.
    @Test(.needsDatasets) func countsOfEctopicBeatsAreThoseKnown() throws {
        for line in try Datasets.text("mitdb/beat_counts.csv").split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",").map(String.init)
            let beats = try AnnotatedBeats.read(path: Datasets.path("mitdb/" + fields[0])).beats
            func count(_ symbols: String) -> Int { beats.count { symbols.contains($0.symbol) } }
            #expect(beats.count - count("!") == Int(fields[3]), "\(fields[0])")
            #expect(count("VE") == Int(fields[4]), "\(fields[0])")
            #expect(count("AaJS") == Int(fields[5]), "\(fields[0])")
            #expect(count("/f") == Int(fields[6]), "\(fields[0])")
        }
    }

    /// Record 201 is known for atrial fibrillation; 100 has none.
    @Test(.needsDatasets) func rhythmsOfRecordsAreRead() throws {
        let names = try AnnotatedBeats.read(path: Datasets.path("mitdb/201")).rhythms.map(\.name)
        #expect(names.contains("(AFIB") && names.contains("(N") && names.contains("(T"))
        let steady = try AnnotatedBeats.read(path: Datasets.path("mitdb/100"))
        #expect(steady.rhythms.map(\.name) == ["(N"] && steady.sampleRateHz == 360)
    }

    @Test func aPathWithoutRecordSaysSo() {
        #expect(throws: RecordingError.self) { try AnnotatedBeats.read(path: "/nowhere/record") }
    }
}
