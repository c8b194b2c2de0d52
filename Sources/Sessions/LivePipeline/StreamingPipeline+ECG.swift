import BeatDetection
import SensorProtocol

/// Beats that are found in an ECG.
extension StreamingPipeline {
    mutating func pushECG(_ block: SensorECG) {
        state.isLinkUp = true
        guard DetectionLimits.sampleRatesHz.contains(block.sampleRateHz) else {
            if !state.hasRefusedECG {
                emitWarning(
                    "ecg_rate",
                    "an ECG of \(block.sampleRateHz) Hz is not searched for beats: 100 to 4000 Hz")
            }
            state.hasRefusedECG = true
            return
        }
        // An electrode that touches nothing gives samples all the same: beats are what was heard.
        if ecg?.sampleRateHz != block.sampleRateHz {
            interruptECG()
            ecg = ECGBeatDetector(sampleRateHz: block.sampleRateHz)
        }
        let now = state.nowMicroseconds - state.startMicroseconds
        guard let update = ecg?.push(block, atMicroseconds: now) else { return }
        if update.hasRestarted {
            state.totals.gapCount += 1
            emitWarning("pmd_time", "the sensor's clock began anew: beats are missing")
        }
        if update.missingSeconds > 0 {
            state.totals.gapCount += 1
            emitWarning("gap", "\(textWithTenths(update.missingSeconds)) s of the ECG are missing")
        }
        if !update.beats.isEmpty {
            setBeatSource(as: .ecg)
            recordIntervalArrival()
            state.hasContact = ecg?.hasPoorSignal != true
        }
        push(update.beats)
    }

    private mutating func push(_ beats: [ECGBeatDetector.Beat]) {
        for beat in beats {
            push(StrapClock.Beat(beat), isNormal: beat.isNormal)
        }
    }

    /// Puts what follows of an ECG behind a gap; the last beats before are reported.
    mutating func interruptECG() {
        if let beats = ecg?.interrupt() { push(beats) }
    }
}
