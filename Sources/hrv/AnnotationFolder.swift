import Foundation
import HRVReports
import PhysioRecordings
import PhysioTypes

/// A folder of WFDB annotations, one file a recording; a header beside each where there is none.
final class AnnotationFolder: DetectionSink {
    private let folder: URL
    private let annotator: String
    /// Records written, in small letters: files whose names differ in case only may be one.
    private var taken: Set<String> = []

    /// Names that programs read as annotators.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && $0.isLetter }
            && !["hea", "dat", "txt", "csv"].contains(name.lowercased())
    }

    init(_ path: String, annotator: String) throws(OutputSink.Failure) {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        self.annotator = annotator
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
        } catch {
            throw .cannotCreate("cannot create the folder \(path): \(error.localizedDescription)")
        }
    }

    func add(_ entry: DetectionEntry) throws {
        let name = recordName(entry.name)
        let rate = entry.record.signal.sampleRateHz
        let annotations = entry.record.beats.map { beat in
            WFDBAnnotation(
                sample: max(0, Int(beat.sample.rounded())),
                code: beat.kind == .normal ? WFDBCode.normal : WFDBCode.unclassifiable)
        }
        try write(WFDBAnnotationWriter.bytes(of: annotations), "\(name).\(annotator)")
        let header = "\(name).hea"
        guard
            !FileManager.default.fileExists(atPath: folder.appendingPathComponent(header).path)
        else { return }
        try write(
            try WFDBHeaderWriter.header(
                name: name, sampleRateHz: rate, sampleCount: entry.record.sampleCount), header)
    }

    /// Annotations appear one file after the other; nothing is left to do.
    func finish(hasResults: Bool) {}

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try OutputSink.write(bytes, to: folder.appendingPathComponent(name).path)
    }

    /// `100` for `mitdb/100.hea`; characters that no record's name has become `_`. A second one of
    /// that name is `100_2`.
    private func recordName(_ input: String) -> String {
        let last = input == "-" ? "standard_input" : URL(fileURLWithPath: input).lastPathComponent
        let stem = last.split(separator: ".").first.map(String.init) ?? last
        let plain = String(
            stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
        var candidate = plain
        var count = 1
        while !taken.insert(candidate.lowercased()).inserted {
            count += 1
            candidate = "\(plain)_\(count)"
        }
        return candidate
    }
}
