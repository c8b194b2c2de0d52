/// A session with all that belongs to it, as JSON that other programs read:
///
///     {"session": {...}, "points": [[t, heart rate, RMSSD, coherence, breaths/min], ...],
///      "beats": [[t, interval, artefact], ...], "marks": [{"t", "label"}], "decisions": [{"t", "text"}],
///      "curve": [[breaths/min, density], ...], "previous": {...}}
///
/// Times are seconds of the session, pauses included; what there is none of is null. Written and read
/// again, it is the same to the last bit.
package struct SessionDocument: Sendable, Equatable {
    package var details: SessionDetails

    package init(_ details: SessionDetails) { self.details = details }
}

extension SessionDocument: Codable {
    private enum CodingKeys: String, CodingKey {
        case session, points, beats, marks, decisions, curve, previous
    }

    private struct Mark: Codable {
        let t: Double
        let label: String
    }

    private struct Decision: Codable {
        let t: Double
        let text: String
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        details = SessionDetails(
            session: try values.decode(BreathingSession.self, forKey: .session))
        details.points = try values.decode([EncodedPoint].self, forKey: .points).map(\.point)
        details.beats = try values.decode([EncodedBeat].self, forKey: .beats).map(\.beat)
        details.marks = try values.decode([Mark].self, forKey: .marks).map {
            StoredMark(seconds: $0.t, label: $0.label)
        }
        details.decisions = try values.decode([Decision].self, forKey: .decisions).map {
            StoredDecision(seconds: $0.t, text: $0.text)
        }
        details.resonanceDensityCurve = try values.decodeIfPresent([[Double]].self, forKey: .curve)?
            .map { pair in
                guard pair.count == 2 else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .curve, in: values,
                        debugDescription: "a point of the curve is a rate and its density")
                }
                return StoredDensity(breathsPerMinute: pair[0], density: pair[1])
            }
        details.previous = try values.decodeIfPresent(BreathingSession.self, forKey: .previous)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(details.session, forKey: .session)
        try values.encode(details.points.map { EncodedPoint(point: $0) }, forKey: .points)
        try values.encode(details.beats.map { EncodedBeat(beat: $0) }, forKey: .beats)
        try values.encode(
            details.marks.map { Mark(t: $0.seconds, label: $0.label) }, forKey: .marks)
        try values.encode(
            details.decisions.map { Decision(t: $0.seconds, text: $0.text) }, forKey: .decisions)
        try values.encode(
            details.resonanceDensityCurve.map { $0.map { [$0.breathsPerMinute, $0.density] } },
            forKey: .curve)
        try values.encode(details.previous, forKey: .previous)
    }
}

/// `[t, heart rate, RMSSD, coherence, breaths/min]`.
private struct EncodedPoint: Codable {
    let point: SessionDataPoint

    init(point: SessionDataPoint) { self.point = point }

    init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        point = SessionDataPoint(
            seconds: try values.decode(Double.self),
            heartRate: try values.decode(Double?.self), rmssd: try values.decode(Double?.self),
            coherence: try values.decode(Double?.self),
            breathsPerMinute: try values.decode(Double?.self))
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(point.seconds)
        for value in [point.heartRate, point.rmssd, point.coherence, point.breathsPerMinute] {
            try values.encode(value)
        }
    }
}

/// `[t, interval, artefact]`.
private struct EncodedBeat: Codable {
    let beat: StoredBeat

    init(beat: StoredBeat) { self.beat = beat }

    init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        beat = StoredBeat(
            seconds: try values.decode(Double.self), intervalMs: try values.decode(Double.self),
            artefact: try values.decode(String?.self))
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(beat.seconds)
        try values.encode(beat.intervalMs)
        try values.encode(beat.artefact)
    }
}
