/// A one-sided power spectral density on an even grid of frequencies.
///
/// One-sided: the power at negative frequencies is added to that at positive ones, so that the
/// integral over frequency is the variance. If the data have unit u, the density has u^2/Hz.
///
/// ```swift
/// let flat = PowerSpectrum(firstHz: 0, stepHz: 0.1, density: [2, 2, 2])
/// flat.power(fromHz: 0.05, toHz: 0.15)  // 0.2
/// ```
public struct PowerSpectrum: Sendable, Equatable {
    /// First frequency; Hz.
    public let firstHz: Double
    /// Distance of two frequencies; Hz; above 0.
    public let stepHz: Double
    /// The density at each frequency; not negative.
    public let density: [Double]
    /// Degrees of freedom of one density value: a chi-square of that many, scaled; above 0.
    public let degreesOfFreedom: Double

    /// - Precondition: `firstHz` >= 0 and `stepHz` > 0.
    public init(firstHz: Double, stepHz: Double, density: [Double], degreesOfFreedom: Double = 2) {
        precondition(firstHz >= 0 && stepHz > 0, "frequencies ascend from 0 or above")
        self.firstHz = firstHz
        self.stepHz = stepHz
        self.density = density
        self.degreesOfFreedom = degreesOfFreedom
    }

    /// Highest frequency of the grid; Hz.
    public var lastHz: Double { firstHz + Double(max(0, density.count - 1)) * stepHz }

    public func frequencyHz(_ index: Int) -> Double { firstHz + Double(index) * stepHz }

    /// The factors that turn a density value into the ends of its confidence interval.
    ///
    /// With nu degrees of freedom and chi2(p) the value a chi-square of nu does not exceed with
    /// probability p: nu / chi2((1 + level) / 2) ... nu / chi2((1 - level) / 2). The interval from
    /// the value times the first to the value times the second holds the true density with
    /// probability `level`, where that is flat within the estimator's resolution. Not so at the two
    /// ends of the grid: at half the sample rate a value has half the degrees of freedom, and next
    /// to 0 the mean that was removed is missing.
    ///
    /// ```swift
    /// let once = PowerSpectrum(firstHz: 0, stepHz: 1, density: [1], degreesOfFreedom: 2)
    /// once.confidenceFactors()  // 0.271...39.5
    /// ```
    ///
    /// - Parameter level: above 0 and below 1.
    /// - Returns: two factors above 0; 1...1 for infinitely many degrees of freedom.
    /// - Precondition: `level` as above; `degreesOfFreedom` is above 0.
    /// - SeeAlso: Jenkins and Watts 1968, Spectral Analysis and its Applications, section 6.4.3.
    public func confidenceFactors(level: Double = 0.95) -> ClosedRange<Double> {
        ChiSquare(degreesOfFreedom: degreesOfFreedom).confidenceFactors(level: level)
    }

    /// The integral of the density over [`low`, `high`].
    ///
    /// The density is taken as straight between grid points (the trapezium rule), so a band edge
    /// may lie anywhere between two of them and neighbouring bands add up exactly; as constant
    /// below the first grid point down to 0; as nothing above the last.
    ///
    /// - Complexity: O(grid points inside).
    public func power(fromHz low: Double, toHz high: Double) -> Double {
        guard let first = density.first, low < high else { return 0 }
        var sum = max(0, min(high, firstHz) - max(0, low)) * first
        let begin = max(low, firstHz)
        let end = min(high, lastHz)
        guard begin < end else { return sum }
        let firstCell = max(0, Int((begin - firstHz) / stepHz))
        for cell in firstCell..<max(firstCell, density.count - 1) {
            let left = frequencyHz(cell)
            guard left < end else { break }
            let from = max(begin, left)
            let to = min(end, frequencyHz(cell + 1))
            guard from < to else { continue }
            let slope = (density[cell + 1] - density[cell]) / stepHz
            let middle = density[cell] + slope * (0.5 * (from + to) - left)
            sum += middle * (to - from)
        }
        return sum
    }

    /// The frequency of the highest local maximum in [`low`, `high`), refined by a parabola
    /// through it and its two neighbours.
    ///
    /// - Returns: Hz; nil where the density has no local maximum inside.
    public func peakHz(fromHz low: Double, toHz high: Double) -> Double? {
        var best: Int?
        for index in 1..<max(1, density.count - 1) {
            let frequency = frequencyHz(index)
            guard frequency >= low, frequency < high else { continue }
            let value = density[index]
            guard value > density[index - 1], value >= density[index + 1] else { continue }
            if value > best.map({ density[$0] }) ?? 0 { best = index }
        }
        guard let index = best else { return nil }
        let left = density[index - 1]
        let right = density[index + 1]
        let curvature = left - 2 * density[index] + right
        let offset = curvature < 0 ? 0.5 * (left - right) / curvature : 0
        return min(max(frequencyHz(index) + offset * stepHz, low), high)
    }
}
