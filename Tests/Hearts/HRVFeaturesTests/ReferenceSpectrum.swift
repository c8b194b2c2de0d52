import Foundation

/// Band powers by the definition of the tapered, generalised Lomb-Scargle density: a weighted
/// least-squares fit at every frequency by solving its normal equations, then the trapezium rule
/// on a much finer division of each band.
struct ReferenceSpectrum {
    private let step: Double
    private let density: [Double]

    init(
        times: [Double], values: [Double], start: Double, end: Double, covered: Double,
        highest: Double
    ) {
        let n = Double(times.count)
        // Detrended by a line through centred times.
        let meanTime = times.reduce(0, +) / n
        let meanValue = values.reduce(0, +) / n
        var up = 0.0
        var down = 0.0
        for i in times.indices {
            up += (times[i] - meanTime) * (values[i] - meanValue)
            down += pow(times[i] - meanTime, 2)
        }
        let y = times.indices.map { values[$0] - meanValue - up / down * (times[$0] - meanTime) }
        var w = times.map { pow(sin(.pi * ($0 - start) / (end - start)), 2) }
        let total = w.reduce(0, +)
        for i in w.indices { w[i] /= total }
        var mean = 0.0
        for i in y.indices { mean += w[i] * y[i] }
        var squares = 0.0
        for weight in w { squares += weight * weight }
        let step = 1 / (4 * (end - start))
        self.step = step
        var density: [Double] = []
        for k in 1...(Int(ceil(highest / step)) + 1) {
            // Gram-Schmidt: cosine and sine made orthogonal to the constant and to each other.
            let c = times.map { cos(2 * .pi * Double(k) * step * ($0 - start)) }
            let s = times.map { sin(2 * .pi * Double(k) * step * ($0 - start)) }
            func dot(_ a: [Double], _ b: [Double]) -> Double {
                var sum = 0.0
                for i in a.indices { sum += w[i] * a[i] * b[i] }
                return sum
            }
            let ones = [Double](repeating: 1, count: c.count)
            let meanC = dot(c, ones)
            let meanS = dot(s, ones)
            let c0 = c.map { $0 - meanC }
            let s0 = s.map { $0 - meanS }
            let share = dot(s0, c0) / dot(c0, c0)
            let s1 = zip(s0, c0).map { $0 - share * $1 }
            let y0 = y.map { $0 - mean }
            let explained = pow(dot(y0, c0), 2) / dot(c0, c0) + pow(dot(y0, s1), 2) / dot(s1, s1)
            density.append(covered * explained / (n * squares))
        }
        self.density = density
    }

    func power(_ low: Double, _ high: Double) -> Double {
        func value(_ f: Double) -> Double {
            let position = f / step - 1
            guard position > 0 else { return density[0] }
            let k = Int(floor(position))
            return density[k] + (position - Double(k)) * (density[k + 1] - density[k])
        }
        // The integrand is made of straight pieces: Simpson between all break points is exact.
        var points = [low, high]
        for k in 1...density.count where Double(k) * step > low && Double(k) * step < high {
            points.append(Double(k) * step)
        }
        points.sort()
        var sum = 0.0
        for (a, b) in zip(points, points.dropFirst()) {
            sum += (b - a) / 6 * (value(a) + 4 * value((a + b) / 2) + value(b))
        }
        return sum
    }

    /// The highest point with lower neighbours inside the band, moved to the top of the parabola
    /// through it and them (by Lagrange's interpolation polynomial).
    func peak(_ low: Double, _ high: Double) -> Double? {
        var best: Int?
        for k in 1..<density.count - 1 {
            let frequency = Double(k + 1) * step
            let isTop = density[k] > density[k - 1] && density[k] >= density[k + 1]
            if frequency >= low, frequency < high, isTop,
                density[k] > (best.map { density[$0] } ?? 0)
            {
                best = k
            }
        }
        guard let k = best else { return nil }
        let f = (0...2).map { Double(k + $0) * step }
        let y = (0...2).map { density[k - 1 + $0] }
        let a = y[0] / ((f[0] - f[1]) * (f[0] - f[2]))
        let b = y[1] / ((f[1] - f[0]) * (f[1] - f[2]))
        let c = y[2] / ((f[2] - f[0]) * (f[2] - f[1]))
        return (a * (f[1] + f[2]) + b * (f[0] + f[2]) + c * (f[0] + f[1])) / (2 * (a + b + c))
    }
}
