import PhysioDSP

/// The strength and delay with which one kind of heart answers to breathing, by the rate over the
/// best rate.
///
/// Logarithm of the gain, 0 at the best rate, and phase (rad, continuous), at the logarithms of the
/// rate over the best rate -``halfCount`` ... ``halfCount`` times ``step``.
package struct ResponseCurve: Sendable {
    /// The step of the logarithm of the rate: one per cent.
    package static let logRateStep = 0.01
    package static let halfCount = 80
    static let count = 2 * halfCount + 1
    /// The rate at which curves are drawn; breaths/min. At others all their times scale with it.
    static let referenceBreathsPerMinute = 5.6

    package let logGains: [Float]
    package let phases: [Float]

    /// - Parameter response: the heart rate's answer at a rate in breaths/min, times the depth of a
    ///   breath there, of a kind of heart whose loop resonates at a rate.
    /// - Returns: nil where no loop in 3 ... 10 breaths/min has its best rate at
    ///   ``referenceBreathsPerMinute``, or the answer is larger elsewhere on the grid.
    init?(_ response: (_ loopBreathsPerMinute: Double, _ rate: Double) -> ComplexNumber) {
        let targetRate = Self.referenceBreathsPerMinute
        var loopRate = targetRate
        var peakRate = Self.bestRate { response(loopRate, $0) }
        // The best rate nearly follows the loop's: a few corrections by their ratio do.
        for _ in 0..<12 where abs(peakRate / targetRate - 1) > Self.tolerance {
            loopRate *= targetRate / peakRate
            guard (3...10).contains(loopRate) else { return nil }
            peakRate = Self.bestRate { response(loopRate, $0) }
        }
        guard abs(peakRate / targetRate - 1) <= Self.tolerance else { return nil }
        let maxSquare = response(loopRate, targetRate).squaredMagnitude
        var (gains, angles): ([Float], [Float]) = ([], [])
        var last = 0.0
        for index in -Self.halfCount...Self.halfCount {
            let value = response(
                loopRate, targetRate * PlatformMath.exp(Double(index) * Self.logRateStep))
            gains.append(Float(0.5 * PlatformMath.log(value.squaredMagnitude / maxSquare)))
            let angle = PlatformMath.angle(value)
            last = index == -Self.halfCount ? angle : angle + Self.wholeTurnsAngle(last - angle)
            angles.append(Float(last))
        }
        // A person who responds more at another rate has their best rate there.
        guard gains.allSatisfy({ $0 <= Float(Self.tolerance) }) else { return nil }
        let phaseOffset = Float(Self.wholeTurnsAngle(-Double(angles[Self.halfCount])))
        logGains = gains
        phases = angles.map { $0 + phaseOffset }
    }

    private static let tolerance = 1e-3

    /// The multiple of 2 pi nearest to an angle.
    static func wholeTurnsAngle(_ angle: Double) -> Double {
        2 * .pi * (angle / (2 * .pi)).rounded()
    }

    /// The rate of the largest answer in 3 ... 9 breaths/min: the top of a parabola through the best
    /// of a grid and its neighbours.
    private static func bestRate(_ response: (Double) -> ComplexNumber) -> Double {
        let step = 0.05
        let sizes = (0...120).map { response(3 + step * Double($0)).squaredMagnitude }
        let best = sizes.indices.max { sizes[$0] < sizes[$1] } ?? 0
        let rate = 3 + step * Double(best)
        guard best > 0, best + 1 < sizes.count else { return rate }
        let curvature = sizes[best - 1] - 2 * sizes[best] + sizes[best + 1]
        guard curvature < 0 else { return rate }
        return rate + 0.5 * step * (sizes[best - 1] - sizes[best + 1]) / curvature
    }
}
