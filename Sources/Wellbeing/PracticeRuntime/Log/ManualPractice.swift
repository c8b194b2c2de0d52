package import Foundation
import PhysioTypes
package import PracticePlans
package import SessionHistory

/// A practice that was done without this program, as a person enters it.
package struct ManualPractice: Sendable {
    /// The start: `2026-11-22T07:00`, with an offset or by the person's clock.
    package var at: String
    /// The length; min; 1...1440.
    package var minutes: Double
    package var kind: PracticeKind
    /// The title; nil for that of its kind.
    package var title: String?
    package var rating: Int?
    package var note: String?

    package static let minutesRange = 1.0...1440.0

    package init(at: String, minutes: Double, kind: PracticeKind = .timer) {
        (self.at, self.minutes, self.kind) = (at, minutes, kind)
    }

    /// The entry that keeps it: all of the time counts.
    ///
    /// - Parameter zone: of a time without an offset.
    /// - Parameter now: on no later day than this moment's, by the same offset, it must have begun.
    /// - Parameter language: of the title that it gets by its kind.
    /// - Throws: `invalidSetting`, with the range in words.
    package func entry(
        zone: TimeZone, now: Date, _ language: PracticeLanguage
    ) throws(HistoryError) -> PracticeEntry {
        guard let (date, offset) = PracticeTimeParser.read(at, zone: zone) else {
            throw .invalidSetting("at: no time such as 2026-11-22T07:00")
        }
        func day(_ date: Date) -> Substring {
            LocalTime.text(date, utcOffsetSeconds: offset).prefix(10)
        }
        guard day(date) <= day(now) else {
            throw .invalidSetting(
                "at: \(day(date)) is yet to come: a practice is written down when it is done")
        }
        guard Self.minutesRange.contains(minutes) else {
            throw .invalidSetting("minutes lies in 1 to 1440, not \(minutes)")
        }
        var entry = PracticeEntry(
            startedAt: date, utcOffsetSeconds: offset, kind: kind.rawValue, title: "",
            origin: .manual, toolkitVersion: ToolkitVersion.current)
        let milliseconds = Int64((minutes * 60_000).rounded())
        entry.endedAt = date + Double(milliseconds) / 1000
        if kind == .interval {
            entry.workoutMs = milliseconds
        } else {
            entry.mindfulMs = milliseconds
        }
        return try PracticeEdit(
            title: title ?? PracticeWords.text("practice.kind.\(kind.rawValue)", language),
            rating: rating, note: note
        ).applied(to: entry)
    }
}

/// The changes that a person makes to an entry; nil leaves a value as it is.
package struct PracticeEdit: Sendable {
    /// 1 to 80 characters.
    package var title: String?
    /// 1 to 5; 0 takes it away.
    package var rating: Int?
    /// An empty one takes it away.
    package var note: String?

    package init(title: String? = nil, rating: Int? = nil, note: String? = nil) {
        (self.title, self.rating, self.note) = (title, rating, note)
    }

    /// - Throws: `isRunning` for an entry that goes on; `invalidSetting` for a title that cannot be. Rating and note are checked
    ///   when the entry is kept.
    package func applied(to entry: PracticeEntry) throws(HistoryError) -> PracticeEntry {
        guard entry.state != .running else { throw .isRunning }
        var entry = entry
        if let title {
            guard (1...Activity.maxTitleLength).contains(title.count) else {
                throw .invalidSetting("a title has 1 to \(Activity.maxTitleLength) characters")
            }
            entry.title = title
        }
        if let rating { entry.rating = rating == 0 ? nil : rating }
        if let note { entry.note = note.isEmpty ? nil : note }
        return entry
    }
}
