import Foundation
import PhysioTypes
import PracticePlans
import PracticeRuntime
import SessionHistory

/// The log of practice as the page's features read and write it.
struct PracticeLogReader: Sendable {
    let history: StoredHistory
    let clock: any PracticeClock

    /// The values that a request reads together.
    struct LogContents {
        let store: SessionStore
        let settings: PracticeSettings
        let days: PracticeDays
    }

    /// All days up to now, by the settings.
    func readLog() throws -> LogContents {
        let store = try history.requiredStore
        let log = try PracticeLog(store, clock: clock)
        return LogContents(store: store, settings: log.settings, days: log.days)
    }

    /// Today by the settings, without reading the log.
    func today(_ settings: PracticeSettings) -> CivilDate {
        let nowMs = Int64((clock.date.timeIntervalSince1970 * 1000).rounded())
        return settings.days.day(of: ZoneRules(clock.zone).instant(nowMs))
    }

    /// A day that a request names.
    static func day(_ request: PageRequest, _ name: String) throws -> CivilDate? {
        guard let text = request.http.queryValue(name), !text.isEmpty else { return nil }
        guard let day = CivilDate(text) else {
            throw DashboardError.invalid("\(name) is a date such as 2026-11-22")
        }
        return day
    }
}
