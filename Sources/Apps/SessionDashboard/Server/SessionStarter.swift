/// What a page asks for when it begins a session.
package struct SessionRequest: Sendable, Equatable, Decodable {
    /// One of ``SourceOffer/id``.
    package let source: String
    /// nil: until it is ended.
    package let minutes: Double?
    package let pacer: String?
    package let preset: String?
    /// Where the pacer begins; breaths/min.
    package let rate: Double?
    /// Name or address of a strap.
    package let strap: String?
    /// Which session of the history is replayed.
    package let of: String?
    /// Of a simulated person.
    package let seed: Int?
    /// How many times as fast as a clock, 1 ... 100; of a simulated person and a replay.
    package let speed: Double?
    /// Whether to look over the whole range of rates although an earlier session is known.
    package let findsAnew: Bool?
}

/// A source that a page can offer.
package struct SourceOffer: Sendable, Equatable, Encodable {
    package let id: String
    package let available: Bool
    /// Why it is not; one sentence.
    package let reason: String?

    /// - Parameter reason: nil where it is available.
    package init(_ id: String, unavailable reason: String? = nil) {
        self.id = id
        self.available = reason == nil
        self.reason = reason
    }
}

/// Begins the sessions that pages ask for.
package protocol SessionStarter: Sendable {
    var offers: [SourceOffer] { get }

    /// Begins one, and returns at once.
    func begin(_ request: SessionRequest) throws(SessionRefusal)
}

/// Why a session is not begun.
package enum SessionRefusal: Error, Sendable, Equatable {
    /// One runs already.
    case running
    /// What was asked for cannot be; one sentence.
    case unsound(String)
}
