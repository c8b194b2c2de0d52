/// The segments of a series that Welch's estimates are averages over.
struct WelchSegments: Equatable {
    let length: Int
    /// The number of segments; 1 or more.
    let count: Int
    private let hop: Hop

    private enum Hop: Equatable {
        /// The last segment ends with the last sample.
        case spread(spareSamples: Int)
        case fixed(Int)
    }

    /// - Precondition: `sampleCount` >= `length` >= 1.
    init(sampleCount: Int, length: Int, overlap: WelchPSD.Overlap) {
        let spareSampleCount = sampleCount - length
        self.length = length
        switch overlap {
        case .spread:
            let maxHop = max(1, length / 2)
            count = (spareSampleCount + maxHop - 1) / maxHop + 1
            hop = .spread(spareSamples: spareSampleCount)
        case .fixed(let share):
            let step = length - Int(share * Double(length))
            count = spareSampleCount / step + 1
            hop = .fixed(step)
        }
    }

    /// First sample of a segment.
    func start(_ index: Int) -> Int {
        switch hop {
        case .fixed(let step):
            return index * step
        case .spread(let spareSampleCount):
            let hopCount = max(1, count - 1)
            return (index * spareSampleCount + hopCount / 2) / hopCount
        }
    }

    /// 2 K / (1 + 2 sum over m of (1 - m/K) rho[m]), rho[m] the squared correlation of two tapers
    /// at a distance of m hops: Welch 1967, equation 12, for a spectrum that is flat within the resolution.
    func degreesOfFreedom(weights: [Double]) -> Double {
        guard count > 1 else { return 2 }
        let squares = weights.reduce(0) { $0 + $1 * $1 }
        var sum = 0.0
        for m in 1..<count {
            let shift = start(m) - start(0)
            guard shift < length else { break }
            let overlap = zip(weights, weights[shift...]).reduce(0) { $0 + $1.0 * $1.1 }
            let correlation = overlap / squares
            sum += (1 - Double(m) / Double(count)) * correlation * correlation
        }
        return 2 * Double(count) / (1 + 2 * sum)
    }
}
