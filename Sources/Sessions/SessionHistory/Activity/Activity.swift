package import Foundation

/// The activity that runs now: a breathing session, or a practice.
///
/// A history has one at most, so that two programs never guide one person at the same time.
package struct Activity: Sendable, Equatable {
    /// The kind of program that runs it.
    package enum Owner: String, Sendable {
        /// `hrv pace` or `hrv practice`, in a terminal.
        case terminalCommand = "terminal"
        /// `hrv liveCommand`.
        case liveCommand = "live"
        /// A page of the browser.
        case page
    }

    /// The id of the session in the history, where one is kept.
    package let id: UUID
    package let owner: Owner
    /// The title that a person gave it; ``maxTitleLength`` characters at most.
    package let title: String
    /// `session`, `pacing`, or the kind of a practice: `timer`, `breathe`, `interval`.
    package let kind: String
    /// The part of it that runs now; nil where it has no parts, or none has begun.
    package var phase: String?
    package let startedAt: Date
    package let utcOffsetSeconds: Int
    /// The expected end; nil: until a user ends it.
    package var endsAt: Date?
    package var isPaused = false

    package static let maxTitleLength = 80

    /// - Parameter title: what is longer than ``maxTitleLength`` is cut.
    package init(
        id: UUID = UUID(), owner: Owner, title: String, kind: String, startedAt: Date = Date(),
        endsAt: Date? = nil
    ) {
        self.id = id
        self.owner = owner
        self.title = String(title.prefix(Self.maxTitleLength))
        self.kind = kind
        // As the file has it.
        let milliseconds = (startedAt.timeIntervalSince1970 * 1000).rounded()
        self.startedAt = Date(timeIntervalSince1970: milliseconds / 1000)
        utcOffsetSeconds = TimeZone.current.secondsFromGMT(for: startedAt)
        self.endsAt = endsAt
    }
}

extension Activity {
    /// The holder of the slot, for a person: `"Polar H10", by hrv liveCommand, since 15:02`.
    package var text: String {
        let program =
            switch owner {
            case .terminalCommand: isPractice ? "hrv practice" : "hrv pace"
            case .liveCommand: "hrv live"
            case .page: "a page of hrv dashboard"
            }
        let clock = startTimeText.dropFirst(11).prefix(5)
        return "\"\(title)\", by \(program), since \(clock)"
    }

    /// True if it is a practice and no session.
    package var isPractice: Bool { kind != "session" && kind != "pacing" }

    /// The noun for it in a sentence.
    package var noun: String { isPractice ? "a practice" : "a session" }

    /// ISO 8601 with the offset from UTC.
    package var startTimeText: String {
        LocalTime.text(startedAt, utcOffsetSeconds: utcOffsetSeconds)
    }
}
