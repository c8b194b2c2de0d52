/// The reason that a batch cannot begin or go on. Recordings that cannot be analysed are no failure
/// of the batch.
package struct BatchFailure: Error, Sendable, Equatable {
    package enum Kind: Sendable {
        /// The manifest or the options are wrong, or others than before.
        case usage
        case noInput
        /// A folder whose content is not what was committed.
        case badData
        /// A data set is not here.
        case unavailable
        case cannotCreate
        /// A disk is full, lost or broken.
        case io
        /// An output that no program reads any more: the end, and no error.
        case closed
        /// Another process works in the folder.
        case occupied
        /// An error of ours: workers do not start.
        case internalError
    }

    package let kind: Kind
    /// One sentence: what, where, what to do.
    package let text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
