/// The reason that nothing, or not all, could be done with a data set.
package struct DatasetFailure: Error, Sendable, Equatable {
    package enum Kind: Sendable {
        case usage
        /// The bytes are not those that the sums promise.
        case badData
        /// The set is not here, no server responds, or the mirror does not have it.
        case unavailable
        case cannotCreate
        case io
        /// Another process fetches the same set.
        case occupied
    }

    package let kind: Kind
    /// One sentence: what, where, what to do.
    package let text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
