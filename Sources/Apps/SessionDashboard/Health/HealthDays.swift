import Foundation
import HealthHistory
package import HealthTimeline
package import SessionHistory

/// The kept records of some days, with the sessions between them, as the page shows them.
struct HealthDays: Sendable {
    let store: HealthStore
    let history: KeptHistory

    /// - Throws: `HealthStoreError`.
    func options(_ units: TimelineOptions.Units = .metric) throws -> TimelineOptions {
        let name = try store.homeZone() ?? HomeZone.system
        let home = HomeZone.rules(named: name) ?? ZoneRules(name: "UTC") { _ in 0 }
        var options = TimelineOptions(home: home) { HomeZone.rules(named: $0) }
        options.units = units
        return options
    }

    /// Records of the days; the store adds those on either side that nights and clocks at the edges need.
    ///
    /// - Throws: `HealthStoreError` and `HistoryError`.
    func data(_ first: CivilDate, _ last: CivilDate) throws -> HealthData {
        let dayMs: Int64 = 86_400_000
        let start = Int64(first.dayNumber) * dayMs
        let end = Int64(last.dayNumber + 1) * dayMs
        return try store.data(
            fromMs: start, toMs: end,
            breathing: breathing(start - Self.marginMs, end + Self.marginMs))
    }

    /// The person's own sessions that began in a time.
    private func breathing(_ startMs: Int64, _ endMs: Int64) throws -> [BreathingEntry] {
        guard let sessions = history.store else { return [] }
        var query = SessionQuery(.own, limit: Self.mostSessions)
        query.from = Date(timeIntervalSince1970: Double(startMs) / 1000)
        query.to = Date(timeIntervalSince1970: Double(endMs) / 1000)
        return try sessions.sessions(query).sessions.reversed().filter { $0.state != .running }
            .map(BreathingEntry.init)
    }

    /// Sessions of the evening before the first day count too; ms.
    private static let marginMs: Int64 = 2 * 86_400_000
    /// More sessions of a range are not shown; thirty a day for half a year.
    private static let mostSessions = 5000
}

extension BreathingEntry {
    /// A kept session as the timeline has it.
    package init(_ session: BreathingSession) {
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
