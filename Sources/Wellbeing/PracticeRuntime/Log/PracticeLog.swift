package import Foundation
package import PhysioTypes
package import PracticePlans
package import SessionHistory

/// The log of practice as days and streaks count it.
package struct PracticeLog {
    package let days: PracticeDays

    /// The settings for every practice: when days begin, what counts twice.
    package let settings: PracticeSettings

    /// - Parameter query: which entries count.
    package init(
        _ store: SessionStore, _ query: PracticeQuery = PracticeQuery(), clock: any PracticeClock
    ) throws(HistoryError) {
        settings = try store.practiceSettings()
        let rules = settings.creditRules
        let entries = try store.creditLines(query).map { CountedEntry($0, rules) }
        var ranges: [RestRange] = []
        for stored in try store.restDays() {
            let range = try? RestRange(
                stored: CivilDate(dayNumber: stored.firstDay),
                last: CivilDate(dayNumber: stored.lastDay))
            if let range { ranges.append(range) }
        }
        days = PracticeDays(
            entries, rest: RestDays(ranges), settings: settings.days,
            nowMs: Int64((clock.date.timeIntervalSince1970 * 1000).rounded()),
            zone: ZoneRules(clock.zone))
    }
}

extension CountedEntry {
    /// - Parameter credit: an excluded entry counts for nothing.
    package init(_ credit: CreditLine, _ rules: CreditRules = CreditRules()) {
        let isLedSession = credit.kind == "session"
        self.init(
            start: CivilInstant(
                unixMs: credit.startedMs, offsetMinutes: credit.utcOffsetSeconds / 60),
            mindfulMs: credit.isExcluded ? 0 : credit.mindfulMs,
            workoutMs: credit.isExcluded
                ? 0 : isLedSession && rules.sittingIsYoga ? credit.mindfulMs : credit.workoutMs,
            kind: PracticeKind(rawValue: credit.kind), origin: Origin(credit.origin))
    }
}

extension CountedEntry.Origin {
    package init(_ origin: PracticeEntry.Origin) {
        self =
            switch origin {
            case .own: .own
            case .manual: .manual
            case .imported: .imported
            }
    }
}

extension ZoneRules {
    /// The rules of a zone as Foundation has them.
    package init(_ zone: TimeZone) {
        self.init(name: zone.identifier) { unixMs in
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(unixMs) / 1000)) / 60
        }
    }
}
