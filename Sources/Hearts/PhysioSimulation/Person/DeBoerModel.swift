import PhysioDSP

/// Heart rate and blood pressure from beat to beat, by the difference equations of DeBoer.
///
/// S is the systolic, D the diastolic pressure, P = S - D (mmHg), I the interval (ms), T the time
/// constant of the vessels (ms), S' = 120 + 18 atan((S - 120) / 18) what the baroreceptors answer to,
/// and B[n] = (S'[n-2] + 2 S'[n-3] + 3 S'[n-4] + 2 S'[n-5] + S'[n-6]) / 9 the sympathetic answer:
///
///     D[n] = c3 S[n-1] exp(-I[n-1] / T[n-1])
///     P[n] = 0.016 I[n-1] + c4
///     S[n] = D[n] + P[n] + 3 sin(2 pi f t[n]) + noise
///     I[n] = 9 S'[n-k] + 9 B[n] + c1
///     T[n] = c2 - 18 B[n]
///
/// The constants make S 120, D 75, I 800 and T 1425 the point of rest. The vagal answer comes k
/// beats late: 0 after an interval above 800 ms, 1 above 500, 2 below; always 0 without
/// ``delaysVagalResponse``. Nothing in the equations has a period of ten seconds: the rhythm near
/// 0.1 Hz comes of the delay of the sympathetic answer. An independent check of what
/// ``VirtualPerson`` assumes.
///
/// - SeeAlso: DeBoer, Karemaker and Strackee 1987, Am. J. Physiol. 253:H680. Equations and numbers
///   are from memory of the paper and were not verified against it; c1 to c4 are ours.
public struct DeBoerModel: Sendable, Equatable {
    public var seed: UInt64
    /// Standard deviation of the noise of each beat's pressure; mmHg.
    public var noiseMmHg = 1.0
    /// The amplitude that breathing adds to the pressure; mmHg; 0 for none.
    public var breathingAmplitudeMmHg = 3.0
    public var breathingHz = 0.25
    public var delaysVagalResponse = true

    public static let restingSystolicMmHg = 120.0
    public static let restingDiastolicMmHg = 75.0
    public static let restingIntervalMs = 800.0
    public static let restingVesselConstantMs = 1425.0

    /// Weights of the sympathetic answer 2 to 6 beats back; their sum is 9.
    private static let sympatheticWeights = [1.0, 2, 3, 2, 1]
    private static let c1 = restingIntervalMs - 18 * restingSystolicMmHg
    private static let c2 = restingVesselConstantMs + 18 * restingSystolicMmHg
    private static let c3 =
        restingDiastolicMmHg / restingSystolicMmHg
        / PlatformMath.exp(-restingIntervalMs / restingVesselConstantMs)
    private static let c4 =
        restingSystolicMmHg - restingDiastolicMmHg - 0.016 * restingIntervalMs

    /// One beat.
    public struct Beat: Sendable, Equatable {
        public var systolicMmHg = restingSystolicMmHg
        public var diastolicMmHg = restingDiastolicMmHg
        public var intervalMs = restingIntervalMs
        var vesselConstantMs = restingVesselConstantMs
        /// S'.
        var effectiveSystolicMmHg = restingSystolicMmHg
    }

    public init(seed: UInt64) {
        self.seed = seed
    }

    /// Beats from the point of rest on.
    ///
    /// - Precondition: `count` is not negative.
    /// - Complexity: O(n).
    public func beats(count: Int) -> [Beat] {
        precondition(count >= 0, "no fewer than 0 beats")
        var generator = SeededGenerator(seed: seed)
        var beats = [Beat](repeating: Beat(), count: Self.historyBeatCount)
        beats.reserveCapacity(count + Self.historyBeatCount)
        var time = 0.0
        for _ in 0..<count {
            let breathPressure =
                breathingAmplitudeMmHg > 0
                ? breathingAmplitudeMmHg * PlatformMath.sin(2 * .pi * breathingHz * time) : 0
            let noise = noiseMmHg > 0 ? noiseMmHg * generator.normal() : 0
            beats.append(nextBeat(after: beats, pressureInput: breathPressure + noise))
            time += beats[beats.count - 1].intervalMs / 1000
        }
        return Array(beats[Self.historyBeatCount...])
    }

    /// Beats that a beat depends on.
    private static let historyBeatCount = 6
    /// No interval is shorter or longer, whatever the noise; ms.
    private static let intervalLimitsMs = 250.0...2500.0

    private func nextBeat(after beats: [Beat], pressureInput: Double) -> Beat {
        let last = beats[beats.count - 1]
        var beat = Beat()
        beat.diastolicMmHg =
            Self.c3 * last.systolicMmHg * PlatformMath.exp(-last.intervalMs / last.vesselConstantMs)
        beat.systolicMmHg = beat.diastolicMmHg + 0.016 * last.intervalMs + Self.c4 + pressureInput
        beat.effectiveSystolicMmHg =
            120 + 18 * PlatformMath.angle(ComplexNumber(1, (beat.systolicMmHg - 120) / 18))
        let sympatheticTerm = Self.sympatheticWeights.indices.reduce(0.0) { sum, index in
            sum + Self.sympatheticWeights[index] / 9
                * beats[beats.count - 2 - index].effectiveSystolicMmHg
        }
        let delay = vagalDelayBeats(afterMs: last.intervalMs)
        let vagalTerm =
            delay == 0
            ? beat.effectiveSystolicMmHg : beats[beats.count - delay].effectiveSystolicMmHg
        let limits = Self.intervalLimitsMs
        beat.intervalMs = min(
            max(9 * vagalTerm + 9 * sympatheticTerm + Self.c1, limits.lowerBound), limits.upperBound
        )
        beat.vesselConstantMs = Self.c2 - 18 * sympatheticTerm
        return beat
    }

    private func vagalDelayBeats(afterMs interval: Double) -> Int {
        guard delaysVagalResponse, interval <= 800 else { return 0 }
        return interval > 500 ? 1 : 2
    }
}
