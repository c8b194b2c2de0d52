import PhysioDSP

/// Matching templates of 2 and 3 values at r = 0.2 deviations, counted from the definition.
struct NaiveMatches {
    struct PairCounts: Equatable {
        var shorterMatchCount = 0
        var longerMatchCount = 0
    }

    let deviation: Double
    private let x: [Double]
    private let r: Double

    init(_ x: [Double]) {
        self.x = x
        let mean = x.reduce(0, +) / Double(x.count)
        let squares = x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        deviation = (squares / Double(x.count - 1)).squareRoot()
        r = 0.2 * deviation
    }

    func allPairCounts() -> PairCounts {
        var pairs = PairCounts()
        for i in 0..<max(0, x.count - 2) {
            for j in (i + 1)..<(x.count - 2) where abs(x[i] - x[j]) <= r { count(i, j, &pairs) }
        }
        return pairs
    }

    /// The same, but of each template only those are looked at whose first value is near enough.
    func sortedNeighbourPairCounts() -> PairCounts {
        let order = (0..<max(0, x.count - 2)).sorted { x[$0] < x[$1] }
        var pairs = PairCounts()
        for (index, i) in order.enumerated() {
            for j in order[(index + 1)...] {
                if x[j] - x[i] > r { break }
                count(i, j, &pairs)
            }
        }
        return pairs
    }

    /// Their first values match.
    private func count(_ i: Int, _ j: Int, _ pairs: inout PairCounts) {
        guard abs(x[i + 1] - x[j + 1]) <= r else { return }
        pairs.shorterMatchCount += 1
        if abs(x[i + 2] - x[j + 2]) <= r { pairs.longerMatchCount += 1 }
    }
}

/// Detrended fluctuation as it is written down: sum up, fit a line to each box, measure what is left.
enum NaiveFluctuation {
    static func exponent(_ x: [Double], _ sizes: ClosedRange<Int>) -> Double {
        let mean = x.reduce(0, +) / Double(x.count)
        var sum = 0.0
        let profile = x.map { value in
            sum += value - mean
            return sum
        }
        let points = sizes.map { size in
            (PlatformMath.log(Double(size)), 0.5 * PlatformMath.log(meanSquare(profile, size)))
        }
        let count = Double(points.count)
        let meanX = points.reduce(0) { $0 + $1.0 } / count
        let product = points.reduce(0) { $0 + ($1.0 - meanX) * $1.1 }
        return product / points.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) }
    }

    private static func meanSquare(_ profile: [Double], _ size: Int) -> Double {
        let middle = Double(size - 1) / 2
        let boxCount = profile.count / size
        var total = 0.0
        for begin in stride(from: 0, to: boxCount * size, by: size) {
            var (level, slope, squares) = (0.0, 0.0, 0.0)
            for k in 0..<size {
                level += profile[begin + k] / Double(size)
                slope += (Double(k) - middle) * profile[begin + k]
                squares += (Double(k) - middle) * (Double(k) - middle)
            }
            slope /= squares
            for k in 0..<size {
                let left = profile[begin + k] - level - slope * (Double(k) - middle)
                total += left * left
            }
        }
        return total / Double(boxCount * size)
    }
}
