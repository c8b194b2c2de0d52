import Foundation
import HRVFeatures
import HRVPipeline
import PhysioTypes
import RecordingFiles
import Testing
import TestSupport

/// Other programs' results for real recordings, as stored beside them.
@Suite struct RealRecordingTests {
    /// Others' numbers are of the beats as they are.
    private static var raw: AnalysisSettings {
        var settings = AnalysisSettings()
        settings.correction = nil
        return settings
    }

    private static func row(_ name: String) throws -> AnalysisRow {
        let recording = try RecordingFile.read(path: Datasets.path(name))
        return try #require(AnalysisPipeline(settings: raw).analyze(recording).rows.first)
    }

    private struct PeerResults: Decodable {
        struct Entry: Decodable {
            let file: String
            let peer: String
            let checked: [String]
            let values: [String: Value]
        }
        /// Numbers; notes stand among them.
        enum Value: Decodable {
            case number(Double), text(String)
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Double.self) {
                    self = .number(number)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }
            var number: Double? { if case .number(let value) = self { value } else { nil } }
        }
        let results: [Entry]
    }

    /// Their names for our keys, and half a unit of the last digit they give.
    private static let peerKeys: [String: String] = [
        "mean_nni": "HRV_MeanNN", "MeanRR": "HRV_MeanNN", "sdnn": "HRV_SDNN", "SDNN": "HRV_SDNN",
        "rmssd": "HRV_RMSSD", "RMSSD": "HRV_RMSSD", "nni_50": "HRV_NN50", "nn50": "HRV_NN50",
        "sdsd": "HRV_SDSD", "nni_20": "HRV_NN20", "nn20": "HRV_NN20",
        "median_nni": "HRV_MedianNN", "range_nni": "HRV_RangeNN", "cvsd": "HRV_CVSD",
        "cvnni": "HRV_CVNN", "mean_hr": "HRV_MeanHR", "max_hr": "HRV_MaxHR",
        "min_hr": "HRV_MinHR", "pnni_50_of_differences": "HRV_pNN50",
        "pnni_20_of_differences": "HRV_pNN20", "pnn50": "HRV_pNN50", "pnn20": "HRV_pNN20",
    ]

    @Test(.needsDatasets) func checkedValuesOfOtherPackagesAreReproduced() throws {
        let data = try Data(
            contentsOf: URL(fileURLWithPath: Datasets.path("reference/peer_results.json")))
        let results = try JSONDecoder().decode(PeerResults.self, from: data).results
        var compared = 0
        for entry in results where !entry.checked.isEmpty {
            let row = try Self.row(entry.file)
            for name in entry.checked {
                let expected = try #require(entry.values[name]?.number)
                if name == "n" {
                    #expect(row.beatCount == Int(expected))
                } else {
                    let key = try #require(Self.peerKeys[name], "\(name)")
                    let value = try #require(row[key]?.value)
                    let tolerance = Self.halfUnit(expected)
                    #expect(abs(value - expected) <= tolerance, "\(entry.file) \(name)")
                }
                compared += 1
            }
        }
        #expect(compared == 13)
    }

    /// The other values that these packages publish, where the convention is ours.
    @Test(
        .needsDatasets,
        arguments: [
            ("rr-short/aura_test_nn_intervals.txt", "Aura-healthcare/hrv-analysis tests"),
            ("rr-short/pyhrv_SampleNNISeriesLong.txt", "pyhrv SampleReport"),
        ])
    func valuesInOurConventionAreReproduced(file: String, peer: String) throws {
        let data = try Data(
            contentsOf: URL(fileURLWithPath: Datasets.path("reference/peer_results.json")))
        let results = try JSONDecoder().decode(PeerResults.self, from: data).results
        let entry = try #require(
            results.first { $0.file == file && $0.peer.hasPrefix(peer) })
        let row = try Self.row(file)
        var compared = 0
        for (name, key) in Self.peerKeys {
            // SDSD: theirs divide by n, or take the deviation of absolute differences.
            guard name != "sdsd", let expected = entry.values[name]?.number else { continue }
            let value = try #require(row[key]?.value)
            #expect(abs(value - expected) <= Self.halfUnit(expected), "\(name): \(value)")
            compared += 1
        }
        #expect(compared >= 7)
    }

    /// Half a unit of the last decimal that the reference gives; full doubles to 1e-9.
    private static func halfUnit(_ value: Double) -> Double {
        let decimals = "\(value)".split(separator: ".").last?.count ?? 0
        return decimals > 8 ? 1e-9 * abs(value) : 0.5 * pow(10, -Double(decimals)) * 1.000_001
    }

    // MARK: Five-minute windows of two healthy people

    private struct ToolboxRow {
        let record: String
        let start: Double
        let values: [String: Double]
    }

    private static func toolboxRows() throws -> [ToolboxRow] {
        let text = try Datasets.text("nsr2db-annotations/toolbox_HRV_5min_windows.csv")
        let lines = text.split(whereSeparator: \.isNewline)
        let names = lines[0].split(separator: ",", omittingEmptySubsequences: false).map(
            String.init)
        return lines.dropFirst().map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            var values: [String: Double] = [:]
            for (name, field) in zip(names, fields) { values[name] = Double(field) }
            return ToolboxRow(
                record: String(fields[0]), start: values["t_start"] ?? .nan, values: values)
        }
    }

    /// The toolbox took the times for ticks of 1/125 s: so here they are scaled the same way.
    private static func toolboxSeries(_ record: String, seconds: Double) throws -> RRSeries {
        let recording = try RecordingFile.read(
            path: Datasets.path("nsr2db-annotations/\(record).ecg"))
        var rr = RRSeries(startSeconds: 0)
        let origin = recording.rr.startSeconds
        for index in 0..<recording.rr.count {
            let end = (recording.rr.endTimesSeconds[index] - origin) * 128 / 125
            guard end <= seconds else { break }
            rr.append(
                intervalMs: recording.rr.intervalsMs[index] * 128 / 125, endSeconds: end,
                marks: recording.rr.marks[index].subtracting(.outOfRange))
        }
        return rr
    }

    /// A window in which the toolbox had nothing to remove: no beat that is not normal, none
    /// outside 375 to 2000 ms, no jump above 20 %, its filter's limits.
    private static func isUntouched(_ nn: NNSeries) -> Bool {
        guard nn.coverage > 0.9999, nn.isAdjacentToPrevious.dropFirst().allSatisfy({ $0 }) else {
            return false
        }
        let x = nn.intervalsMs
        return x.allSatisfy { (375...2000).contains($0) }
            && zip(x.dropFirst(), x).allSatisfy { abs($0 - $1) < 0.2 * min($0, $1) }
    }

    @Test(.needsDatasets, arguments: ["nsr001", "nsr004"])
    func fiveMinuteTableIsReproducedWhereNothingWasRemoved(record: String) throws {
        let rr = try Self.toolboxSeries(record, seconds: 7300)
        let nn = NNSeries(rr)
        var settings = Self.raw
        settings.windows = .init(lengthSeconds: 300, stepSeconds: 30)
        let result = AnalysisPipeline(settings: settings).analyze(
            Recording(format: "test", rr: rr))
        var compared = 0
        var ratios: [String: [Double]] = [:]
        for row in try Self.toolboxRows() where row.record == record {
            let window = nn.window(startSeconds: row.start, endSeconds: row.start + 300)
            guard Self.isUntouched(window) else { continue }
            compared += 1
            let found = try #require(result.rows.first { $0.startSeconds == row.start })
            for (name, key) in [
                ("NNmean", "HRV_MeanNN"), ("NNmedian", "HRV_MedianNN"), ("SDNN", "HRV_SDNN"),
                ("RMSSD", "HRV_RMSSD"), ("SD1", "HRV_SD1"),
            ] {
                let expected = try #require(row.values[name])
                let value = try #require(found[key]?.value)
                // The table gives five significant digits or four decimals.
                #expect(
                    relativeError(value, expected) < 1e-5 || abs(value - expected) < 1e-4,
                    "\(name) at \(row.start) s: \(value), \(expected)")
            }
            for (name, key) in [("lf", "HRV_LF"), ("hf", "HRV_HF")] {
                let expected = try #require(row.values[name])
                let meanNN = try #require(row.values["NNmean"]) / 1000
                let value = try #require(found[key]?.value)
                // The toolbox scales its density as for samples at 1 Hz: its total power is the
                // variance over the mean NN in s (median 0.95 and 1.00 of it in these records).
                ratios[name, default: []].append(value / (expected * meanNN))
            }
        }
        #expect(compared >= 40, "\(compared) windows")
        for (name, values) in ratios {
            // Tapered and not: single windows differ, their middle must not.
            let median = values.sorted()[values.count / 2]
            #expect(abs(median - 1) < 0.1, "\(name): \(median)")
        }
    }

    /// The dialect adds what differs from ours: differences of at least 50 ms, SD2 from SDNN.
    @Test(.needsDatasets, arguments: ["nsr001", "nsr004"])
    func theToolboxesDialectGivesItsTable(record: String) throws {
        let nn = NNSeries(try Self.toolboxSeries(record, seconds: 7300))
        let conventions = Dialect.physionet.conventions()
        var compared = 0
        for row in try Self.toolboxRows() where row.record == record {
            let window = nn.window(startSeconds: row.start, endSeconds: row.start + 300)
            guard Self.isUntouched(window) else { continue }
            compared += 1
            let values = conventions.values(of: window, groups: [.timeDomain])
            for (name, key, scale) in [
                ("NNmean", MetricKey.meanNN, 1.0), ("NNmedian", .medianNN, 1), ("SDNN", .sdnn, 1),
                ("RMSSD", .rmssd, 1), ("pnn50", .pnn50, 100), ("SD1", .sd1, 1), ("SD2", .sd2, 1),
                ("SD1SD2", .sd1sd2, 1),
            ] {
                let expected = try #require(row.values[name]) * scale
                let value = try #require(values[key])
                // Five significant digits, of a share five decimals.
                let digit = scale == 1 ? 1e-4 : 0.5e-5 * scale
                #expect(
                    relativeError(value, expected) < 1e-5 || abs(value - expected) <= digit,
                    "\(name) at \(row.start) s: \(value), \(expected)")
            }
        }
        #expect(compared >= 40, "\(compared) windows")
    }

    // MARK: Whole days

    @Test(
        .needsDatasets,
        arguments: [
            "chf2db/chf201_rr_secs.txt", "chf2db/chf203_rr_secs.txt", "healthy_ms/000.txt",
            "healthy_ms/005.txt", "healthy_ms/007.txt", "nsr2db/nsr003_rr_secs.txt",
            "nsr2db/nsr007_rr_secs.txt",
        ])
    func wholeDaysAreCompleteWithTrueWarningsOnly(name: String) throws {
        let recording = try RecordingFile.read(path: Datasets.path("rr-24h/" + name))
        let result = AnalysisPipeline(settings: Self.raw).analyze(recording)
        let row = try #require(result.rows.first)
        // Count the values that are no beats straight from the text.
        let scale = name.contains("secs") ? 1000.0 : 1
        let values = try Datasets.text("rr-24h/" + name).split(whereSeparator: \.isWhitespace)
            .compactMap { Double($0) }.map { $0 * scale }
        let intervals = name.contains("secs") ? Array(values.dropFirst()) : values
        let outside = intervals.count { $0 < 200 || $0 > 3000 }
        #expect(recording.rr.count == intervals.count)
        #expect(row.beatCount == intervals.count - outside)
        let warnings = (result.notices + row.notices).filter {
            $0.kind == .warning && $0.code != "time_step"
        }
        #expect(warnings.map(\.code) == (outside > 0 ? ["rr_range"] : []))
        for notice in warnings { #expect(notice.text.contains(" \(outside) of ")) }
        let covered = intervals.filter { (200...3000).contains($0) }.reduce(0, +) / 1000
        let isFullDay = recording.rr.durationSeconds >= 72_000
        for metric in row.metrics {
            let limit = MetricKey(rawValue: metric.key).flatMap {
                MetricDefinition.of($0).maxBeats
            }
            // No beat of these files is annotated; the fit ends at 0.9 of half the mean beat rate.
            let isAbsent =
                metric.key.hasPrefix("HRV_ULF") && !isFullDay || metric.key.hasPrefix("HRV_HRT")
                || metric.key.hasPrefix("HRV_VHF") && 0.45 * Double(row.beatCount) < 0.5 * covered
            // Whether the breath shows is not known beforehand; where it does not, that is said.
            if ["HRV_BreathingRate", "HRV_RSA_PB"].contains(metric.key), metric.value == nil {
                #expect(metric.reason?.code == "not_measured")
                continue
            }
            #expect((metric.value == nil) == (isAbsent || limit != nil), "\(metric.key)")
            if let limit {
                #expect(metric.reason == .tooMany(limit: limit, found: row.beatCount))
            }
        }
    }
}
