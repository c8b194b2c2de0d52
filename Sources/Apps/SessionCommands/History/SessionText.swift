import CommandSupport
import Foundation
import PhysioTypes
import SessionHistory
import TerminalView

/// A session in some lines for the person.
enum SessionText {
    static func text(_ details: SessionDetails) -> String {
        let session = details.session
        var lines = [
            ("session", session.id.uuidString),
            (
                "began",
                LocalTime.text(session.startedAt, utcOffsetSeconds: session.utcOffsetSeconds)
                    + (session.state == .ended ? "" : " (\(session.state.rawValue))")
            ),
            ("source", session.source.rawValue + (session.deviceName.map { ", \($0)" } ?? "")),
            ("pacer", session.preset ?? session.pacer),
            (
                "length",
                "\(SessionTable.durationText(session.durationSeconds)) min, \(session.breathCount) breaths"
            ),
            (
                "beats",
                "\(session.beatCount) (\(session.correctedCount) corrected, "
                    + "\(session.gapCount) gaps)"
            ),
            ("heart rate", LiveSummary.tenths(session.averageHeartRate) + " beats/min"),
            ("RMSSD", LiveSummary.tenths(session.averageRMSSD) + " ms"),
            ("coherence", LiveSummary.percent(session.averageCoherence)),
            ("peak", peak(session)),
            ("resonance", resonance(session.resonance)),
        ]
        if let latency = session.latency { lines.append(("latency", Self.latency(latency))) }
        if let previous = details.previous {
            lines.append(("the one before", difference(session, previous)))
        }
        lines += details.marks.map {
            ("mark at \(SessionTable.durationText($0.seconds))", $0.label)
        }
        return lines.map { name, value in
            name + String(repeating: " ", count: max(1, 16 - name.count)) + value + "\n"
        }.joined()
    }

    static func peak(_ session: BreathingSession) -> String {
        guard let peak = session.peakCoherence else { return "–" }
        let rate = session.peakBreathsPerMinute.map {
            " at \(LiveSummary.tenths($0)) breaths/min"
        }
        return LiveSummary.percent(peak) + (rate ?? "")
    }

    static func resonance(_ found: StoredResonance) -> String {
        switch found.kind {
        case .estimate:
            "\(LiveSummary.tenths(found.breathsPerMinute)) breaths/min (90 %: "
                + "\(LiveSummary.tenths(found.low)) to \(LiveSummary.tenths(found.high)))"
        case .bestTried: "best rate tried: \(LiveSummary.tenths(found.breathsPerMinute))"
        case .notDetermined: "not determined: \(found.reason ?? "")"
        }
    }

    /// A latency with its standard deviation, such as `2.6 s (± 0.3)`.
    static func latency(_ found: LatencyEstimate) -> String {
        "\(LiveSummary.tenths(found.seconds)) s (± \(LiveSummary.tenths(found.deviationSeconds)))"
    }

    /// Returns the changes since an earlier session.
    static func difference(_ session: BreathingSession, _ earlier: BreathingSession) -> String {
        let changes = SessionComparison(earlier, session).rows.compactMap { row in
            row.changeText.map { "\(row.name) \($0)" }
        }
        return changes.isEmpty ? "nothing to compare" : changes.joined(separator: ", ")
    }
}
