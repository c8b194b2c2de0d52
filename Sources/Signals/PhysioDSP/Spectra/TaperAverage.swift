/// The combined estimate of several tapers at one frequency; its memory serves all frequencies in
/// turn.
struct TaperAverage {
    /// Weighted mean of the tapers' densities.
    private(set) var density = 0.0
    /// 2 (sum w)^2 / sum w^2.
    private(set) var degreesOfFreedom = 0.0
    /// Thomson's F for a line.
    private(set) var lineFStatistic = 0.0

    private let isAdaptive: Bool
    private let noise: Double
    private let concentrations: [Double]
    private let concentrationRoots: [Double]
    /// The tapers' sums, and the sum of their squares.
    private let taperSums: [Double]
    private let taperSumSquares: Double
    private var values: [ComplexNumber]
    private var powers: [Double]
    private var weights: [Double]

    /// - Parameter noise: the variance over half the rate, what leaks in from everywhere.
    init(_ slepian: SlepianTapers, weights: MultitaperPSD.Weighting, noise: Double) {
        let count = slepian.tapers.count
        isAdaptive = weights == .adaptive && count > 1 && noise > 0
        self.noise = noise
        concentrations = slepian.concentrations
        concentrationRoots = concentrations.map { $0.squareRoot() }
        taperSums = slepian.tapers.map { $0.reduce(0, +) }
        taperSumSquares = taperSums.reduce(0) { $0 + $1 * $1 }
        values = [ComplexNumber](repeating: ComplexNumber(0), count: count)
        powers = [Double](repeating: 0, count: count)
        self.weights = [Double](repeating: 1, count: count)
    }

    /// Forms the three results from the transforms of the tapered series.
    ///
    /// - Parameter scale: from a squared magnitude to a one-sided density.
    mutating func compute(_ transforms: [[ComplexNumber]], bin: Int, scale: Double) {
        for k in values.indices {
            values[k] = transforms[k][bin]
            powers[k] = scale * values[k].squaredMagnitude
        }
        if isAdaptive { adaptWeights() }
        var total = 0.0
        var squares = 0.0
        var sum = 0.0
        for k in weights.indices {
            total += weights[k]
            squares += weights[k] * weights[k]
            sum += weights[k] * powers[k]
        }
        density = sum / total
        degreesOfFreedom = 2 * total * total / squares
        lineFStatistic = thomsonF()
    }

    /// Weights d^2, by at most twenty iterations from the mean of the two best tapers.
    private mutating func adaptWeights() {
        var estimate = 0.5 * (powers[0] + powers[1])
        for k in weights.indices { weights[k] = 1 }
        for _ in 0..<20 {
            guard estimate > 0 else { break }
            var total = 0.0
            var sum = 0.0
            for k in weights.indices {
                let share = concentrations[k]
                let d = concentrationRoots[k] * estimate / (share * estimate + (1 - share) * noise)
                weights[k] = d * d
                total += weights[k]
                sum += weights[k] * powers[k]
            }
            let next = sum / total
            let change = abs(next - estimate)
            estimate = next
            if change <= 1e-12 * estimate { break }
        }
    }

    /// (K - 1) |mu|^2 sum U^2 / sum |y - mu U|^2 with mu = sum U y / sum U^2, U the tapers' sums:
    /// Thomson 1982, equation 13.10. 0 where the tapers leave nothing to compare.
    private func thomsonF() -> Double {
        var mean = ComplexNumber(0)
        for k in values.indices { mean = mean + values[k] * (taperSums[k] / taperSumSquares) }
        var residual = 0.0
        for k in values.indices { residual += (values[k] - mean * taperSums[k]).squaredMagnitude }
        let explainedPower = mean.squaredMagnitude * taperSumSquares
        guard explainedPower != 0 else { return 0 }
        return residual != 0 ? Double(values.count - 1) * explainedPower / residual : .infinity
    }
}
