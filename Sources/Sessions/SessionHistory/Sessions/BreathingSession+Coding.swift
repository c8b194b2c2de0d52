import Foundation
import PhysioTypes

/// The coding as JSON: names as in Swift, nil as null, and the start as
/// `2026-11-22T15:00:00+01:00`, which contains the offset too; milliseconds only where there are
/// some. A latency that is nil is left out, as in files of versions that did not estimate it.
extension BreathingSession: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, startedAt, source, deviceName, pacer, preset, state, durationSeconds, beatCount
        case correctedCount, gapCount, breathCount, averageHeartRate, averageRMSSD
        case averageCoherence, peakCoherence, peakBreathsPerMinute, resonance, phases, recipe
        case toolkitVersion, rawLogName, latency
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let start = try values.decode(String.self, forKey: .startedAt)
        guard let (date, offset) = LocalTime.read(start) else {
            throw DecodingError.dataCorruptedError(
                forKey: .startedAt, in: values,
                debugDescription: "\(start) is no time such as 2026-11-22T15:00:00+01:00")
        }
        self.init(
            id: try values.decode(UUID.self, forKey: .id), startedAt: date,
            utcOffsetSeconds: offset,
            source: try values.decode(SessionSource.self, forKey: .source),
            deviceName: try values.decodeIfPresent(String.self, forKey: .deviceName),
            pacer: try values.decode(String.self, forKey: .pacer),
            preset: try values.decodeIfPresent(String.self, forKey: .preset),
            recipe: try values.decode(String.self, forKey: .recipe),
            toolkitVersion: try values.decode(String.self, forKey: .toolkitVersion),
            rawLogName: try values.decodeIfPresent(String.self, forKey: .rawLogName))
        state = try values.decode(SessionState.self, forKey: .state)
        durationSeconds = try values.decode(Double.self, forKey: .durationSeconds)
        beatCount = try values.decode(Int.self, forKey: .beatCount)
        correctedCount = try values.decode(Int.self, forKey: .correctedCount)
        gapCount = try values.decode(Int.self, forKey: .gapCount)
        breathCount = try values.decode(Int.self, forKey: .breathCount)
        averageHeartRate = try values.decodeIfPresent(Double.self, forKey: .averageHeartRate)
        averageRMSSD = try values.decodeIfPresent(Double.self, forKey: .averageRMSSD)
        averageCoherence = try values.decodeIfPresent(Double.self, forKey: .averageCoherence)
        peakCoherence = try values.decodeIfPresent(Double.self, forKey: .peakCoherence)
        peakBreathsPerMinute = try values.decodeIfPresent(
            Double.self, forKey: .peakBreathsPerMinute)
        resonance = try values.decode(StoredResonance.self, forKey: .resonance)
        phases = try values.decode([Phase].self, forKey: .phases)
        latency = try values.decodeIfPresent(LatencyEstimate.self, forKey: .latency)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(
            LocalTime.text(startedAt, utcOffsetSeconds: utcOffsetSeconds), forKey: .startedAt)
        try values.encode(source, forKey: .source)
        try values.encode(deviceName, forKey: .deviceName)
        try values.encode(pacer, forKey: .pacer)
        try values.encode(preset, forKey: .preset)
        try values.encode(state, forKey: .state)
        try values.encode(durationSeconds, forKey: .durationSeconds)
        try values.encode(beatCount, forKey: .beatCount)
        try values.encode(correctedCount, forKey: .correctedCount)
        try values.encode(gapCount, forKey: .gapCount)
        try values.encode(breathCount, forKey: .breathCount)
        try values.encode(averageHeartRate, forKey: .averageHeartRate)
        try values.encode(averageRMSSD, forKey: .averageRMSSD)
        try values.encode(averageCoherence, forKey: .averageCoherence)
        try values.encode(peakCoherence, forKey: .peakCoherence)
        try values.encode(peakBreathsPerMinute, forKey: .peakBreathsPerMinute)
        try values.encode(resonance, forKey: .resonance)
        try values.encode(phases, forKey: .phases)
        try values.encode(recipe, forKey: .recipe)
        try values.encode(toolkitVersion, forKey: .toolkitVersion)
        try values.encode(rawLogName, forKey: .rawLogName)
        try values.encodeIfPresent(latency, forKey: .latency)
    }
}
