package import ResonanceBreathing

/// The result of a session for the resonance frequency.
package struct StoredResonance: Sendable, Equatable, Codable {
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// An estimate with its uncertainty.
        case estimate
        /// The best of the rates tried.
        case bestTried
        case notDetermined
    }

    package var kind: Kind
    /// nil where it is not determined.
    package var breathsPerMinute: Double?
    /// 5 % and 95 % points of an estimate; breaths/min.
    package var low: Double?
    package var high: Double?
    /// Standard deviation of an estimate; breaths/min.
    package var deviation: Double?
    /// The reason why it is not determined, for the person.
    package var reason: String?

    /// - Parameter finding: what the pacer knows; nil where none paced.
    package init(_ finding: ResonanceFinding?) {
        switch finding {
        case .estimate(let estimate):
            kind = .estimate
            breathsPerMinute = estimate.breathsPerMinute
            (low, high) = (estimate.low, estimate.high)
            deviation = estimate.deviation
        case .bestTried(let rate):
            kind = .bestTried
            breathsPerMinute = rate
        case .notDetermined(let text):
            kind = .notDetermined
            reason = text
        case nil:
            kind = .notDetermined
            reason = "Nobody paced."
        }
    }

    /// Creates the result from its stored values; nothing is checked here.
    package init(
        kind: Kind, breathsPerMinute: Double? = nil, low: Double? = nil, high: Double? = nil,
        deviation: Double? = nil, reason: String? = nil
    ) {
        self.kind = kind
        self.breathsPerMinute = breathsPerMinute
        (self.low, self.high) = (low, high)
        self.deviation = deviation
        self.reason = reason
    }

    /// The estimate, where it is one.
    package var estimate: ResonanceEstimate? {
        guard kind == .estimate, let breathsPerMinute, let deviation, let low, let high else {
            return nil
        }
        return ResonanceEstimate(
            breathsPerMinute: breathsPerMinute, deviation: deviation, low: low, high: high)
    }

    private enum CodingKeys: String, CodingKey {
        case kind, breathsPerMinute, low, high, deviation, reason
    }

    /// Writes null for nil.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(breathsPerMinute, forKey: .breathsPerMinute)
        try values.encode(low, forKey: .low)
        try values.encode(high, forKey: .high)
        try values.encode(deviation, forKey: .deviation)
        try values.encode(reason, forKey: .reason)
    }
}
