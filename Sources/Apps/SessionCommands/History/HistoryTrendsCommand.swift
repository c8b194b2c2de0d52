import ArgumentParser
import CommandSupport
import Foundation
import SessionHistory
import TerminalView

/// `hrv history trends`: how sessions change over the days.
struct HistoryTrendsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trends",
        abstract: "Show RMSSD, coherence and resonance over the last 7, 30 or 90 days.",
        discussion: "Simulated and replayed sessions are no part of it.")

    enum TrendPeriod: Int, ExpressibleByArgument, CaseIterable {
        case week = 7
        case month = 30
        case quarter = 90

        init?(argument: String) {
            guard let days = Int(argument) else { return nil }
            self.init(rawValue: days)
        }

        static var allValueStrings: [String] { allCases.map { "\($0.rawValue)" } }
    }

    @Option(help: "How far back.")
    var days: TrendPeriod = .month

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, _ in
            let points = try store.trend(days: days.rawValue)
            switch options.shape {
            case .table: try options.write(table(points))
            case .csv: try options.write(Self.csv(points))
            case .json: try options.write(SessionExportFormat.json(points, isPretty: true) + "\n")
            case .ndjson:
                try options.write(points.map { SessionExportFormat.json($0) + "\n" }.joined())
            }
        }
    }

    private func table(_ points: [SessionTrendPoint]) -> String {
        guard !points.isEmpty else { return "No sessions in the last \(days.rawValue) days.\n" }
        let highest = points.compactMap(\.averageRMSSD).max() ?? 0
        return TextColumns.text(
            titles: ["began", "heart", "RMSSD", "", "coherence", "peak", "resonance"],
            rows: points.map { point in
                [
                    String(point.startedAt.prefix(16)).replacingOccurrences(of: "T", with: " "),
                    LiveSummary.tenths(point.averageHeartRate),
                    LiveSummary.tenths(point.averageRMSSD),
                    Self.bar(point.averageRMSSD, of: highest),
                    LiveSummary.percent(point.averageCoherence),
                    LiveSummary.percent(point.peakCoherence),
                    LiveSummary.tenths(point.resonance),
                ]
            }, rightAligned: [false, true, true, false, true, true, true])
    }

    private static let barWidth = 20.0

    private static func bar(_ value: Double?, of highest: Double) -> String {
        guard let value, highest > 0 else { return "" }
        return String(repeating: "#", count: Int((barWidth * value / highest).rounded()))
    }

    private static func csv(_ points: [SessionTrendPoint]) -> String {
        "id,started_at,hr_mean,rmssd_mean_ms,coherence_mean,coherence_peak,resonance_bpm\n"
            + points.map { point in
                [point.id.uuidString, point.startedAt]
                    + [
                        point.averageHeartRate, point.averageRMSSD, point.averageCoherence,
                        point.peakCoherence, point.resonance,
                    ].map(SessionTable.number)
            }.map { $0.joined(separator: ",") + "\n" }.joined()
    }
}
