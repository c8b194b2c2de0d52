import CommandSupport
import Foundation
import SessionHistory
import TerminalView

/// Two sessions beside each other.
struct SessionComparison {
    struct Row {
        let name: String
        let field: String
        let first: Double?
        let second: Double?
        /// True if a value, or a difference of two, is a proportion and is shown in per cent.
        let isShare: Bool

        var difference: Double? {
            guard let first, let second else { return nil }
            return second - first
        }

        func text(_ value: Double?) -> String {
            isShare ? LiveSummary.percent(value) : LiveSummary.tenths(value)
        }

        /// The difference with its sign.
        var changeText: String? {
            difference.map { ($0 < 0 ? "−" : "+") + text(abs($0)) }
        }
    }

    let first: BreathingSession
    let second: BreathingSession
    let rows: [Row]

    init(_ first: BreathingSession, _ second: BreathingSession) {
        self.first = first
        self.second = second
        func row(
            _ name: String, _ field: String, isShare: Bool = false,
            _ value: (BreathingSession) -> Double?
        ) -> Row {
            Row(
                name: name, field: field, first: value(first), second: value(second),
                isShare: isShare)
        }
        rows = [
            row("minutes", "duration_min") { $0.durationSeconds / 60 },
            row("heart rate", "hr_mean") { $0.averageHeartRate },
            row("RMSSD", "rmssd_mean_ms") { $0.averageRMSSD },
            row("coherence", "coherence_mean", isShare: true) { $0.averageCoherence },
            row("peak", "coherence_peak", isShare: true) { $0.peakCoherence },
            row("resonance", "resonance_bpm") { $0.resonance.breathsPerMinute },
        ]
    }
}
