import PracticePlans

extension FuzzTarget {
    /// Any bytes as a person's own sound.
    static let wav = FuzzTarget(name: "wav") { bytes in
        do throws(WAVError) {
            let sound = try WAVSound.samples(of: bytes)
            precondition(sound.sampleRateHz == 48_000 && sound.durationSeconds <= 61)
            precondition(sound.values.allSatisfy { $0.isFinite })
        } catch {
            precondition(!error.text.isEmpty)
        }
    }
}
