import PhysioTypes
import ResonanceBreathing
import SensorProtocol

/// The knowledge of a sensor's latency before the heart has responded to the breath.
struct SensorLatency: Sendable, Codable {
    /// The source of the times of beats.
    enum Source: String, Sendable, Codable {
        /// The arrival of packets of intervals.
        case packets
        /// The sender, which knows the time of each R peak.
        case timedBeats
        /// An ECG that the sensor streams.
        case ecg
    }

    /// nil before the first beat.
    var source: Source?
    /// nil where no line says.
    var deviceName: String?
    /// Intervals and an ECG of the same strap; nil before both came.
    var comparison: LatencyComparison?
    /// The clock of intervals that come beside an ECG.
    var comparedClock = StrapClock()
    /// Latency of the intervals, from the comparison; nil before it found one.
    private(set) var comparedDeviceLatency: LatencyEstimate?

    /// Smaller changes of a comparison change nothing; s.
    private static let minChangeSeconds = 0.1

    /// Takes what the comparison has found.
    ///
    /// - Returns: whether the latency is another than before.
    mutating func applyComparison() -> Bool {
        guard let delaySeconds = comparison?.intervalDelaySeconds else { return false }
        let ecgLatency = LatencyPrior.streamedECG.statedLatency
        let seconds = delaySeconds + ecgLatency.seconds
        guard abs(seconds - (comparedDeviceLatency?.seconds ?? .infinity)) > Self.minChangeSeconds
        else {
            return false
        }
        comparedDeviceLatency = LatencyEstimate(
            seconds: seconds, deviationSeconds: ecgLatency.deviationSeconds)
        return true
    }

    /// The link was lost: what was compared holds no more.
    mutating func disconnect() {
        comparison = nil
        comparedDeviceLatency = nil
        comparedClock.interrupt()
    }

    /// The latency to expect: of the strap's intervals that against its ECG, else that of an earlier session
    /// with the device, else the published one of its model.
    ///
    /// - Parameter knownLatencies: latencies of earlier sessions, by the names of the devices.
    func prior(_ knownLatencies: [String: LatencyEstimate]) -> LatencyPrior {
        switch source {
        case .timedBeats: return .exact
        case .ecg: return .streamedECG
        case .packets, nil: break
        }
        if let comparedDeviceLatency { return LatencyPrior(comparedDeviceLatency) }
        guard let deviceName else { return .unknown }
        if let learnedLatency = knownLatencies[deviceName], learnedLatency.isPlausible {
            return LatencyPrior(learned: learnedLatency)
        }
        return StrapLatency.model(named: deviceName).map { LatencyPrior($0.estimate) } ?? .unknown
    }

    private enum CodingKeys: String, CodingKey {
        case source, deviceName, comparison, comparedClock
        case comparedDeviceLatency = "compared"
    }
}
