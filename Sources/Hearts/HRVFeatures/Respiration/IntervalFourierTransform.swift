import PhysioDSP
import PhysioTypes

/// Fourier sums of the intervals at their own times, for the search of ``BreathingRate``.
///
/// Intervals further than ``outlierLimit`` robust standard deviations from the median are left out (a
/// beat that was not seen doubles one), then the straight line is taken away. Each remaining one
/// weighs the time nearest to it, as in a trapezium rule, so that uneven beats make no harmonics of
/// their own; inside a gap nothing counts. ``power`` is the one-sided density under a Hann taper.
struct IntervalFourierTransform {
    /// The times of the intervals' ends since the first; s.
    let times: [Double]
    /// Intervals without their straight line, times their weights; ms s.
    private let weightedIntervals: [Double]
    /// The time from the first end to the last; s; above 0.
    let spanSeconds: Double
    /// Time that the intervals cover, at most the span; s.
    let coveredSeconds: Double
    /// Mean beat rate; Hz.
    let beatRateHz: Double
    /// Distance of two frequencies of ``power``; Hz.
    let stepHz: Double
    /// Density at 0, ``stepHz`` ... ``highestHz``; ms^2/Hz.
    let power: [Double]

    /// Points of the grid to one over the span.
    static let oversampling = 4
    /// The grid's upper end; Hz: it holds the images of what is searched for.
    static let highestHz = 0.7
    /// Robust standard deviations from the median within which intervals count. A sine reaches 1,
    /// noise 4 once in 16,000.
    static let outlierLimit = 4.0
    /// Intervals needed.
    static let minCount = 20
    /// Longest time between two ends that counts as covered; mean intervals: one lost beat is
    /// bridged in part, a gap is not.
    static let maxStepIntervals = 1.5
    /// Mean square of the Hann taper.
    static let hannMeanSquare = 0.375
    /// The ratio of the standard deviation to the median distance of normal values.
    private static let madToDeviationRatio = 1.4826

    /// - Returns: nil with fewer than ``minCount`` plausible intervals and without any variation.
    /// - Complexity: O(n F) for n intervals and F = 2.8 spans frequencies.
    init?(_ nn: NNSeries) {
        let plausibleIndices = Self.indicesWithoutOutliers(nn.intervalsMs)
        let ends = plausibleIndices.map { nn.endTimesSeconds[$0] }
        guard ends.count >= Self.minCount, let first = ends.first, let last = ends.last,
            last > first
        else { return nil }
        let deviations = Detrending.linear.applied(
            to: plausibleIndices.map { nn.intervalsMs[$0] }, at: ends)
        guard deviations.contains(where: { abs($0) > Self.deviationToleranceMs }) else {
            return nil
        }
        times = ends.map { $0 - first }
        let span = last - first
        spanSeconds = span
        beatRateHz = Double(nn.count) / nn.coveredSeconds
        coveredSeconds = min(span, nn.coveredSeconds)
        weightedIntervals = zip(
            Self.weights(times, maxStep: Self.maxStepIntervals / beatRateHz), deviations
        )
        .map {
            $0 * $1
        }
        stepHz = 1 / (Double(Self.oversampling) * span)
        let count = Int(Self.highestHz / stepHz) + 1
        power = Self.hannPower(
            Self.sums(times, weightedIntervals, stepHz: stepHz, count: count + Self.oversampling),
            count: count, spanSeconds: span)
    }

    /// Deviation below which an oscillation is the rounding of sums; ms.
    private static let deviationToleranceMs = 1e-9

    private static func indicesWithoutOutliers(_ values: [Double]) -> [Int] {
        let sorted = values.sorted()
        guard let median = Statistics.quantile(0.5, ofSorted: sorted) else { return [] }
        let distances = values.map { abs($0 - median) }.sorted()
        let spread = madToDeviationRatio * (Statistics.quantile(0.5, ofSorted: distances) ?? 0)
        let limit = spread > 0 ? outlierLimit * spread : .infinity
        return values.indices.filter { abs(values[$0] - median) <= limit }
    }

    private static func weights(_ times: [Double], maxStep: Double) -> [Double] {
        var weights = [Double](repeating: 0, count: times.count)
        for index in 1..<times.count {
            let half = 0.5 * min(maxStep, times[index] - times[index - 1])
            weights[index] += half
            weights[index - 1] += half
        }
        return weights
    }

    /// The taper is a sum of three shifted spectra: 1/2 X(f) - 1/4 X(f - 1/T) - 1/4 X(f + 1/T).
    private static func hannPower(
        _ sums: [ComplexNumber], count: Int, spanSeconds: Double
    ) -> [Double] {
        let shift = oversampling
        return (0..<count).map { index in
            let other = sums[abs(index - shift)]
            let before =
                index >= shift ? other : ComplexNumber(other.real, -other.imaginary)
            let value = sums[index] * 0.5 - before * 0.25 - sums[index + shift] * 0.25
            return value.squaredMagnitude * 2 / (hannMeanSquare * spanSeconds)
        }
    }

