/// Detrended fluctuation by its definition: sum up, fit a line, measure what is left.
enum SlowFluctuation {
    /// The squared distances of the running sum of `box` from its least-squares line.
    static func residual(_ box: some Collection<Double>) -> Double {
        var sum = 0.0
        let mean = box.reduce(0, +) / Double(box.count)
        let y = box.map { value in
            sum += value - mean
            return sum
        }
        let middle = Double(y.count - 1) / 2
        let meanY = y.reduce(0, +) / Double(y.count)
        var (product, square) = (0.0, 0.0)
        for (index, value) in y.enumerated() {
            product += (Double(index) - middle) * (value - meanY)
            square += (Double(index) - middle) * (Double(index) - middle)
        }
        return y.enumerated().reduce(0) { total, element in
            let line = meanY + product / square * (Double(element.offset) - middle)
            return total + (element.element - line) * (element.element - line)
        }
    }

    /// F(s)^2 over segments, none of whose boxes reaches into the next.
    static func meanSquare(_ segments: [[Double]], size: Int) -> Double {
        var total = 0.0
        var count = 0
        for segment in segments {
            for box in 0..<(segment.count / size) {
                total += residual(segment[(box * size)..<((box + 1) * size)])
                count += size
            }
        }
        return total / Double(count)
    }

    /// Slope of y over x from the sums of the normal equations.
    static func slope(_ x: [Double], _ y: [Double]) -> Double {
        let n = Double(x.count)
        let sumX = x.reduce(0, +)
        let sumY = y.reduce(0, +)
        let sumXY = zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }
        let sumXX = x.reduce(0) { $0 + $1 * $1 }
        return (n * sumXY - sumX * sumY) / (n * sumXX - sumX * sumX)
    }
}
