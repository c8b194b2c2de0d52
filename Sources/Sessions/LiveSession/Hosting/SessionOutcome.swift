package import Foundation
package import LivePipeline

/// The reason why a source gave up.
package struct SourceFailure: Error, Sendable, Equatable {
    /// One word for programs.
    package let code: String
    /// One sentence for a person.
    package let text: String
    /// The exit code of a command.
    package let exitCode: Int32

    package init(code: String, _ text: String, exitCode: Int32) {
        (self.code, self.text, self.exitCode) = (code, text, exitCode)
    }
}

/// The outcome of a session.
package struct SessionOutcome: Sendable {
    package var totals = SessionTotals()
    /// The reason why the source gave up; nil where the session ended as it should.
    package var failure: SourceFailure?
    /// The identifier of the session in the history; nil where nothing of it is stored.
    package var storedSession: UUID?
    /// The data that could not be stored, and the reasons: sentences.
    package var errors: [String] = []
    /// True if it could not begin, as its log cannot be made.
    package var isRefused = false
    /// True if a person wanted nothing of it to be stored.
    package var isDiscarded = false
    /// True if a person ended it.
    package var isEndedByCommand = false
    /// Indicates whether another program claimed its slot.
    package var isReplaced = false
    /// Lines that came, and those of them that said something.
    package var lineCount = 0
    package var messageCount = 0

    package init() {}
}
