/// Latency of a sensor's beats, with its uncertainty.
///
/// Latency is the time from a heart beat to the time that its record carries: what the strap, the
/// radio and the host take. A record that carries the time of the beat itself has a latency of 0.
public struct LatencyEstimate: Sendable, Equatable, Codable {
    /// Mean, in s; below 0 where records carry times before their beats.
    public let seconds: Double
    /// Standard deviation, in s; not negative.
    public let deviationSeconds: Double

    /// An estimate as it was found; nothing is checked here.
    public init(seconds: Double, deviationSeconds: Double) {
        self.seconds = seconds
        self.deviationSeconds = deviationSeconds
    }

    /// True if the numbers are finite and a sensor can have such a latency: up to a minute.
    package var isPlausible: Bool {
        abs(seconds) <= 60 && (0...60).contains(deviationSeconds)
    }
}
