package import Foundation

/// A practice as the history keeps it: a sit, led breaths or intervals.
///
/// The history does not read the plan, the events and the report on the heart: they are JSON of the program that ran
/// the practice.
package struct PracticeEntry: Sendable, Equatable, Identifiable {
    /// The state of a practice.
    package enum State: String, Sendable, Codable, CaseIterable {
        case running
        case ended
        /// Its process is gone without having ended it.
        case interrupted
        /// Another program took its slot.
        case replaced
    }

    /// The way in which an entry came into the history.
    package enum Origin: String, Sendable, Codable, CaseIterable {
        /// A practice that this program ran.
        case own
        /// A person wrote it down afterwards.
        case manual
        /// A file held it.
        case imported
    }

    package var id: UUID
    /// The time at which it began, without the time to get ready; to the millisecond.
    package var startedAt: Date
    /// Offset of the person's clock then, east of Greenwich.
    package var utcOffsetSeconds: Int
    /// The time at which it ended; the last sign of life of one that has not.
    package var endedAt: Date
    /// `timer`, `breathe` or `interval`.
    package var kind: String
    /// The title that a person gave it; ``Activity/maxTitleLength`` characters at most.
    package var title: String
    /// The plan it follows, as JSON.
    package var plan: String
    /// The events and their times, as JSON.
    package var events: String
    package var state: State
    /// Mindful time that counts; ms.
    package var mindfulMs: Int64
    /// Workout time that counts; ms.
    package var workoutMs: Int64
    /// Time in pauses; ms.
    package var pauseMs: Int64
    /// Time during which the computer slept; ms.
    package var sleptMs: Int64
    package var origin: Origin
    /// The program or file it was imported from; nil for others.
    package var source: String?
    /// Indicates whether it is shown separately and counts for nothing: its heart was simulated or replayed.
    package var isExcluded: Bool
    /// The kept session that recorded the heart beside it.
    package var session: UUID?
    /// The report on the heart, as JSON.
    package var heart: String?
    package var note: String?
    /// 1 to 5.
    package var rating: Int?
    /// Version of the program that made the entry.
    package var toolkitVersion: String

    package static let ratingRange = 1...5
    package static let maxNoteLength = 4000

    /// An entry that begins now, and counts for nothing yet.
    package init(
        id: UUID = UUID(), startedAt: Date, utcOffsetSeconds: Int, kind: String, title: String,
        plan: String = "{}", origin: Origin = .own, toolkitVersion: String = ""
    ) {
        self.id = id
        self.startedAt = Self.date(Self.milliseconds(startedAt))
        self.utcOffsetSeconds = utcOffsetSeconds
        endedAt = self.startedAt
        self.kind = kind
        self.title = String(title.prefix(Activity.maxTitleLength))
        self.plan = plan
        events = "[]"
        state = origin == .own ? .running : .ended
        (mindfulMs, workoutMs, pauseMs, sleptMs) = (0, 0, 0, 0)
        self.origin = origin
        isExcluded = false
        self.toolkitVersion = toolkitVersion
    }

    static func milliseconds(_ date: Date) -> Int64 {
        Int64((date.timeIntervalSince1970 * 1000).rounded())
    }

    static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
