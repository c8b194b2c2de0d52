import CommandSupport
import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory

/// An entry of practice in some lines for the person.
enum PracticeText {
    static func text(_ entry: PracticeEntry) -> String {
        var lines = [
            ("practice", entry.id.uuidString),
            ("title", entry.title),
            ("kind", entry.kind),
            (
                "began",
                startText(entry) + (entry.state == .ended ? "" : " (\(entry.state.rawValue))")
            ),
        ]
        let times = [
            ("mindful", entry.mindfulMs), ("workout", entry.workoutMs), ("paused", entry.pauseMs),
            ("slept", entry.sleptMs),
        ]
        lines += times.filter { $0.1 > 0 }.map { ($0.0, ClockText.text(Double($0.1) / 1000)) }
        if entry.origin != .own { lines.append(("origin", origin(entry))) }
        if entry.isExcluded { lines.append(("apart", "its heart was simulated or replayed")) }
        if let rating = entry.rating { lines.append(("rating", "\(rating) of 5")) }
        if let note = entry.note { lines.append(("note", note)) }
        if let session = entry.session { lines.append(("session", session.uuidString)) }
        let report = entry.heart.flatMap {
            try? JSONDecoder().decode(HeartReport.self, from: Data($0.utf8))
        }
        lines += (report?.parts ?? []).map { ("heart", $0.text) }
        return lines.map { name, value in
            name + String(repeating: " ", count: max(1, 12 - name.count)) + value + "\n"
        }.joined()
    }

    /// Date and time of day of the beginning, by the local clock.
    static func startText(_ entry: PracticeEntry) -> String {
        LocalTime.text(entry.startedAt, utcOffsetSeconds: entry.utcOffsetSeconds).prefix(16)
            .replacingOccurrences(of: "T", with: " ")
    }

    private static func origin(_ entry: PracticeEntry) -> String {
        entry.origin.rawValue + (entry.source.map { ", \($0)" } ?? "")
    }
}
