import Foundation
import HealthTimeline
import PhysioTypes
import SessionHistory

extension SessionStore {
    /// Sessions of the evening before the first day count too; ms.
    private static let marginMs = Int64(TimelineBuilder.marginDays) * 86_400_000
    /// More sessions of a range are not shown.
    private static let maxSessions = 100_000

    /// The person's own sessions that are over and began in a time or shortly before or after it, oldest first.
    ///
    /// - Throws: `HistoryError`.
    func breathing(fromMs: Int64, toMs: Int64) throws -> [BreathingEntry] {
        func date(_ ms: Int64) -> Date { Date(timeIntervalSince1970: Double(ms) / 1000) }
        let query = SessionQuery(
            .own, limit: Self.maxSessions, startedFrom: date(fromMs - Self.marginMs),
            startedBefore: date(toMs + Self.marginMs))
        return try sessions(query).sessions.reversed().filter { $0.state != .running }
            .map(BreathingEntry.init)
    }
}

extension BreathingEntry {
    /// A kept session as the timeline has it.
    init(_ session: BreathingSession) {
        let startMs = Int64((session.startedAt.timeIntervalSince1970 * 1000).rounded())
        let offset = session.utcOffsetSeconds / 60
        self.init(
            id: session.id.uuidString,
            start: CivilInstant(unixMs: startMs, offsetMinutes: offset),
            end: CivilInstant(
                unixMs: startMs + Int64((session.durationSeconds * 1000).rounded()),
                offsetMinutes: offset),
            durationSeconds: session.durationSeconds,
            coherencePercent: session.averageCoherence.map { 100 * $0 },
            breathsPerMinute: session.resonance.breathsPerMinute ?? session.peakBreathsPerMinute)
    }
}
