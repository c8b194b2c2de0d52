import BeatDetection
import SensorProtocol

/// A strap's intervals beside its ECG: how late the intervals are.
extension StreamingPipeline {
    /// Compares an event that reports the beats that count once more.
    mutating func compare(_ event: SensorEvent) {
        switch event {
        case .ecg(let block):
            guard DetectionLimits.sampleRatesHz.contains(block.sampleRateHz) else { return }
            if comparisonECGDetector?.sampleRateHz != block.sampleRateHz {
                comparisonECGDetector = ECGBeatDetector(sampleRateHz: block.sampleRateHz)
                state.latency.comparison = LatencyComparison()
            }
            let now = state.nowMicroseconds - state.startMicroseconds
            for beat in comparisonECGDetector?.push(block, atMicroseconds: now).beats ?? [] {
                state.latency.comparison?.push(ecg: StrapClock.Beat(beat))
            }
        case .packet(let packet):
            if state.latency.comparison == nil {
                state.latency.comparison = LatencyComparison()
            }
            let packet = packet.shifted(by: state.startMicroseconds)
            for case .beat(let beat) in state.latency.comparedClock.push(packet) {
                state.latency.comparison?.push(interval: beat)
            }
            applyComparison()
        default: break
        }
    }

    /// Takes a beat that counts, where there is something to compare it with.
    mutating func compare(_ beat: StrapClock.Beat) {
        guard state.latency.comparison != nil else { return }
        switch state.latency.source {
        case .packets:
            state.latency.comparison?.push(interval: beat)
            applyComparison()
        case .ecg: state.latency.comparison?.push(ecg: beat)
        case .timedBeats, nil: break
        }
    }

    private mutating func applyComparison() {
        if state.latency.applyComparison() { updateLatencyPrior() }
    }
}

extension StrapClock.Beat {
    init(_ beat: ECGBeatDetector.Beat) {
        self.init(
            intervalMs: beat.intervalMs, endSeconds: beat.endSeconds,
            isAfterGap: beat.isAfterGap)
    }
}
