import BeatDetection
import PhysioDSP
import PhysioSimulation

/// One signal that the weights of the detector are fitted to: a lead as it is, or changed in a way
/// that recordings differ in.
struct TrainingSignal {
    let samples: [Double]
    let reference: BeatMarks
    /// The weight of each of its candidates.
    let weight: Double

    /// A change that is made to a lead. The sign is not among the changes: no measure depends on
    /// it.
    enum Change {
        case none
        /// The lead made faster by this factor, all waves with it.
        case faster(Double)
        /// The same at another rate; Hz.
        case rate(Double)
        /// Some beats, 1 to 5 in a row, are replaced by a straight line and faint noise.
        case pauses
        /// Noise in segments of random lengths, as in the noise stress test.
        case noise(ECGNoise.Kind, decibels: Double)
    }

    /// The training set, for every recording: a lead, a change, how much it counts.
    static let plan: [(lead: Int, change: Change, weight: Double)] = [
        (0, .none, 1), (1, .none, 0.3),
        (0, .faster(0.78), 0.3), (0, .faster(1.3), 0.3), (0, .faster(2), 0.3),
        (0, .rate(199), 0.2), (0, .rate(500), 0.2), (0, .pauses, 0.3),
        (0, .noise(.motion, decibels: 12), 0.3), (0, .noise(.motion, decibels: 6), 0.3),
        (0, .noise(.motion, decibels: 0), 0.15), (1, .noise(.motion, decibels: 6), 0.15),
        (0, .noise(.muscle, decibels: 6), 0.2), (0, .noise(.baseline, decibels: 6), 0.1),
    ]

    /// - Parameter noise: at the recording's rate.
    /// - Parameter index: of the plan; also the seed, with the recording's ordinal.
    /// - Returns: nil where there is no such lead.
    init?(_ recording: AnnotatedLeads, planned index: Int, ordinal: Int, noise: NoiseBank) {
        let (lead, change, weight) = Self.plan[index]
        guard lead < recording.leads.count else { return nil }
        let samples = recording.leads[lead]
        let rate = recording.sampleRateHz
        var random = SeededGenerator(seed: UInt64(1000 * index + ordinal))
        self.weight = weight
        switch change {
        case .none:
            self.samples = samples
            reference = recording.reference
        case .faster(let factor):
            self.samples = samples
            reference = BeatMarks(marks: recording.marks, sampleRateHz: factor * rate)
        case .rate(let wanted):
            self.samples = Self.interpolated(samples, factor: rate / wanted)
            reference = BeatMarks(
                marks: recording.marks.map { Self.moved($0, factor: wanted / rate) },
                sampleRateHz: wanted)
        case .pauses:
            (self.samples, reference) = Self.withPauses(recording, lead, &random)
        case .noise(let kind, let decibels):
            let peak = recording.amplitude(ofLead: lead)
            var noisy = samples
            noise.add(
                kind, millivolts: Self.rootMeanSquare(peak, decibels: decibels), to: &noisy,
                random: &random)
            self.samples = noisy
            reference = recording.reference
        }
    }

    /// Interpolates on straight lines, at steps of `factor` samples.
    private static func interpolated(_ samples: [Double], factor: Double) -> [Double] {
        (0..<Int(Double(samples.count - 1) / factor)).map { index in
            let position = factor * Double(index)
            let before = Int(position)
            let share = position - Double(before)
            return (1 - share) * samples[before] + share * samples[before + 1]
        }
    }

    private static func moved(_ mark: BeatMarks.Mark, factor: Double) -> BeatMarks.Mark {
        var mark = mark
        mark.position *= factor
        return mark
    }

    /// Returns the root mean square of noise for a signal of this amplitude, as the noise stress
    /// test defines it.
    static func rootMeanSquare(_ amplitude: Double, decibels: Double) -> Double {
        amplitude / 8.0.squareRoot() * PlatformMath.exp(-decibels / 20 * PlatformMath.log(10))
    }

    // MARK: Pauses

    private static let pauseShare = 0.012
    private static let pauseNoiseMillivolts = 0.012
    /// The limits of a pause: the time before a beat, and the time after it or, if shorter, that
    /// share of the interval after it.
    private static let pauseSeconds = (before: 0.055, after: 0.5, share: 0.62)

    private static func withPauses(
        _ recording: AnnotatedLeads, _ lead: Int, _ random: inout SeededGenerator
    ) -> ([Double], BeatMarks) {
        var samples = recording.leads[lead]
        let rate = recording.sampleRateHz
        let beats = recording.reference.beats
        var removed: Set<Double> = []
        var index = 10
        while index < beats.count - 12 {
            defer { index += 1 }
            guard random.uniform() < pauseShare else { continue }
            let count = 1 + Int(5 * random.uniform())
            for beatIndex in index..<(index + count)
            where beats[(beatIndex - 1)...(beatIndex + 1)].allSatisfy({ $0.label != .ventricular })
            {
                let beat = beats[beatIndex].position
                let interval = beats[beatIndex + 1].position - beat
                let end = beat + min(pauseSeconds.after * rate, pauseSeconds.share * interval)
                flatten(&samples, Int(beat - pauseSeconds.before * rate)..<Int(end), &random)
                removed.insert(beat)
            }
            index += count + 4
        }
        let marks = recording.marks.filter {
            BeatLabel(symbol: $0.symbol) == nil || !removed.contains($0.position)
        }
        return (samples, BeatMarks(marks: marks, sampleRateHz: rate))
    }

    private static func flatten(
        _ samples: inout [Double], _ range: Range<Int>, _ random: inout SeededGenerator
    ) {
        guard range.lowerBound >= 0, range.upperBound < samples.count, !range.isEmpty else {
            return
        }
        let (first, last) = (samples[range.lowerBound], samples[range.upperBound])
        for index in range {
            let share = Double(index - range.lowerBound) / Double(range.count)
            samples[index] =
                first + share * (last - first) + pauseNoiseMillivolts * random.normal()
        }
    }
}
