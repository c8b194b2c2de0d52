import PhysioTypes

/// The text on detected beats for a terminal: a line for each recording, rounded.
public enum DetectionText {
    /// - Parameter entries: in the order in which they are listed.
    public static func render(_ entries: [DetectionEntry]) -> String {
        let columnTitles = [
            "", "signal", "rate", "length", "beats", "V", "S", "F", "Q", "not normal", "late",
            "gaps",
            "heart rate", "quality", "breathing",
        ]
        let rows = entries.map(cells)
        let widths = columnTitles.indices.map { column in
            ([columnTitles] + rows).map { $0[column].count }.max() ?? 0
        }
        let lines = ([columnTitles] + rows).map { cells in
            cells.indices.map {
                TextTable.padded(cells[$0], to: widths[$0], right: $0 > 1)
            }.joined(separator: "  ")
        }
        let rhythms = entries.compactMap { entry in
            RhythmSummary(classed: entry.record).map {
                "\(shortName(entry)): \(RhythmText.line($0))"
            }
        }
        return (lines + (rhythms.isEmpty ? [] : [""] + rhythms)).joined(separator: "\n") + "\n"
    }

    private static func shortName(_ entry: DetectionEntry) -> String {
        TextTable.shortened(entry.name.split(separator: "/").last.map(String.init) ?? entry.name)
    }

    private static func cells(_ entry: DetectionEntry) -> [String] {
        let record = entry.record
        let beats = record.beats
        let rate = record.signal.sampleRateHz
        return [
            shortName(entry), record.signal.name,
            ReportNumber.exact(rate) + " Hz",
            ReportNumber.duration(Double(record.sampleCount) / rate), "\(beats.count)",
            record.count(of: .ventricular).map { "\($0)" } ?? ReportNumber.missing,
            record.count(of: .supraventricular).map { "\($0)" } ?? ReportNumber.missing,
            record.count(of: .fusion).map { "\($0)" } ?? ReportNumber.missing,
            record.count(of: .unclassifiable).map { "\($0)" } ?? ReportNumber.missing,
            record.nonNormalBeatCount.map { "\($0)" } ?? ReportNumber.missing,
            "\(beats.count(where: \.isFromSearchBack))",
            "\(beats.count(where: \.isAfterGap))",
            heartRate(record).map { ReportNumber.fourSignificantDigits($0) + " bpm" }
                ?? ReportNumber.missing,
            median(record.quality.map(\.value)).map(ReportNumber.fourSignificantDigits)
                ?? ReportNumber.missing,
            median(record.breathing.compactMap(\.breathsPerMinute))
                .map { ReportNumber.fourSignificantDigits($0) + " /min" } ?? ReportNumber.missing,
        ]
    }

    /// Returns the heart rate of the median interval.
    private static func heartRate(_ record: DetectionRecord) -> Double? {
        median(record.intervalsMs.compactMap(\.self)).map { 60_000 / $0 }
    }

    /// The middle one, or the mean of the two in the middle.
    private static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let half = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half]
    }
}
