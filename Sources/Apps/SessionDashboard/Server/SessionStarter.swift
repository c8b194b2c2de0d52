/// What a page asks for when it begins a session.
public struct SessionRequest: Sendable, Equatable, Decodable {
    /// One of ``SourceOffer/id``.
    public let source: String
    /// nil: until it is ended.
    public let minutes: Double?
    public let pacer: String?
    public let preset: String?
    /// Where the pacer begins; breaths/min.
    public let rate: Double?
    /// Name or address of a strap.
    public let strap: String?
    /// Which session of the history is replayed.
    public let of: String?
    /// Of a simulated person.
    public let seed: Int?
    /// How many times as fast as a clock, 1 ... 100; of a simulated person and a replay.
    public let speed: Double?
    /// Whether to look over the whole range of rates although an earlier session is known.
    public let findsAnew: Bool?
}

/// A source that a page can offer.
public struct SourceOffer: Sendable, Equatable, Encodable {
    public let id: String
    public let available: Bool
    /// Why it is not; one sentence.
    public let reason: String?

    /// - Parameter reason: nil where it is available.
    public init(_ id: String, unavailable reason: String? = nil) {
        self.id = id
        self.available = reason == nil
        self.reason = reason
    }
}

/// Begins the sessions that pages ask for.
public protocol SessionStarter: Sendable {
    var offers: [SourceOffer] { get }

    /// Begins one, and returns at once.
    func begin(_ request: SessionRequest) throws(SessionRefusal)
}

/// Why a session is not begun.
public enum SessionRefusal: Error, Sendable, Equatable {
    /// One runs already.
    case running
    /// What was asked for cannot be; one sentence.
    case unsound(String)
}
