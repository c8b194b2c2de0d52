import SessionHistory

/// All of a session, as a page draws it: rows of numbers instead of objects.
struct DetailsResponse: Encodable {
    private let details: SessionDetails

    init(_ details: SessionDetails) { self.details = details }

    private enum CodingKeys: String, CodingKey {
        case session, points, beats, marks, decisions, curve, previous
    }

    private struct Mark: Encodable {
        let seconds: Double
        let label: String

        private enum CodingKeys: String, CodingKey {
            case seconds = "t"
            case label
        }
    }

    private struct Decision: Encodable {
        let seconds: Double
        let text: String

        private enum CodingKeys: String, CodingKey {
            case seconds = "t"
            case text
        }
    }

    private struct Beat: Encodable {
        let beat: StoredBeat

        func encode(to encoder: any Encoder) throws {
            var row = encoder.unkeyedContainer()
            try row.encode(beat.seconds)
            try row.encode(beat.intervalMs)
            try row.encode(beat.artefact)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(details.session, forKey: .session)
        try container.encode(
            details.points.map {
                [$0.seconds, $0.heartRate, $0.rmssd, $0.coherence, $0.breathsPerMinute]
            }, forKey: .points)
        try container.encode(details.beats.map(Beat.init), forKey: .beats)
        try container.encode(
            details.marks.map { Mark(seconds: $0.seconds, label: $0.label) }, forKey: .marks)
        try container.encode(
            details.decisions.map { Decision(seconds: $0.seconds, text: $0.text) },
            forKey: .decisions)
        try container.encode(
            details.resonanceDensityCurve?.map { [$0.breathsPerMinute, $0.density] }, forKey: .curve
        )
        try container.encode(details.previous, forKey: .previous)
    }
}
