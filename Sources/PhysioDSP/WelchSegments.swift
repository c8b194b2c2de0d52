/// The tapered, padded segments that Welch's estimates are averages over.
struct WelchSegments {
    let starts: [Int]
    let weights: [Double]
    let transform: RealFFT
    private let weightSquares: Double

    init(starts: [Int], weights: [Double], transform: RealFFT) {
        self.starts = starts
        self.weights = weights
        self.transform = transform
        weightSquares = weights.reduce(0) { $0 + $1 * $1 }
    }

    /// The transform of one segment of `samples`, its mean removed.
    func transformed(_ samples: [Double], from start: Int) -> [ComplexNumber] {
        let segment = samples[start..<start + weights.count]
        let mean = segment.reduce(0, +) / Double(weights.count)
        var tapered = zip(segment, weights).map { ($0 - mean) * $1 }
        tapered += [Double](repeating: 0, count: transform.count - weights.count)
        return transform.forward(tapered)
    }

    /// What turns the sum of squared magnitudes at a bin into a one-sided density: nothing is
    /// doubled at 0 and at half the rate.
    func scale(bin: Int, sampleRateHz: Double) -> Double {
        let isSingle = bin == 0 || 2 * bin == transform.count
        return (isSingle ? 1 : 2) / (sampleRateHz * weightSquares * Double(starts.count))
    }

    var degreesOfFreedom: Double {
        WelchPSD.degreesOfFreedom(starts: starts, weights: weights)
    }
}
