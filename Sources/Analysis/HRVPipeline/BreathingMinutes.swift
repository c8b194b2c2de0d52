import BeatDetection
import PhysioTypes

/// The rate of breathing, minute after minute, of beats that come in the order of their times.
///
/// Memory: the beats of one minute.
struct BreathingMinutes {
    private let sampleRateHz: Double
    private var stretches: [BreathingStretch] = []
    /// Those of the current minute, and the one before them, from which the first interval comes.
    private var beats: [BeatShape] = []

    init(sampleRateHz: Double) { self.sampleRateHz = sampleRateHz }

    /// - Precondition: the beat is not before the last one.
    mutating func add(_ beat: BeatShape) {
        let seconds = beat.sample / sampleRateHz
        while startSeconds + ECGBreathingRate.stretchSeconds <= seconds { endMinute() }
        beats.append(beat)
    }

    /// - Parameter durationSeconds: of the signal; a last minute that is not whole is left out.
    consuming func finish(durationSeconds: Double) -> [BreathingStretch] {
        let count = max(0, Int(durationSeconds / ECGBreathingRate.stretchSeconds))
        while stretches.count < count { endMinute() }
        return stretches
    }

    private var startSeconds: Double {
        Double(stretches.count) * ECGBreathingRate.stretchSeconds
    }

    private mutating func endMinute() {
        let respiration = BeatRespiration(beats, sampleRateHz: sampleRateHz)
        stretches.append(ECGBreathingRate(respiration, startSeconds: startSeconds).stretch)
        beats.removeFirst(max(0, beats.count - 1))
    }
}
