/// A pacer as it is kept and taken up again.
///
/// ```swift
/// let saved = try JSONEncoder().encode(SavedPacer(pacer))
/// let resumed = try JSONDecoder().decode(SavedPacer.self, from: saved).pacer
/// ```
///
/// It goes on where it was, on the same clock, as if nothing had been between.
public enum SavedPacer: Sendable, Codable {
    case resonanceFit(ResonanceFitPacer)
    case reference(LiveReferencePacer)
    case stepped(SteppedPacer)
    case sliding(SlidingPacer)
    case fixed(FixedPacer)

    /// - Returns: nil for a pacer of a type that a caller adds.
    public init?(_ pacer: any Pacer) {
        guard let savedState = pacer.savedState else { return nil }
        self = savedState
    }

    /// The pacer, to go on with.
    public var pacer: any Pacer {
        switch self {
        case .resonanceFit(let pacer): pacer
        case .reference(let pacer): pacer
        case .stepped(let pacer): pacer
        case .sliding(let pacer): pacer
        case .fixed(let pacer): pacer
        }
    }
}

extension DecodingError {
    /// Numbers that what is decoded never has.
    static func invalid(_ decoder: any Decoder, _ text: String) -> DecodingError {
        .dataCorrupted(Context(codingPath: decoder.codingPath, debugDescription: text))
    }
}

extension Pacer {
    /// Returns true if a command that was read is one that this pacer may give.
    func isWithinLimits(_ command: PacerCommand) -> Bool {
        switch command {
        case .rest(let seconds): seconds >= 0 && seconds.isFinite
        case .breathe(let rate): Self.limits.contains(rate)
        }
    }
}
