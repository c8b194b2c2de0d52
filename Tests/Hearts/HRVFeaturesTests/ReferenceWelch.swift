import Foundation
import PhysioDSP

/// Band powers by Welch of a short series (one segment), from the definitions: the band-limited
/// least-squares fit by solving its normal equations as a dense system, the fit evaluated term by
/// term at 4 Hz, and the density by direct sums.
struct ReferenceWelch {
    private let density: [Double]
    private let step: Double

    init(times: [Double], values: [Double]) {
        let detrended = Self.withoutLine(times, values)
        let series = Self.rebuilt(times, detrended)
        let n = series.count
        var padded = 2 * n
        while !Self.isSmooth(padded) { padded += 1 }
        let mean = series.reduce(0, +) / Double(n)
        let h = (0..<n).map { pow(sin(.pi * (Double($0) + 0.5) / Double(n)), 2) }
        let squares = h.reduce(0) { $0 + $1 * $1 }
        step = 4 / Double(padded)
        density = (0...padded / 2).map { k in
            var real = 0.0
            var imaginary = 0.0
            for j in 0..<n {
                let angle = 2 * Double.pi * Double(j * k % padded) / Double(padded)
                real += h[j] * (series[j] - mean) * cos(angle)
                imaginary += h[j] * (series[j] - mean) * sin(angle)
            }
            let isEdge = k == 0 || 2 * k == padded
            return (isEdge ? 1 : 2) * (real * real + imaginary * imaginary) / (4 * squares)
        }
    }

    func power(_ low: Double, _ high: Double) -> Double {
        func value(_ f: Double) -> Double {
            let k = Int(floor(f / step))
            return density[k] + (f / step - Double(k)) * (density[k + 1] - density[k])
        }
        var points = [low, high]
        for k in density.indices where Double(k) * step > low && Double(k) * step < high {
            points.append(Double(k) * step)
        }
        points.sort()
        return zip(points, points.dropFirst()).reduce(0) {
            $0 + ($1.1 - $1.0) * value(($1.0 + $1.1) / 2)
        }
    }

    private static func isSmooth(_ n: Int) -> Bool {
        var n = n
        for factor in [2, 3, 5] { while n.isMultiple(of: factor) { n /= factor } }
        return n == 1
    }

    private static func line(_ times: [Double], _ values: [Double]) -> (Double, Double) {
        let n = Double(times.count)
        let t = times.reduce(0, +) / n
        let v = values.reduce(0, +) / n
        let up = zip(times, values).reduce(0) { $0 + ($1.0 - t) * ($1.1 - v) }
        let down = times.reduce(0) { $0 + ($1 - t) * ($1 - t) }
        return (v - up / down * t, up / down)
    }

    private static func withoutLine(_ times: [Double], _ values: [Double]) -> [Double] {
        let (offset, slope) = line(times, values)
        return zip(times, values).map { $1 - offset - slope * $0 }
    }

    private static func rebuilt(_ times: [Double], _ values: [Double]) -> [Double] {
        let n = times.count
        let span = times[n - 1] - times[0]
        var grid = Int(((span + BandLimitedResampling.paddingSeconds) * 4).rounded(.up))
        while !isSmooth(grid) { grid += 1 }
        let period = Double(grid) / 4
        let modes = Int(BandLimitedResampling.nyquistShare * period * Double(n - 1) / (2 * span))
        let (offset, slope) = line(times, values)
        let residual = zip(times, values).map { $1 - offset - slope * $0 }
        // Each sample weighs half the distance to either neighbour.
        let weights = times.indices.map { i in
            let left = i > 0 ? times[i] - times[i - 1] : times[1] - times[0]
            let right = i < n - 1 ? times[i + 1] - times[i] : times[n - 1] - times[n - 2]
            return (left + right) / 2 / period
        }
        // Unknowns: constant, then cosine and sine a mode; their squared norms are 1, 1/2, 1/2.
        func basis(_ t: Double) -> [Double] {
            [1]
                + (1...modes).flatMap { k -> [Double] in
                    let angle = 2 * Double.pi * Double(k) * t / period
                    return [cos(angle), sin(angle)]
                }
        }
        let size = 2 * modes + 1
        var matrix = [[Double]](repeating: [Double](repeating: 0, count: size + 1), count: size)
        for i in times.indices {
            let row = basis(times[i] - times[0])
            for a in 0..<size {
                for b in 0..<size { matrix[a][b] += weights[i] * row[a] * row[b] }
                matrix[a][size] += weights[i] * row[a] * residual[i]
            }
        }
        for a in 0..<size { matrix[a][a] += BandLimitedResampling.ridge * (a == 0 ? 1 : 0.5) }
        // What has the eigenvalue 1 keeps its size.
        let solution = solved(matrix).map { $0 * (1 + BandLimitedResampling.ridge) }
        return (0...Int(span * 4)).map { m in
            let t = Double(m) / 4
            let fit = zip(basis(t), solution).reduce(0) { $0 + $1.0 * $1.1 }
            return fit + offset + slope * (times[0] + t)
        }
    }

    /// Elimination with row exchanges.
    private static func solved(_ system: [[Double]]) -> [Double] {
        var m = system
        let size = m.count
        for pivot in 0..<size {
            var best = pivot
            for row in pivot..<size where abs(m[row][pivot]) > abs(m[best][pivot]) { best = row }
            m.swapAt(pivot, best)
            for row in (pivot + 1)..<max(size, pivot + 1) {
                let factor = m[row][pivot] / m[pivot][pivot]
                if factor == 0 { continue }
                for column in pivot...size { m[row][column] -= factor * m[pivot][column] }
            }
        }
        var x = [Double](repeating: 0, count: size)
        for row in (0..<size).reversed() {
            var sum = m[row][size]
            for column in (row + 1)..<max(size, row + 1) { sum -= m[row][column] * x[column] }
            x[row] = sum / m[row][row]
        }
        return x
    }
}
