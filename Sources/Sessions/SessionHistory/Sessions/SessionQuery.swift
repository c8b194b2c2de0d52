public import Foundation

/// Which sessions are asked for.
public struct SessionQuery: Sendable, Equatable {
    /// The person's own, or those that are shown apart.
    public enum Kind: String, Sendable, CaseIterable {
        case own, apart
    }

    /// nil: both.
    public var kind: Kind?
    /// How many at most.
    public var limit = 50
    /// Where the page before ended: its ``SessionPage/next``.
    public var cursor: String?
    /// Those that began then or later.
    public var from: Date?
    /// Those that began before.
    public var to: Date?

    public init(
        _ kind: Kind? = .own, limit: Int = 50, cursor: String? = nil, from: Date? = nil,
        to: Date? = nil
    ) {
        self.kind = kind
        self.limit = limit
        self.cursor = cursor
        self.from = from
        self.to = to
    }
}

/// Some sessions, newest first.
public struct SessionPage: Sendable, Equatable {
    public var sessions: [BreathingSession]
    /// Where the next page begins; nil where this is the last.
    public var next: String?
    /// Of all pages.
    public var total: Int
}

/// A session as a point of a trend.
public struct SessionTrendPoint: Sendable, Equatable, Codable, Identifiable {
    public var id: UUID
    /// As text with its offset: see ``LocalTime``.
    public var startedAt: String
    /// ms.
    public var averageRMSSD: Double?
    /// 0 ... 1.
    public var averageCoherence: Double?
    /// 0 ... 1.
    public var peakCoherence: Double?
    /// Breaths/min, where a rate was found.
    public var resonance: Double?
    /// Beats/min.
    public var averageHeartRate: Double?

    init(_ session: BreathingSession) {
        id = session.id
        startedAt = LocalTime.text(
            session.startedAt, utcOffsetSeconds: session.utcOffsetSeconds)
        averageRMSSD = session.averageRMSSD
        averageCoherence = session.averageCoherence
        peakCoherence = session.peakCoherence
        resonance = session.resonance.breathsPerMinute
        averageHeartRate = session.averageHeartRate
    }

    private enum CodingKeys: String, CodingKey {
        case id, startedAt, averageRMSSD, averageCoherence, peakCoherence, resonance
        case averageHeartRate
    }

    /// What is nil is written as null.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(startedAt, forKey: .startedAt)
        try values.encode(averageRMSSD, forKey: .averageRMSSD)
        try values.encode(averageCoherence, forKey: .averageCoherence)
        try values.encode(peakCoherence, forKey: .peakCoherence)
        try values.encode(resonance, forKey: .resonance)
        try values.encode(averageHeartRate, forKey: .averageHeartRate)
    }
}
