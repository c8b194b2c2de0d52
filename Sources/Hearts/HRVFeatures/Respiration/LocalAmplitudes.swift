import PhysioDSP

/// The strength of a rhythm and the course of its phase, window by window
/// (``IntervalFourierTransform/amplitudes(atHz:windowSeconds:)``).
struct LocalAmplitudes {
    /// Frequency against which the phases are taken; Hz.
    let hz: Double
    /// ms; of a sine of that frequency and amplitude A all have the magnitude A.
    let values: [ComplexNumber]
    /// Distance of two windows; s.
    let hopSeconds: Double

    /// Steps of the search for the steadiest line, to one over the length.
    private static let lineSearchSteps = 8

    /// The share of the windows' power that one steady line explains; 0 ... 1.
    ///
    /// max over d of |sum z exp(-2 pi i d t)|^2 / (count sum |z|^2), d within one over the length:
    /// 1 for a sine, about 1 over the number of independent windows for noise.
    var linePowerShare: Double {
        let total = values.reduce(0) { $0 + $1.squaredMagnitude }
        guard total > 0, values.count > 1 else { return 0 }
        var best = 0.0
        for step in -Self.lineSearchSteps...Self.lineSearchSteps {
            let anglePerValue =
                -2 * Double.pi * Double(step) / Double(Self.lineSearchSteps * values.count)
            var sum = ComplexNumber(0)
            for (index, value) in values.enumerated() {
                let angle = anglePerValue * Double(index)
                sum =
                    sum + value
                    * ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
            }
            best = max(best, sum.squaredMagnitude)
        }
        return best / (Double(values.count) * total)
    }

    /// The frequency by which the phase goes on from the first window to the last: breaths over
    /// time; Hz. Steps between windows are taken the shorter way round.
    var meanHz: Double {
        guard values.count > 1 else { return hz }
        var turn = 0.0
        for (before, after) in zip(values, values.dropFirst()) {
            turn += PlatformMath.angle(
                after * ComplexNumber(before.real, -before.imaginary))
        }
        return hz + turn / (2 * .pi * Double(values.count - 1) * hopSeconds)
    }

    /// Returns how closely the phase of `other` follows `order` times the phase of this one; 0 ...
    /// 1.
    ///
    /// |sum |a| |b| exp(i (order arg a - arg b))|^2 / (sum |a|^2 sum |b|^2) for windows of one
    /// length: 1 where one is the harmonic of the other, about 1 over the number of independent
    /// windows where they have nothing to do with each other.
    func phaseLock(to other: LocalAmplitudes, order: Int) -> Double {
        var sum = ComplexNumber(0)
        var (ownPower, otherPower) = (0.0, 0.0)
        for (a, b) in zip(values, other.values) {
            let size = (a.squaredMagnitude * b.squaredMagnitude).squareRoot()
            let angle = Double(order) * PlatformMath.angle(a) - PlatformMath.angle(b)
            sum =
                sum + ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle)) * size
            ownPower += a.squaredMagnitude
            otherPower += b.squaredMagnitude
        }
        return ownPower > 0 && otherPower > 0 ? sum.squaredMagnitude / (ownPower * otherPower) : 0
    }
}
