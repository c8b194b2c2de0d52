package import Foundation
package import LivePipeline

/// Why a source gave up.
package struct SourceFailure: Error, Sendable, Equatable {
    /// One word for programs.
    package let code: String
    /// One sentence for a person.
    package let text: String
    /// What a command ends with.
    package let exitCode: Int32

    package init(code: String, _ text: String, exitCode: Int32) {
        (self.code, self.text, self.exitCode) = (code, text, exitCode)
    }
}

/// What became of a session.
package struct SessionOutcome: Sendable {
    package var totals = SessionTotals()
    /// Why the source gave up; nil where the session ended as it should.
    package var failure: SourceFailure?
    /// How it is found in the history; nil where nothing is kept of it.
    package var storedSession: UUID?
    /// What could not be kept, and why: sentences.
    package var errors: [String] = []
    /// Whether it could not begin, as its log cannot be made.
    package var isRefused = false
    /// Whether a person wanted nothing of it to be kept.
    package var isDiscarded = false
    /// Whether a person ended it.
    package var isEndedByCommand = false
    /// Indicates whether another program claimed its slot.
    package var isReplaced = false
    /// Lines that came, and those of them that said something.
    package var lineCount = 0
    package var messageCount = 0

    package init() {}
}
