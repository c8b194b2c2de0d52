import PhysioTypes
import ResonanceBreathing
import SensorProtocol

/// What is known of a sensor's latency before the heart has answered to the breath.
struct SensorLatency: Sendable, Codable {
    /// How beats get their times.
    enum Source: String, Sendable, Codable {
        /// By the arrival of packets of intervals.
        case packets
        /// From the sender, which knows the time of each R peak.
        case timedBeats
        /// From an ECG that the sensor streams.
        case ecg
    }

    /// nil before the first beat.
    var source: Source?
    /// nil where no line says.
    var deviceName: String?
    /// Intervals and an ECG of the same strap; nil before both came.
    var comparison: LatencyComparison?
    /// Of intervals that come beside an ECG.
    var comparedClock = StrapClock()
    /// Latency of the intervals, from the comparison; nil before it found one.
    private(set) var compared: LatencyEstimate?

    /// Smaller changes of a comparison change nothing; s.
    private static let comparedStep = 0.1

    /// Takes what the comparison has found.
    ///
    /// - Returns: whether the latency is another than before.
    mutating func applyComparison() -> Bool {
        guard let later = comparison?.laterSeconds else { return false }
        let ecg = LatencyPrior.streamedECG.stated
        let seconds = later + ecg.seconds
        guard abs(seconds - (compared?.seconds ?? .infinity)) > Self.comparedStep else {
            return false
        }
        compared = LatencyEstimate(seconds: seconds, deviationSeconds: ecg.deviationSeconds)
        return true
    }

    /// The link was lost: what was compared holds no more.
    mutating func disconnect() {
        comparison = nil
        compared = nil
        comparedClock.interrupt()
    }

    /// The latency to expect: of the strap's intervals that against its ECG, else that of an earlier session
    /// with the device, else the published one of its model.
    ///
    /// - Parameter known: latencies of earlier sessions, by the names of the devices.
    func prior(_ known: [String: LatencyEstimate]) -> LatencyPrior {
        switch source {
        case .timedBeats: return .exact
        case .ecg: return .streamedECG
        case .packets, nil: break
        }
        if let compared { return LatencyPrior(compared) }
        guard let deviceName else { return .unknown }
        if let learned = known[deviceName], learned.isPlausible {
            return LatencyPrior(learned: learned)
        }
        return StrapLatency.model(named: deviceName).map { LatencyPrior($0.estimate) } ?? .unknown
    }
}
