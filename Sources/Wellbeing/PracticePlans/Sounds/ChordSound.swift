/// Chords of steady sines, one after the other, each with edges of its own.
struct ChordSound: Sendable {
    /// The frequencies that sound at once, for each chord; Hz. Of n each has 1/n of the sum.
    let chordFrequenciesHz: [[Double]]
    /// Length of each chord; s.
    let chordSeconds: Double

    var durationSeconds: Double { Double(chordFrequenciesHz.count) * chordSeconds }

    func samples(rateHz: Int) -> [Double] {
        let count = Int((chordSeconds * Double(rateHz)).rounded())
        return chordFrequenciesHz.flatMap { frequencies in
            var samples = [Double](repeating: 0, count: count)
            for frequency in frequencies {
                DecayingSine(frequencyHz: frequency, amplitude: 1 / Double(frequencies.count))
                    .add(to: &samples, rateHz: rateHz)
            }
            SoundFade.apply(
                to: &samples, durationSeconds: chordSeconds,
                fadeOutSeconds: SoundFade.defaultSeconds, rateHz: rateHz)
            return samples
        }
    }
}
