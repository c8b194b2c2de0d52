import BeatDetection
import PhysioTypes

/// The rate of breathing, minute after minute, of beats that come in the order of their times.
///
/// Memory: the beats of one minute.
struct BreathingEpochBuilder {
    private let sampleRateHz: Double
    private var epochs: [BreathingEpoch] = []
    /// The beats of the current minute, and the one before them, from which the first interval
    /// comes.
    private var beats: [BeatShape] = []

    init(sampleRateHz: Double) { self.sampleRateHz = sampleRateHz }

    /// - Precondition: the beat is not before the last one.
    mutating func add(_ beat: BeatShape) {
        let seconds = beat.sample / sampleRateHz
        while startSeconds + ECGBreathingRate.epochSeconds <= seconds { endMinute() }
        beats.append(beat)
    }

    /// - Parameter durationSeconds: of the signal; a last minute that is not whole is left out.
    consuming func finish(durationSeconds: Double) -> [BreathingEpoch] {
        let count = max(0, Int(durationSeconds / ECGBreathingRate.epochSeconds))
        while epochs.count < count { endMinute() }
        return epochs
    }

    private var startSeconds: Double {
        Double(epochs.count) * ECGBreathingRate.epochSeconds
    }

    private mutating func endMinute() {
        let respiration = ECGDerivedRespiration(beats, sampleRateHz: sampleRateHz)
        epochs.append(ECGBreathingRate(respiration, startSeconds: startSeconds).epoch)
        beats.removeFirst(max(0, beats.count - 1))
    }
}
