package import Foundation

/// The selection of sessions.
package struct SessionQuery: Sendable, Equatable {
    /// The person's own sessions, or the excluded ones, which are shown separately.
    package enum Kind: String, Sendable, CaseIterable {
        case own, excluded = "apart"
    }

    /// nil: both.
    package var kind: Kind?
    /// The number of sessions, at most.
    package var limit = 50
    /// The position at which the page before ended: its ``SessionPage/next``.
    package var cursor: String?
    /// The earliest start: sessions that began then or later.
    package var startedFrom: Date?
    /// The limit of the start: sessions that began before.
    package var startedBefore: Date?

    package init(
        _ kind: Kind? = .own, limit: Int = 50, cursor: String? = nil, startedFrom: Date? = nil,
        startedBefore: Date? = nil
    ) {
        self.kind = kind
        self.limit = limit
        self.cursor = cursor
        self.startedFrom = startedFrom
        self.startedBefore = startedBefore
    }
}

/// Some sessions, newest first.
package struct SessionPage: Sendable, Equatable {
    package var sessions: [BreathingSession]
    /// The position at which the next page begins; nil where this is the last.
    package var next: String?
    /// The number of sessions of all pages.
    package var total: Int
}

/// A session as a point of a trend.
package struct SessionTrendPoint: Sendable, Equatable, Codable, Identifiable {
    package var id: UUID
    /// The start as text with its offset: see ``LocalTime``.
    package var startedAt: String
    /// ms.
    package var averageRMSSD: Double?
    /// 0 ... 1.
    package var averageCoherence: Double?
    /// 0 ... 1.
    package var peakCoherence: Double?
    /// Breaths/min, where a rate was found.
    package var resonance: Double?
    /// Beats/min.
    package var averageHeartRate: Double?

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

    /// Writes null for nil.
    package func encode(to encoder: any Encoder) throws {
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
