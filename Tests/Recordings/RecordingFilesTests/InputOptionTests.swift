import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// Options that the reading of a file does not use, against a table written by hand: which reader uses which option.
@Suite struct InputOptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Case: CustomStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        /// Options that the reading uses, of those in ``tried``.
        let used: Set<InputOption>
        var tried: Set<InputOption> = [.unit, .decimal, .dates, .annotator, .normal, .rate]

        var description: String { name }
        /// True for positions and samples, whose rate nothing else states.
        var needsRate: Bool { used.contains(.rate) && !used.contains(.decimal) }

        init(
            _ name: String, _ text: String, _ used: Set<InputOption>,
            tried: Set<InputOption> = [.unit, .decimal, .dates, .annotator, .normal, .rate]
        ) {
            self.init(name, bytes: Array(text.utf8), used, tried: tried)
        }

        init(
            _ name: String, bytes: [UInt8], _ used: Set<InputOption>,
            tried: Set<InputOption> = [.unit, .decimal, .dates, .annotator, .normal, .rate]
        ) {
            (self.name, self.bytes, self.used, self.tried) = (name, bytes, used, tried)
        }
    }

    private static let rows = (0..<20).map { "\(800 + $0 * 7 % 30)" }

    private static let cases = [
        Case("named.txt", "rr\n" + rows.joined(separator: "\n"), [.unit]),
        Case(
            "named-column.txt", "rr\n" + rows.joined(separator: "\n"), [.column],
            tried: [.column, .annotator]),
        Case(
            "commas.txt", "rr\n" + rows.map { $0 + ",5" }.joined(separator: "\n"),
            [.unit, .decimal]),
        Case(
            "labels.txt", "rr\tlabel\n" + rows.map { $0 + "\tN" }.joined(separator: "\n"),
            [.unit, .normal]),
        Case(
            "dates.txt",
            "time;rr\n"
                + rows.enumerated().map { "3/4/2025 10:00:\(10 + $0.offset);\($0.element)" }
                .joined(separator: "\n"), [.unit, .dates]),
        Case(
            "iso-dates.txt",
            "time;rr\n"
                + rows.enumerated().map { "2025-04-03 10:00:\(10 + $0.offset);\($0.element)" }
                .joined(separator: "\n"), [.unit]),
        Case(
            "positions.txt", "R_peaks\n" + (1...20).map { "\($0 * 301)" }.joined(separator: "\n"),
            [.rate], tried: [.rate, .decimal, .dates, .normal]),
        Case("list.json", "{\"rr\": [\(rows.joined(separator: ","))]}", [.unit]),
        Case(
            "suunto.xml", "<xml><IBI>\(rows.joined(separator: " "))</IBI></xml>", [.unit]),
        Case("xdf.xdf", bytes: XDFVectors.beatsFloat32, [.unit]),
        Case(
            "activity.fit",
            bytes: FITBuilder.activity(
                (1...60).map { (lengthMs: 900, endMs: Double($0) * 900) }, seconds: 60
            ).file(), []),
        Case("matlab.mat", bytes: MATVectors.version7, [.unit]),
        Case("ecg.edf", bytes: EDFBuilder().header + [UInt8](repeating: 0, count: 8), []),
        Case(
            "ecg.txt", "ecg_mV\n" + (0..<40).map { "0.\($0 % 7)" }.joined(separator: "\n"), [.rate],
            tried: [.rate, .unit, .dates, .annotator, .normal]),
        Case(
            "ecg-commas.csv",
            "time_s,ecg_mV\n"
                + (0..<40).map { "\(Double($0) / 100),0.\($0 % 7)" }.joined(separator: "\n"),
            [.decimal, .rate], tried: [.rate, .decimal, .unit, .dates]),
    ]

    private static func options(_ given: Set<InputOption>) -> RecordingFile.Options {
        var options = RecordingFile.Options()
        if given.contains(.unit) { options.text.unit = .milliseconds }
        if given.contains(.decimal) {
            options.text.decimalMark = given == [.decimal] ? .comma : .point
        }
        if given.contains(.dates) { options.text.dateOrder = .dayFirst }
        if given.contains(.column) { options.text.column = "0" }
        if given.contains(.annotator) { options.annotator = "atr" }
        if given.contains(.normal) { options.normalBeats = NormalBeats("N") ?? NormalBeats() }
        if given.contains(.rate) { options.rateHz = 100 }
        return options
    }

    private static func unused(
        _ path: String, _ options: RecordingFile.Options
    ) throws(RecordingError) -> Set<InputOption> {
        let notices =
            switch try RecordingFile.openInput(path: path, options: options) {
            case .beats(let recording): recording.notices
            case .recordings(let recordings): try recordings[0].outcome.get().notices
            case .signals(let reader): reader.notices
            }
        return Set(notices.compactMap(InputOption.unused))
    }

    @Test(arguments: cases)
    func whatAReaderDoesNotUseIsReported(file: Case) throws {
        let path = try folder.write(file.name, file.bytes)
        for option in file.tried {
            // A decimal point changes nothing of the commas file but its meaning.
            var options = Self.options([option])
            if option == .decimal, file.name == "ecg-commas.csv" {
                options.text.decimalMark = .point
            }
            if file.needsRate { options.rateHz = 100 }
            let expected: Set<InputOption> = file.used.contains(option) ? [] : [option]
            #expect(try Self.unused(path, options) == expected, "\(option.rawValue)")
        }
        if !file.needsRate { #expect(try Self.unused(path, .init()) == []) }
    }

    @Test func aRecordUsesItsAnnotatorAndKinds() throws {
        try folder.write("100.hea", "100 1 360 4\n100.dat 16 200 16 0 0 0 0 MLII\n")
        try folder.write("100.dat", [UInt8](repeating: 0, count: 8))
        try folder.write("100.atr", Self.annotations)
        let path = folder.path + "/100"
        let given: Set<InputOption> = [.unit, .decimal, .dates, .annotator, .normal, .rate]
        #expect(
            try Self.unused(path, Self.options(given)) == [.unit, .decimal, .dates, .rate])
    }

    /// N at 100, 400, 710 and 1000 samples.
    static let annotations: [UInt8] =
        [100, 300, 310, 290].flatMap { step -> [UInt8] in
            let word = 1 << 10 | step
            return [UInt8(word & 0xFF), UInt8(word >> 8)]
        } + [0, 0]

    @Test func ofAnArchiveNothingIsSaidThatOneFileUses() throws {
        let named = TestZip.Entry("a.txt", Self.cases[0].bytes)
        let positions = TestZip.Entry(
            "b.txt",
            Array(
                "R_peaks\n100\n400\n700\n1000\n1310\n1600\n1900\n2210\n2500\n2800\n3100\n3400\n"
                    .utf8))
        func codes(_ entries: [TestZip.Entry]) throws -> [[String]] {
            let path = try folder.write("a.zip", TestZip.archive(entries))
            guard
                case .recordings(let recordings) = try RecordingFile.openInput(
                    path: path, options: Self.options([.rate]))
            else { return [] }
            return try recordings.map { try $0.outcome.get().notices.map(\.code) }
        }
        #expect(try codes([named, positions]) == [[], []])
        let other = TestZip.Entry("c.txt", Self.cases[0].bytes)
        #expect(try codes([named, other]) == [["option_unused"], []])
    }

    @Test func ofARunOnlyWhatNoInputUsedIsSaid() {
        let options = Self.options([.unit, .rate])
        let unused = UnusedOptions()
        let first = InputOption.noticesOfUnusedOptions(options, used: [.unit], format: "json")
        let note = Notice(.note, code: "x", "y")
        #expect(unused.filter(first + [note]) == [note])
        #expect(unused.notices.map { String($0.text.prefix(6)) } == ["--rate"])
        _ = unused.filter(InputOption.noticesOfUnusedOptions(options, used: [.rate], format: "edf"))
        #expect(unused.notices.isEmpty)
    }
}
