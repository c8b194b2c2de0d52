/// Everything that makes one simulated person differ from another.
///
/// The numbers of ``init()`` are those of a person in the middle of the population. Ranges are what
/// a ``VirtualPerson`` accepts; ``PersonPopulation`` draws from narrower ones.
public struct PersonTraits: Sendable, Equatable {
    /// The equations by which breathing moves the heart rate.
    public enum Plant: String, Sendable, CaseIterable {
        /// A: a delayed loop of pressure and vessels.
        case delayedLoop = "a"
        /// B: a resonator of second order.
        case resonator = "b"
    }

    // MARK: The response to breathing

    public var plant = Plant.delayedLoop
    /// Rate at which the loop alone resonates; 2.5 to 12 breaths/min. Where the whole response is
    /// largest is ``PersonTruth/breathsPerMinute``.
    public var loopBreathsPerMinute = 5.6
    /// Plant A: gain around the loop at its resonance; 0 to 0.95; from 1 on it would not be stable.
    public var loopGain = 0.6
    /// Plant A: time constant of the vessels; 0.2 to 5 s.
    public var vesselConstantSeconds = 1.75
    /// Plant A: time constant of the heart; 0.1 to 3 s.
    public var heartConstantSeconds = 0.65
    /// Plant B: damping ratio; 0.05 to 1.
    public var dampingRatio = 0.2
    /// The delay from pressure to heart rate; 0.1 to 2 s.
    public var heartDelaySeconds = 0.6
    /// The response that reaches the heart besides the loop, divided by the loop's response at its
    /// resonance; 0 to 2.
    public var directResponseRatio = 0.25
    /// The delay of the response that reaches the heart besides the loop; 0 to 2 s.
    public var directDelaySeconds = 0.25
    /// Heart rate from trough to peak when breathing, like a sine, at the best rate; 0 to 60
    /// beats/min.
    public var rsaAmplitudeBpm = 13.0
    /// k of the depth of a breath, (6 / rate)^k; 0 to 1.
    public var depthExponent = 0.25
    /// Relative change of the resonance with time, a minute; -0.02 to 0.02.
    public var driftPerMinute = 0.0

    // MARK: The heart

    /// Mean heart rate; 40 to 120 beats/min.
    public var heartRateBpm = 68.0
    /// Standard deviation of the slow changes of the response's gain (its logarithm); 0 to 0.5.
    public var gainNoise = 0.14
    /// Standard deviation of the heart rate's noise; 0 to 10 beats/min.
    public var noiseBpm = 2.0
    /// Standard deviation of the oscillation that is there without breathing, at the best rate,
    /// over that of the noise; 0 to 2.
    public var mayerWaveRatio = 0.55
    /// Standard deviation of a beat's time; 0 to 50 ms.
    public var beatJitterMs = 7.0
    /// Share of beats that come early; 0 to 0.3.
    public var ectopicShare = 0.0

    // MARK: How the pacer is followed

    /// The time from a command to the breath; 0 to 2 s.
    public var lagSeconds = 0.3
    /// Standard deviation of the depth of a breath; relative; 0 to 0.5.
    public var depthJitter = 0.14
    /// Standard deviation of the time from one breath to the next; relative; 0 to 0.1.
    public var periodJitter = 0.035
    /// Share of breaths that are not as commanded: half of them a sigh, half two fast breaths;
    /// 0 to 1.
    public var missedInstructionShare = 0.015
    /// Rate of breathing without a pacer; 3 to 30 breaths/min.
    public var freeBreathsPerMinute = 15.0

    // MARK: The sensor

    /// Share of beats at which the sensor errs: half missed, half followed by one that is none;
    /// 0 to 0.3.
    public var sensorErrorShare = 0.0

    /// A person in the middle of the population, plant A, without drift and without artefacts.
    public init() {}

    /// The same person without any randomness but where the first beat and breath fall.
    public var withoutNoise: PersonTraits {
        var traits = self
        for path in Self.randomTraits { traits[keyPath: path] = 0 }
        return traits
    }

    /// The traits outside their ranges, by name; empty for a person that can be simulated.
    public var outOfRangeTraits: [String] {
        Self.numericTraits.compactMap { number in
            number.range.contains(self[keyPath: number.path]) ? nil : number.name
        }
    }

    typealias TraitPath = any WritableKeyPath<PersonTraits, Double> & Sendable

    private static let randomTraits: [TraitPath] = [
        \.gainNoise, \.noiseBpm, \.mayerWaveRatio, \.beatJitterMs, \.ectopicShare, \.depthJitter,
        \.periodJitter, \.missedInstructionShare, \.sensorErrorShare,
    ]

    /// The traits that are numbers, and the range in which each must lie.
    static let numericTraits: [(name: String, path: TraitPath, range: ClosedRange<Double>)] = [
        ("loopBreathsPerMinute", \.loopBreathsPerMinute, 2.5...12),
        ("loopGain", \.loopGain, 0...0.95),
        ("vesselSeconds", \.vesselConstantSeconds, 0.2...5),
        ("heartSeconds", \.heartConstantSeconds, 0.1...3),
        ("dampingRatio", \.dampingRatio, 0.05...1),
        ("heartDelaySeconds", \.heartDelaySeconds, 0.1...2),
        ("directShare", \.directResponseRatio, 0...2),
        ("directDelaySeconds", \.directDelaySeconds, 0...2),
        ("swingBpm", \.rsaAmplitudeBpm, 0...60),
        ("depthExponent", \.depthExponent, 0...1),
        ("driftPerMinute", \.driftPerMinute, -0.02...0.02),
        ("heartRateBpm", \.heartRateBpm, 40...120),
        ("gainNoise", \.gainNoise, 0...0.5),
        ("noiseBpm", \.noiseBpm, 0...10),
        ("mayerShare", \.mayerWaveRatio, 0...2),
        ("beatJitterMs", \.beatJitterMs, 0...50),
        ("ectopicShare", \.ectopicShare, 0...0.3),
        ("lagSeconds", \.lagSeconds, 0...2),
        ("depthJitter", \.depthJitter, 0...0.5),
        ("periodJitter", \.periodJitter, 0...0.1),
        ("missedInstructionShare", \.missedInstructionShare, 0...1),
        ("freeBreathsPerMinute", \.freeBreathsPerMinute, 3...30),
        ("sensorErrorShare", \.sensorErrorShare, 0...0.3),
    ]
}
