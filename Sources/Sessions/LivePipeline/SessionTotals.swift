public import PhysioTypes
public import ResonanceBreathing

/// The totals of a session.
///
/// Averages are means over the seconds that have the value; a second without one counts for nothing.
public struct SessionTotals: Sendable, Equatable, Codable {
    public internal(set) var durationSeconds = 0.0
    public internal(set) var beatCount = 0
    public internal(set) var correctedCount = 0
    public internal(set) var gapCount = 0
    public internal(set) var breathCount = 0
    private var heartRates = RunningMean()
    private var rmssds = RunningMean()
    private var coherences = RunningMean()
    /// The highest coherence from ``minPeakCoherenceSeconds`` on, and the rate commanded then.
    public private(set) var peakCoherence: Double?
    public private(set) var peakBreathsPerMinute: Double?
    public internal(set) var resonance: ResonanceFinding?
    /// Latency of the sensor's R-R intervals, as the session estimated it; nil where it did not: no pacer
    /// that estimates it, no answer of the heart, or beats that came with their times.
    public internal(set) var latency: LatencyEstimate?

    /// A coherence before that looks at too few breaths; s.
    public static let minPeakCoherenceSeconds = 60.0

    private struct RunningMean: Sendable, Equatable, Codable {
        var sum = 0.0
        var count = 0
        var value: Double? { count > 0 ? sum / Double(count) : nil }

        mutating func add(_ figure: LiveFigures.Figure) {
            guard let value = figure.value else { return }
            sum += value
            count += 1
        }
    }

    public init() {}

    /// Beats/min.
    public var averageHeartRate: Double? { heartRates.value }
    /// ms.
    public var averageRMSSD: Double? { rmssds.value }
    /// 0 ... 1.
    public var averageCoherence: Double? { coherences.value }

    mutating func add(_ figures: LiveFigures) {
        durationSeconds = figures.sessionSeconds
        heartRates.add(figures.heartRate)
        rmssds.add(figures.rmssd)
        coherences.add(figures.coherence)
        guard figures.sessionSeconds >= Self.minPeakCoherenceSeconds,
            let coherence = figures.coherence.value, coherence > peakCoherence ?? -1
        else { return }
        peakCoherence = coherence
        peakBreathsPerMinute = figures.breathsPerMinute
    }
}
