package import Foundation

/// The selection of entries of the log.
package struct PracticeQuery: Sendable, Equatable {
    /// Kinds of practice; `session` for led breathing sessions; empty: all.
    package var kinds: Set<String> = []
    /// Empty: all.
    package var origins: Set<PracticeEntry.Origin> = []
    /// The earliest start: entries that began then or later.
    package var startedFrom: Date?
    /// The limit of the start: entries that began before.
    package var startedBefore: Date?
    /// The least longer credit, mindful or workout, of an entry; ms.
    package var minCreditMs: Int64?
    /// The greatest longer credit, mindful or workout, of an entry; ms.
    package var maxCreditMs: Int64?
    /// Indicates whether excluded entries are wanted too.
    package var includesExcluded = false
    /// The number of the newest entries, at most; nil: all.
    package var limit: Int?

    package init() {}
}

/// A line of the log: a practice, or a led breathing session of the person's own.
package struct PracticeLogLine: Sendable, Equatable, Identifiable {
    package let id: UUID
    package let startedAt: Date
    package let utcOffsetSeconds: Int
    package let endedAt: Date
    /// `timer`, `breathe`, `interval`, or `session` for a led breathing session.
    package let kind: String
    package let title: String
    package let state: PracticeEntry.State
    package let mindfulMs: Int64
    package let workoutMs: Int64
    package let origin: PracticeEntry.Origin
    package let isExcluded: Bool
    /// The kept session that recorded the heart.
    package let session: UUID?
    package let rating: Int?
}

/// The part of a line of the log that counts.
package struct CreditLine: Sendable, Equatable {
    /// ms since 1970.
    package let startedMs: Int64
    package let utcOffsetSeconds: Int
    /// The kind, as in ``PracticeLogLine/kind``.
    package let kind: String
    package let mindfulMs: Int64
    package let workoutMs: Int64
    package let origin: PracticeEntry.Origin
    package let isExcluded: Bool
}