    /// sum over j of v[j] exp(-2 pi i k step t[j]) for k = 0 ..< count: each sample's phasor is
    /// turned from one frequency to the next, four samples at a time.
    private static func sums(
        _ times: [Double], _ values: [Double], stepHz: Double, count: Int
    ) -> [ComplexNumber] {
        let blocks = (times.count + 3) / 4
        var real = [SIMD4<Double>](repeating: .zero, count: blocks)
        var (imaginary, cosine, sine) = (real, real, real)
        for index in times.indices {
            let angle = -2 * Double.pi * stepHz * times[index]
            real[index / 4][index % 4] = values[index]
            cosine[index / 4][index % 4] = PlatformMath.cos(angle)
            sine[index / 4][index % 4] = PlatformMath.sin(angle)
        }
        var result: [ComplexNumber] = []
        result.reserveCapacity(count)
        for _ in 0..<count {
            var (sumReal, sumImaginary) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
            for block in 0..<blocks {
                let (r, i) = (real[block], imaginary[block])
                sumReal += r
                sumImaginary += i
                real[block] = r * cosine[block] - i * sine[block]
                imaginary[block] = r * sine[block] + i * cosine[block]
            }
            result.append(ComplexNumber(sumReal.sum(), sumImaginary.sum()))
        }
        return result
    }

    /// Complex amplitudes at one frequency in Hann windows at steps of a quarter of their length.
    ///
    /// - Parameter seconds: length of a window; the whole span where that is shorter.
    /// - Complexity: O(n).
    func amplitudes(atHz hz: Double, windowSeconds seconds: Double) -> LocalAmplitudes {
        let length = min(seconds, spanSeconds)
        let count = Int((spanSeconds - length) / (length / 4)) + 1
        let hop = count > 1 ? (spanSeconds - length) / Double(count - 1) : length / 4
        let terms = times.indices.map { index -> ComplexNumber in
            let angle = -2 * Double.pi * hz * times[index]
            return ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
                * weightedIntervals[index]
        }
        var values: [ComplexNumber] = []
        var first = 0
        for window in 0..<count {
            let start = Double(window) * hop
            while first < times.count, times[first] < start { first += 1 }
            var index = first
            var sum = ComplexNumber(0)
            while index < times.count, times[index] <= start + length {
                let phase = 2 * Double.pi * (times[index] - start) / length
                sum = sum + terms[index] * (0.5 - 0.5 * PlatformMath.cos(phase))
                index += 1
            }
            values.append(sum * (4 / length))
        }
        return LocalAmplitudes(hz: hz, values: values, hopSeconds: hop)
    }

    /// Mean density from `low` to `high`; nil where no point of the grid lies inside.
    func meanPower(fromHz low: Double, toHz high: Double) -> Double? {
        let first = max(1, Int((low / stepHz).rounded(.up)))
        let last = min(power.count - 1, Int(high / stepHz))
        guard first <= last else { return nil }
        return power[first...last].reduce(0, +) / Double(last - first + 1)
    }

    /// The highest density from `low` to `high`; 0 where no point of the grid lies inside.
    func highestPower(fromHz low: Double, toHz high: Double) -> Double {
        let first = max(1, Int((low / stepHz).rounded(.up)))
        let last = min(power.count - 1, Int(high / stepHz))
        return first <= last ? power[first...last].max() ?? 0 : 0
    }

    /// The local maximum that is highest by `measure`, refined by a parabola through logarithms.
    func highestMaximum(
        fromHz low: Double, toHz high: Double, by measure: (_ hz: Double, _ power: Double) -> Double
    ) -> Double? {
        let first = max(1, Int((low / stepHz).rounded(.up)))
        let last = min(power.count - 2, Int(high / stepHz))
        guard first <= last else { return nil }
        let maxima = (first...last).filter {
            power[$0] > power[$0 - 1] && power[$0] >= power[$0 + 1]
        }
        let best = maxima.max {
            measure(Double($0) * stepHz, power[$0]) < measure(Double($1) * stepHz, power[$1])
        }
        guard let best, power[best - 1] > 0, power[best + 1] > 0 else {
            return best.map { Double($0) * stepHz }
        }
        let (left, top, right) = (
            PlatformMath.log(power[best - 1]), PlatformMath.log(power[best]),
            PlatformMath.log(power[best + 1])
        )
        let curvature = left - 2 * top + right
        let offset = curvature < 0 ? 0.5 * (left - right) / curvature : 0
        return (Double(best) + offset) * stepHz
    }
}
