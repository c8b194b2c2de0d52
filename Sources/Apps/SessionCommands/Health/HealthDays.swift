import ArgumentParser
import CommandSupport
import Foundation
import HealthHistory
import HealthRecords
import HealthTimeline
import PhysioTypes
import SessionDashboard
import SessionHistory

/// The clocks by which days are given: that of the person's home, and that of the reader.
struct HealthDateContext {
    let homeZone: ZoneRules
    let today: CivilDate
    let nowMs: Int64

    /// - Parameter now: the moment of the query.
    init(_ store: HealthStore, now: Date = Date()) throws(HealthStoreError) {
        homeZone = try store.homeZoneRules()
        nowMs = Int64((now.timeIntervalSince1970 * 1000).rounded())
        let utcOffsetMinutes = TimeZone.current.secondsFromGMT(for: now) / 60
        today = CivilInstant(unixMs: nowMs, offsetMinutes: utcOffsetMinutes).date
    }

    /// The midnight with which a day begins at home; ms since 1970.
    func startMs(of date: CivilDate) -> Int64 { date.startMs(in: homeZone) }

    func options(
        _ rules: TimelineOptions.Rules = .standard, _ units: TimelineOptions.Units = .metric,
        showsAllSources: Bool = false
    ) -> TimelineOptions {
        var options = TimelineOptions.standard(homeZone)
        options.rules = rules
        options.units = units
        options.showsAllCopies = showsAllSources
        return options
    }

    /// The records of a range of days, with the breathing sessions of the history; none where there is no history.
    func data(
        _ store: HealthStore, _ range: ClosedRange<CivilDate>, _ history: DatabaseOption
    ) throws -> HealthData {
        try Self.days(store, history).data(range, homeZone: homeZone)
    }

    /// The records with the history, where there is one.
    static func days(_ store: HealthStore, _ history: DatabaseOption) throws -> HealthDays {
        let hasHistory = FileManager.default.fileExists(atPath: history.path)
        return HealthDays(
            store: store, history: hasHistory ? try SessionStore(path: history.path) : nil)
    }
}

extension CivilDate: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

extension TimelineOptions.Rules: ExpressibleByArgument {}
extension TimelineOptions.Units: ExpressibleByArgument {}

/// A range of days. Spelled the same in every command.
struct HealthRangeOptions: ParsableArguments {
    @Option(help: "Today and so many days before (default: 7; of lists 30).")
    var days: Int?

    @Option(help: ArgumentHelp("The first day, such as 2026-11-01.", valueName: "date"))
    var from: CivilDate?

    @Option(help: ArgumentHelp("The last day.", valueName: "date"))
    var to: CivilDate?

    func validate() throws {
        if let days, !(0...100_000).contains(days) {
            throw ValidationError("--days is 0 to 100000")
        }
        if days != nil, from != nil {
            throw ValidationError("choose one of --days and --from")
        }
        if let from, let to, to < from { throw ValidationError("--to lies before --from") }
    }

    /// - Parameter usualDays: days before the last one where none are given.
    func range(today: CivilDate, usualDays: Int) -> ClosedRange<CivilDate> {
        let last = max(to ?? today, from ?? to ?? today)
        return (from ?? last.adding(days: -(days ?? usualDays)))...last
    }

    /// True if the person chose the days.
    var isChosen: Bool { days != nil || from != nil || to != nil }
}
