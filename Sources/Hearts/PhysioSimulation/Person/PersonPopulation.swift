import PhysioDSP

/// People drawn at random; each can be made again alone.
///
/// A person is a pure function of seed, scenario and index. First the best rate is drawn (normal,
/// standard deviation 0.6, cut to 4.5 ... 7.0 breaths/min), the plant and the drift. Then the
/// other traits are drawn from the ranges below, and the loop's own resonance is set so that the
/// whole response is largest at the rate drawn. Where no loop does that, or the scenario asks for a
/// flat response and it is not flat, these are drawn again. So best rates, plants and drifts have
/// exactly their distributions, and no trait but the loop's resonance (with D and g, which follow
/// from it) leaves its range.
///
/// | trait | drawn from | trait | drawn from |
/// |---|---|---|---|
/// | plant | 60 % A, 40 % B | gain noise | U 0.08 ... 0.20 |
/// | loop gain rho (A) | U 0.45 ... 0.75 | noise | LogN(2.0 bpm, 0.35) |
/// | damping (B) | U 0.12 ... 0.30 | Mayer share | U 0.3 ... 0.8 |
/// | tau_p | U 1 ... 2.5 s | beat jitter | LogN(7 ms, 0.4) |
/// | tau_v | U 0.3 ... 1 s | heart rate | N(68, 8) bpm, cut to 45 ... 95 |
/// | dv | U 0.3 ... 0.9 s | lag | U 0.1 ... 0.5 s |
/// | direct share | U 0.05 ... 0.5 | depth jitter | U 0.08 ... 0.20 |
/// | dc | U 0 ... 0.5 s | period jitter | U 0.02 ... 0.05 |
/// | RSA amplitude at the best rate | LogN(13 bpm, 0.45), at most 50 | missed instructions | U 0 ... 0.03 |
/// | depth exponent | U 0 ... 0.5 | drift | N(0, 0.0015) a minute, cut to +-0.02 |
/// | free rate | U 12 ... 18 /min | | |
///
/// LogN(m, s) has the median m; s is the standard deviation of the logarithm.
///
/// ```swift
/// let people = PersonPopulation(seed: 2024, scenario: .noisy)
/// let errors = (0..<200).map { estimate(people.person($0)) - people.truth($0).breathsPerMinute }
/// ```
public struct PersonPopulation: Sendable, Equatable {
    public let seed: UInt64
    public let scenario: PersonScenario
    /// The plant of every person; drawn where nil.
    public let plant: PersonTraits.Plant?

    /// Best rates; breaths/min.
    public static let bestRateLimits = 4.5...7.0
    /// The standard deviation of the best rates before the limits are applied; breaths/min.
    public static let bestRateDeviation = 0.6
    /// The most a person of the flat scenario loses at one breath/min less or more.
    public static let maxFlatAmplitudeLoss = 0.15

    /// People of different seeds differ.
    public init(
        seed: UInt64, scenario: PersonScenario = .base, plant: PersonTraits.Plant? = nil
    ) {
        self.seed = seed
        self.scenario = scenario
        self.plant = plant
    }

    /// - Parameter index: from 0 on.
    public func person(
        _ index: Int, breathing: VirtualPerson.Breathing = .paced,
        clock: VirtualPerson.SensorClock = .millisecond
    ) -> VirtualPerson {
        VirtualPerson(truth(index), seed: simulationSeed(index), breathing: breathing, clock: clock)
    }

    /// Returns what is true of a person, without simulating them.
    public func truth(_ index: Int) -> PersonTruth {
        var generator = SeededGenerator(seed: seed(of: index, stream: 0))
        return truth(&generator)
    }

    public func traits(_ index: Int) -> PersonTraits { truth(index).traits }

    /// The seed of all that is random in a person's life, for the same life with other traits:
    /// `VirtualPerson(traits, seed: people.simulationSeed(index))`.
    public func simulationSeed(_ index: Int) -> UInt64 { seed(of: index, stream: 1) }

    /// Seed and index are mixed one after the other, so that neighbours share nothing.
    private func seed(of index: Int, stream: Int) -> UInt64 {
        precondition(index >= 0, "people are counted from 0")
        var seedGenerator = SeededGenerator(seed: seed)
        for _ in 0..<stream { _ = seedGenerator.next() }
        return seedGenerator.next() ^ UInt64(index) &* 0xD1B5_4A32_D192_ED03
    }

