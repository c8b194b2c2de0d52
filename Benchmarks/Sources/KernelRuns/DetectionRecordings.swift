import Foundation
@_spi(Studies) import KernelBenchmarks
import Resonance
import Studies

/// The recordings of the report on R-peak detection, by their paths in their folder.
struct DetectionRecordings {
    /// A signal whose beats are annotated.
    struct Annotated {
        let name: String
        /// mV.
        let samples: [Double]
        let reference: BeatMarks

        var durationSeconds: Double { Double(samples.count) / reference.sampleRateHz }
    }

    let datasets: String

    // MARK: Annotated

    /// Numbers of the arrhythmia database's records.
    func recordNames() throws -> [String] {
        try text("mitdb/RECORDS").split(whereSeparator: \.isNewline).map(String.init)
    }

    func record(_ path: String, lead: Int) throws -> Annotated {
        var reader = try RecordingFile.openSignals(path: datasets + "/" + path)
        let signal = try reader.wholeSignal(lead)
        return Annotated(
            name: URL(fileURLWithPath: path).lastPathComponent, samples: signal.samples,
            reference: try marks(path, annotator: "atr"))
    }

    /// Two minutes of record 118 with noise, a value a line, and positions a line.
    func excerpt(_ name: String) throws -> Annotated {
        let path = "nstdb-excerpts-heartpy/" + name
        return Annotated(
            name: name + ", two minutes", samples: try numbers(path + ".csv"),
            reference: BeatMarks(
                positions: try numbers(path + "_ann.csv"), sampleRateHz: 360))
    }

    func marks(_ path: String, annotator: String) throws -> BeatMarks {
        let (marks, rate) = try annotations(path, annotator: annotator)
        return BeatMarks(marks: marks, sampleRateHz: rate)
    }

    /// All leads of a record.
    func leads(_ path: String) throws -> AnnotatedLeads {
        let (marks, rate) = try annotations(path, annotator: "atr")
        let count = try RecordingFile.openSignals(path: datasets + "/" + path).signals.count
        let leads = try (0..<count).map { lead in
            var reader = try RecordingFile.openSignals(path: datasets + "/" + path)
            return try reader.wholeSignal(lead).samples
        }
        return AnnotatedLeads(
            name: URL(fileURLWithPath: path).lastPathComponent, leads: leads, marks: marks,
            sampleRateHz: rate)
    }

    private func annotations(
        _ path: String, annotator: String
    ) throws -> (marks: [BeatMarks.Mark], rateHz: Double) {
        let file = try WFDBAnnotationFile.read(
            path: datasets + "/" + path, annotator: annotator)
        let marks = file.annotations.compactMap { annotation in
            annotation.symbol.map {
                BeatMarks.Mark(
                    position: Double(annotation.sample), symbol: $0,
                    subtype: Int(annotation.subtype))
            }
        }
        return (marks, file.sampleRateHz)
    }

    // MARK: With no option

    private static let folders = ["wfdb-formats", "wfdb-apps", "icu-toolbox"]
    private static let files = [
        "ishne/holter.ecg", "polar-h10/polar_h10_ecg.csv", "neurokit/bio_resting_5min_100hz.csv",
        "neurokit/bio_eventrelated_100hz.csv", "neurokit/ecg_1000hz.csv", "neurokit/good_4000.csv",
        "edf/mitdb100_10min.edf", "edf/mitdb106_5min_plus.edf", "ecg-misc/biosppy_ecg.txt",
        "ecg-misc/pyhrv_SampleECG.txt",
    ]

