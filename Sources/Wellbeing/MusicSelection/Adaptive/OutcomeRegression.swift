import PhysioDSP

/// Bayesian regression of one outcome on the features of plays, in closed form.
///
/// The variance of one play is noise^2 + song^2: the song's own effect counts as noise here. Evidence is kept as
/// weighted sums; the prior is not weighted.
struct OutcomeRegression: Sendable, Hashable {
    let outcome: Outcome
    /// The posterior mean of the weights.
    private(set) var weights: SIMD8<Double>
    /// Lower triangle of the weighted sum of x x', row by row.
    private var gramTriangle: [Double]
    /// Weighted sum of x y.
    private var products = SIMD8<Double>(repeating: 0)
    private let count: Int

    init(_ outcome: Outcome) {
        self.outcome = outcome
        count = outcome.featureCount
        weights = outcome.priorMean
        gramTriangle = [Double](repeating: 0, count: count * (count + 1) / 2)
    }

    /// Lets the evidence fade.
    mutating func decay(_ factor: Double) {
        for index in gramTriangle.indices { gramTriangle[index] *= factor }
        products *= factor
    }

    /// One more play; ``solve()`` gives the weights that follow.
    mutating func push(_ features: SIMD8<Double>, _ value: Double, weight: Double) {
        var index = 0
        for row in 0..<count {
            for column in 0...row {
                gramTriangle[index] += weight * features[row] * features[column]
                index += 1
            }
            products[row] += weight * features[row] * value
        }
    }

    /// Solves (prior precision + squares/variance) w = prior precision x prior mean + products/variance.
    mutating func solve() {
        let variance =
            outcome.noiseDeviation * outcome.noiseDeviation
            + outcome.songDeviation * outcome.songDeviation
        let deviations = outcome.priorDeviations
        var matrix = gramTriangle.map { $0 / variance }
        var right = [Double](repeating: 0, count: count)
        for row in 0..<count {
            let precision = 1 / (deviations[row] * deviations[row])
            matrix[row * (row + 1) / 2 + row] += precision
            right[row] = precision * outcome.priorMean[row] + products[row] / variance
        }
        guard let factor = CholeskyFactor(lowerTriangle: matrix, count: count) else {
            preconditionFailure("a prior precision above 0 makes the matrix positive definite")
        }
        for (row, weight) in factor.solve(right).enumerated() { weights[row] = weight }
    }
}
