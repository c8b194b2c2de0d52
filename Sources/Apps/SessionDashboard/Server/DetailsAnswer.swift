import SessionHistory

/// All of a session, as a page draws it: rows of numbers instead of objects.
struct DetailsAnswer: Encodable {
    private let details: SessionDetails

    init(_ details: SessionDetails) { self.details = details }

    private enum CodingKeys: String, CodingKey {
        case session, points, beats, marks, decisions, curve, previous
    }

    private struct Mark: Encodable {
        let t: Double
        let label: String
    }

    private struct Decision: Encodable {
        let t: Double
        let text: String
    }

    private struct Beat: Encodable {
        let beat: KeptBeat

        func encode(to encoder: any Encoder) throws {
            var row = encoder.unkeyedContainer()
            try row.encode(beat.seconds)
            try row.encode(beat.intervalMs)
            try row.encode(beat.fault)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var answer = encoder.container(keyedBy: CodingKeys.self)
        try answer.encode(details.session, forKey: .session)
        try answer.encode(
            details.points.map {
                [$0.seconds, $0.heartRate, $0.rmssd, $0.coherence, $0.breathsPerMinute]
            }, forKey: .points)
        try answer.encode(details.beats.map(Beat.init), forKey: .beats)
        try answer.encode(
            details.marks.map { Mark(t: $0.seconds, label: $0.label) }, forKey: .marks)
        try answer.encode(
            details.decisions.map { Decision(t: $0.seconds, text: $0.text) }, forKey: .decisions)
        try answer.encode(
            details.curve?.map { [$0.breathsPerMinute, $0.density] }, forKey: .curve)
        try answer.encode(details.previous, forKey: .previous)
    }
}
