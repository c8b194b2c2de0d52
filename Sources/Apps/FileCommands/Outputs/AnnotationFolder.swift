import CommandSupport
import HRVReports
import PhysioTypes
import RecordingAnalysis
import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder of WFDB annotations, one file a recording; a header beside each where there is none.
///
/// Annotations count frames of the input's own record, or samples of an input that is none. A beat
/// of no stated kind is written as N, as WFDB has it for detectors that state none.
final class AnnotationFolder: DetectionSink {
    /// Text of the first beat, by which annotations are known as ours.
    static let signature = "hrv detect"

    private let path: String
    private let annotator: String
    private let inputs: [String]
    /// The record that each input becomes.
    private let names: [String: String]

    /// Endings of recordings and of results.
    private static let otherFileExtensions = InputList.fileExtensions.union([
        "hea", "dat", "mat", "bin", "json", "ndjson", "svg", "html", "md", "zip", "xyz", "xws",
    ])

    /// Names that programs read as annotators, and no ending of anything else.
    static func isAnnotatorName(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && $0.isLetter }
            && !otherFileExtensions.contains(name.lowercased())
    }

    init(_ path: String, annotator: String, inputs: [String]) {
        self.path = path
        self.annotator = annotator
        self.inputs = inputs
        names = Self.recordNames(inputs)
    }

    /// The reason that nothing may be written; nil if every file is new or ours.
    var refusal: String? {
        let inputPaths = InputPaths.canonicalPaths(of: inputs)
        for name in inputs.compactMap({ names[$0] }) {
            let target = file("\(name).\(annotator)")
            if inputPaths.contains(InputPaths.canonicalPath(target)) {
                return "\(target) is a recording to be read: choose another --annotator or --out"
            }
            if FileManager.default.fileExists(atPath: target), !Self.isOwnFile(target) {
                return "\(target) is there already and was not written by hrv detect: choose "
                    + "another --annotator or --out"
            }
        }
        return nil
    }

    func create() throws(OutputSink.Failure) {
        if let reason = POSIXFiles.makeFolders(path) {
            throw .cannotCreate("cannot create the folder \(path): \(reason)")
        }
    }

    func add(_ found: FoundBeats) throws {
        let name = names[found.name] ?? found.name
        let record = found.entry.record
        let wfdbLayout = found.entry.format == "wfdb" ? WFDBRecordLayout(input: found.name) : nil
        let rate = wfdbLayout?.rateHz ?? record.signal.sampleRateHz
        let scale = rate / record.signal.sampleRateHz
        let count = wfdbLayout?.frameCount ?? Int((Double(record.sampleCount) * scale).rounded(.up))
        let isNew = try isHeaderNew(name, rateHz: rate, count: count)
        let samples = record.beats.map { max(0, Int(($0.sample * scale).rounded())) }
        var annotations = record.beats.indices.map { index in
            WFDBAnnotation(sample: samples[index], code: Self.code(of: index, record))
        }
        if !annotations.isEmpty { annotations[0].text = Self.signature }
        annotations += RhythmAnnotations.annotations(record, samples: samples)
        try write(WFDBAnnotationWriter.bytes(of: annotations), "\(name).\(annotator)")
        guard isNew else { return }
        try write(
            try WFDBHeaderWriter.header(
                name: name, sampleRateHz: rate, sampleCount: count, startDate: found.startDate),
            "\(name).hea")
    }

    /// N, V, S, F or Q by the class of a beat; Q also for one of class N that cannot be distinguished from noise.
    private static func code(of index: Int, _ record: DetectionRecord) -> UInt8 {
        let beat = record.beats[index]
        guard !record.classes.isEmpty else {
            return beat.canBoundNN ? WFDBCode.normal : WFDBCode.unclassifiable
        }
        switch record.classes[index].label {
        case .ventricular: return WFDBCode.ventricularPremature
        case .supraventricular: return WFDBCode.supraventricularPremature
        case .fusion: return WFDBCode.fusion
        case .unclassifiable: return WFDBCode.unclassifiable
        case .normal:
            return beat.kind == .unclassified ? WFDBCode.unclassifiable : WFDBCode.normal
        }
    }

    /// Annotations appear one file after the other; nothing is left to do.
    func finish(hasResults: Bool) {}

    /// Returns true if the folder has no header of that name yet.
    ///
    /// - Throws: where it has that of another recording, in whose frames the beats would be wrong.
    private func isHeaderNew(
        _ name: String, rateHz: Double, count: Int
    ) throws(EntryOutputError) -> Bool {
        let header = file("\(name).hea")
        guard FileManager.default.fileExists(atPath: header) else { return true }
        guard let existingLayout = WFDBRecordLayout(basePath: file(name)),
            existingLayout.rateHz == rateHz,
            (existingLayout.frameCount ?? count) == count
        else {
            throw EntryOutputError(
                text:
                    "\(header) is not the header of a recording of \(count) samples at \(rateHz) Hz: "
                    + "choose another --out")
        }
        return false
    }

    /// Files without annotations hold nothing to lose.
    private static func isOwnFile(_ path: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: path),
            let file = try? WFDBAnnotationFile(bytes: Array(data), sampleRateHz: 1)
        else { return false }
        return file.annotations.first(where: \.isBeat).map { $0.text == signature }
            ?? data.allSatisfy { $0 == 0 }
    }

    private func file(_ name: String) -> String { FilePath.path(name, in: path) }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try OutputSink.write(bytes, to: file(name))
    }

    /// `100` for `mitdb/100.hea`; characters that no record's name has become `_`. A second one of
    /// that name is `100_2`; letters are not distinguished from capitals, as some folders do not.
    private static func recordNames(_ inputs: [String]) -> [String: String] {
        var names: [String: String] = [:]
        var usedNames: Set<String> = []
        for input in inputs where names[input] == nil {
            let baseName = plainName(input)
            var candidate = baseName
            var count = 1
            while !usedNames.insert(candidate.lowercased()).inserted {
                count += 1
                candidate = "\(baseName)_\(count)"
            }
            names[input] = candidate
        }
        return names
    }

    private static func plainName(_ input: String) -> String {
        let fileName = input == "-" ? "standard_input" : FilePath.name(of: input)
        let stem = fileName.split(separator: ".").first.map(String.init) ?? fileName
        return String(
            stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
    }
}