    func fileRows() throws -> [FileRow] {
        let headers = try Self.folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: datasets + "/" + folder)
                .filter { $0.hasSuffix(".hea") }.sorted().map { folder + "/" + $0 }
        }
        return try (headers + Self.files).map(row)
    }

    private func row(_ path: String) throws -> FileRow {
        do {
            let record = try detection(path)
            let quality = record.found.quality.map(\.value).sorted()
            let signal = record.found.signal
            return FileRow(
                path: path,
                found: FileRow.Found(
                    format: record.format, signal: signal.name, rateHz: signal.sampleRateHz,
                    durationSeconds: Double(record.found.sampleCount) / signal.sampleRateHz,
                    beatCount: record.found.beats.count,
                    quality: quality.isEmpty ? nil : quality[quality.count / 2]),
                remark: try remark(on: path, record.found))
        } catch let error as RecordingError {
            return FileRow(path: path, found: nil, remark: error.text)
        }
    }

    /// Returns the detection of a file, made as `hrv detect` does.
    private func detection(
        _ path: String
    ) throws(RecordingError) -> (format: String, found: DetectionRecord) {
        var reader = try RecordingFile.openSignals(path: datasets + "/" + path)
        let index = try ECGSignal.index(in: reader.signals)
        let signal = reader.signals[index]
        guard DetectionLimits.sampleRatesHz.contains(signal.sampleRateHz) else {
            throw .noSignal("\(signal.sampleRateHz) samples a second are too few or too many")
        }
        reader.choose([index])
        var pipeline = DetectionPipeline(signal: signal)
        while let piece = try reader.nextBlock()?.pieces[0] {
            pipeline.push(piece.samples, firstSample: piece.firstSample)
        }
        return (reader.format, pipeline.finish().record)
    }

    // MARK: References

    private func remark(on path: String, _ found: DetectionRecord) throws -> String {
        let rate = found.signal.sampleRateHz
        let beats = BeatMarks(positions: found.beats.map(\.sample), sampleRateHz: rate)
        var comparison = BeatComparison()
        comparison.endSeconds = Double(found.sampleCount) / rate
        func against(_ reference: BeatMarks, _ what: String) -> String {
            DetectionReport.agreement(comparison.score(beats, reference: reference), with: what)
        }
        switch path {
        case "ishne/holter.ecg":
            let times = try holterTimes()
            comparison.learningPeriodSeconds = max(0, (times.first ?? 0) - 0.5)
            comparison.endSeconds = (times.last ?? 0) + 0.5
            return against(
                BeatMarks(positions: times.map { $0 * 1000 }, sampleRateHz: 1000), "holter.txt")
        case "polar-h10/polar_h10_ecg.csv":
            let intervals = try text("polar-h10/polar_h10_rr.csv").split(
                whereSeparator: \.isNewline
            )
            .dropFirst().compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
            let times = found.beats.map(found.seconds)
            let isNormal = found.beats.map { $0.kind == .normal }
            let all = IntervalAgreement(beatSeconds: times, intervalsMs: intervals)
            let normal = IntervalAgreement(
                beatSeconds: times, isUsed: isNormal, intervalsMs: intervals)
            return
                "the strap's own, between normal beats: \(normal.text); all: \(all.text), as the "
                + "strap places ectopic beats elsewhere"
        case "edf/mitdb100_10min.edf":
            return against(try marks("mitdb/100", annotator: "atr"), "atr")
        case "edf/mitdb106_5min_plus.edf":
            return against(try marks("mitdb/106", annotator: "atr"), "atr")
        default: break
        }
        guard path.hasSuffix(".hea") else { return "none" }
        let stem = String(path.dropLast(4))
        // 100skew is record 100, and has no annotations of its own.
        let annotated = stem.hasSuffix("/100skew") ? "mitdb/100" : stem
        let texts = ["atr", "gqrsh", "sqrs", "wqrs", "qrs"].compactMap { annotator in
            FileManager.default.fileExists(atPath: datasets + "/" + annotated + "." + annotator)
                ? (try? marks(annotated, annotator: annotator)).map { against($0, annotator) } : nil
        }
        return texts.isEmpty ? "none" : texts.joined(separator: "; ")
    }

    /// Times of the beats in a list of times and labels; s.
    private func holterTimes() throws -> [Double] {
        try text("ishne/holter.txt").split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count == 2, fields[1] != "X" else { return nil }
            return Double(fields[0])
        }
    }

    // MARK: Texts

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: datasets + "/" + path, encoding: .utf8)
    }

    private func numbers(_ path: String) throws -> [Double] {
        try text(path).split(whereSeparator: \.isNewline).compactMap {
            Double($0.trimmingCharacters(in: .whitespaces))
        }
    }
}
