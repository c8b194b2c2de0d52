import PhysioTypes

/// Beats with times, of whatever a sensor sends.
///
/// Packets of intervals get their times from a ``StrapClock``; beats that have one are joined to
/// intervals by their distance, unless that is longer than any interval.
///
/// ```swift
/// var beats = SensorBeats()
/// for event in beats.push(.packet(packet)) { ... }
/// ```
public struct SensorBeatClock: Sendable, Codable {
    private var clock = StrapClock()
    /// us; nil where the next beat follows nothing.
    private var previousBeat: Int?
    private var isNextAfterGap = true

    public init() {}

    /// - Returns: beats and what is wrong with them; nothing for what says nothing of beats.
    public mutating func push(_ event: SensorEvent) -> [StrapClock.Event] {
        switch event {
        case .packet(let packet): return clock.push(packet)
        case .beat(let time): return beat(time).map { [.beat($0)] } ?? []
        case .link(false), .gap: return interrupt()
        case .ecg, .heartRate, .contact, .respiration, .battery, .link, .redundant: return []
        }
    }

    /// Marks a gap before the beats that follow.
    ///
    /// - Returns: beats that waited for a verdict.
    public mutating func interrupt() -> [StrapClock.Event] {
        previousBeat = nil
        return clock.interrupt()
    }

    private mutating func beat(_ time: Int) -> StrapClock.Beat? {
        if let previousBeat, time <= previousBeat { return nil }
        defer { previousBeat = time }
        guard let previousBeat,
            Double(time - previousBeat) / 1000 <= RRSeries.plausibleRangeMs.upperBound
        else {
            isNextAfterGap = true
            return nil
        }
        defer { isNextAfterGap = false }
        return StrapClock.Beat(
            intervalMs: Double(time - previousBeat) / 1000, endSeconds: Double(time) / 1e6,
            isAfterGap: isNextAfterGap)
    }
}