    private func truth(_ generator: inout SeededGenerator) -> PersonTruth {
        // Drawn first and from the same numbers in each scenario.
        let rate = drawBestRate(&generator)
        let drift = generator.normal()
        let drawnPlant: PersonTraits.Plant = generator.uniform() < 0.6 ? .delayedLoop : .resonator
        while true {
            var traits = drawTraits(&generator)
            traits.plant = plant ?? drawnPlant
            traits.driftPerMinute = min(max(drift * scenario.driftDeviationPerMinute, -0.02), 0.02)
            guard let truth = traits.tuned(toBreathsPerMinute: rate) else { continue }
            if scenario != .flat || isFlat(truth) { return truth }
        }
    }

    private func drawBestRate(_ generator: inout SeededGenerator) -> Double {
        while true {
            let rate = scenario.meanBreathsPerMinute + Self.bestRateDeviation * generator.normal()
            if Self.bestRateLimits.contains(rate) { return rate }
        }
    }

    private func isFlat(_ truth: PersonTruth) -> Bool {
        [-1.0, 1].allSatisfy {
            truth.amplitudeLoss(atBreathsPerMinute: truth.breathsPerMinute + $0)
                <= Self.maxFlatAmplitudeLoss
        }
    }

    private func drawTraits(_ generator: inout SeededGenerator) -> PersonTraits {
        func uniform(_ low: Double, _ high: Double) -> Double {
            low + (high - low) * generator.uniform()
        }
        func logNormal(_ median: Double, _ deviation: Double) -> Double {
            median * PlatformMath.exp(deviation * generator.normal())
        }
        var traits = PersonTraits()
        traits.loopGain = uniform(0.45, 0.75)
        traits.dampingRatio = uniform(0.12, 0.30)
        traits.vesselConstantSeconds = uniform(1, 2.5)
        traits.heartConstantSeconds = uniform(0.3, 1)
        traits.heartDelaySeconds = uniform(0.3, 0.9)
        traits.directResponseRatio = uniform(0.05, 0.5)
        traits.directDelaySeconds = uniform(0, 0.5)
        traits.rsaAmplitudeBpm = min(logNormal(13, 0.45), 50)
        traits.depthExponent = uniform(0, 0.5)
        traits.gainNoise = uniform(0.08, 0.20) * scenario.gainNoiseFactor
        traits.noiseBpm = min(logNormal(2, 0.35) * scenario.noiseFactor, 10)
        traits.mayerWaveRatio = uniform(0.3, 0.8)
        traits.beatJitterMs = min(logNormal(7, 0.4), 50)
        traits.heartRateBpm = min(max(68 + 8 * generator.normal(), 45), 95)
        traits.lagSeconds = uniform(0.1, 0.5)
        traits.depthJitter = uniform(0.08, 0.20)
        traits.periodJitter = uniform(0.02, 0.05)
        traits.missedInstructionShare = uniform(0, 0.03)
        traits.freeBreathsPerMinute = uniform(12, 18)
        traits.ectopicShare = scenario.artefactShare
        traits.sensorErrorShare = scenario.artefactShare
        return traits
    }
}

extension PersonTraits {
    /// Returns what is true of this person with the loop's own resonance moved so that the best
    /// rate is the one wanted, to within half a step of ``PersonTruth/rates``.
    ///
    /// - Returns: nil where no loop within its range does that.
    public func tuned(toBreathsPerMinute rate: Double) -> PersonTruth? {
        var traits = self
        traits.loopBreathsPerMinute = rate
        // The best rate nearly follows the loop's, so that a few corrections by their ratio do.
        for _ in 0..<Self.maxTuningIterations {
            guard traits.outOfRangeTraits.isEmpty else { return nil }
            let truth = PersonTruth(traits)
            let peakRate = truth.peakBreathsPerMinute
            if abs(peakRate - rate) <= Self.tuningTolerance { return truth }
            traits.loopBreathsPerMinute *= rate / peakRate
        }
        return nil
    }

    private static let maxTuningIterations = 20
    /// Breaths/min; less than half a step of the rates, so that the best of them is the nearest
    /// one or the one beside it.
    private static let tuningTolerance = 0.002
}
