import Foundation
import HealthRecords
import PhysioTypes

@testable import HealthTimeline

/// Milliseconds since 1970 of `2025-12-28T23:40:00+01:00`, by Foundation.
func ms(_ text: String) -> Int64 {
    guard let date = try? Date(text, strategy: .iso8601) else {
        preconditionFailure("\(text) is no moment")
    }
    return Int64(date.timeIntervalSince1970 * 1000)
}

/// A moment as an export that writes all its dates in one offset has it.
func instant(_ text: String, written offsetMinutes: Int = 60) -> HealthInstant {
    HealthInstant(unixMs: ms(text), writtenOffsetMinutes: offsetMinutes)
}

/// The rules of a zone, by Foundation.
@Sendable func zoneRules(_ name: String) -> ZoneRules? {
    guard let zone = TimeZone(identifier: name) else { return nil }
    return ZoneRules(name: name) { time in
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time) / 1000)) / 60
    }
}

/// Options with a home in a zone that Foundation knows.
func options(homeZone: String = "Europe/Berlin") -> TimelineOptions {
    let fixed = ZoneRules(name: "UTC") { _ in 0 }
    return TimelineOptions(homeZone: zoneRules(homeZone) ?? fixed, zoneRules: zoneRules)
}

/// Sources of most tests, by index: a watch, an application and a phone.
let threeSources = [
    HealthSource(name: "Watch", model: "Watch7,5", kind: .watch, isApple: true),
    HealthSource(name: "Sleep App", kind: .other),
    HealthSource(name: "Phone", model: "iPhone16,1", kind: .phone, isApple: true),
]
let (watch, app, phone) = (0, 1, 2)

extension SleepSample {
    /// A sample between two times of the clock in Berlin's winter; one later in the day than 12:00
    /// belongs to 2025-12-27, an earlier one to 2025-12-28.
    init(_ stage: SleepStage, _ source: Int, _ start: String, _ end: String, zone: String? = nil) {
        func moment(_ clock: String) -> HealthInstant {
            instant("2025-12-\(clock >= "12:00" ? 27 : 28)T\(clock):00+01:00")
        }
        self.init(
            stage, sourceIndex: source, start: moment(start), end: moment(end), timeZone: zone)
    }
}

extension CivilDate {
    /// The day of a text; the test itself is wrong where there is none.
    init(named text: String) {
        guard let date = CivilDate(text) else { preconditionFailure("\(text) is no day") }
        self = date
    }
}

/// The recovery of a date, if the timeline has one.
func recovery(
    _ data: HealthData, _ date: String, _ options: TimelineOptions
) -> RecoveryEntry? {
    let day = CivilDate(named: date)
    let sections = TimelineBuilder.sections(of: data, from: day, through: day, options: options)
    return sections.first?.entries.lazy.compactMap { entry in
        if case .recovery(let recovery) = entry { recovery } else { nil }
    }.first
}

/// The dates that have a recovery with a night.
func nightDates(_ data: HealthData, _ options: TimelineOptions) -> [String] {
    TimelineBuilder.sections(
        of: data, from: CivilDate(named: "2000-01-01"), through: CivilDate(named: "2100-01-01"),
        options: options
    ).filter { section in
        section.entries.contains { entry in
            if case .recovery(let recovery) = entry { recovery.sleep != nil } else { false }
        }
    }.map(\.date.text)
}
