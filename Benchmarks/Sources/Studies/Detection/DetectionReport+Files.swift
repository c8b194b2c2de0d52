public import BeatDetection
@_spi(Studies) import KernelBenchmarks

/// The result of `hrv detect` for a file that it is given with no option.
public struct FileRow: Sendable {
    /// Its folder and name.
    public let path: String
    /// nil where it is not read.
    public let found: Found?
    /// The reason that the file is not read, or the statement of a reference.
    public let remark: String

    public struct Found: Sendable {
        public let format: String
        public let signal: String
        public let rateHz: Double
        public let durationSeconds: Double
        public let beatCount: Int
        /// Median over windows of ten seconds; nil for none.
        public let quality: Double?

        public init(
            format: String, signal: String, rateHz: Double, durationSeconds: Double, beatCount: Int,
            quality: Double?
        ) {
            self.format = format
            self.signal = signal
            self.rateHz = rateHz
            self.durationSeconds = durationSeconds
            self.beatCount = beatCount
            self.quality = quality
        }
    }

    public init(path: String, found: Found?, remark: String) {
        self.path = path
        self.found = found
        self.remark = remark
    }
}

extension DetectionReport {
    var fileSection: String {
        var table = MarkdownTable([
            "file", "format", "signal", "rate, Hz", "length, s", "beats", "quality", "reference",
        ])
        for row in files {
            guard let found = row.found else {
                table.add([row.path, "not read", "", "", "", "", "", row.remark])
                continue
            }
            table.add([
                row.path, found.format, found.signal.isEmpty ? "(no name)" : found.signal,
                BenchmarkText.compact(found.rateHz), BenchmarkText.compact(found.durationSeconds),
                "\(found.beatCount)",
                found.quality.map { BenchmarkText.fixed($0, decimals: 2) } ?? "-",
                row.remark,
            ])
        }
        return """
            ## Files with no option
            Every file as `hrv detect FILE` takes it: the format by its content, the signal by its name, \
            the rate as it states it. Quality is the median over ten seconds each. Those of `edf`, \
            `wfdb-apps` and 100_3chan are records of the MIT-BIH Arrhythmia Database, which the detector \
            was fitted to; no other one took part in the fit. What is not read lacks its samples, a \
            rate, or a signal that is called an ECG.

            \(table.text)
            """
    }
}

extension DetectionReport {
    /// A comparison in words.
    public static func agreement(_ score: BeatScore, with reference: String) -> String {
        "\(reference): Se \(percent(score.sensitivity)), +P \(percent(score.positivePredictivity)), "
            + "\(score.falseNegatives) missed, \(score.falsePositives) surplus of "
            + "\(score.truePositives + score.falseNegatives)"
    }
}
