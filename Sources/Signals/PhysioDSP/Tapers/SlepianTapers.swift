/// Discrete prolate spheroidal sequences: the orthonormal tapers whose energy is most concentrated
/// in the frequencies -W ... W.
///
/// For n samples and W = NW / n cycles a sample they are the eigenvectors of a symmetric
/// tridiagonal matrix with diagonal ((n - 1 - 2 i) / 2)^2 cos 2 pi W and i (n - i) / 2 beside it,
/// in the order of falling eigenvalues. These are found by bisection (Sturm's sign count) and the
/// vectors by inverse iteration: linear in n for each.
///
/// Sign: symmetric tapers have a positive sum, antisymmetric ones begin with a positive lobe.
///
/// - SeeAlso: Slepian 1978, Bell Syst. Tech. J. 57:1371, section 2.1; Thomson 1982, Proc. IEEE
///   70:1055; Percival and Walden 1993, Spectral Analysis for Physical Applications, chapter 8.
public struct SlepianTapers: Sendable, Equatable {
    /// The tapers, each of unit energy, most concentrated first.
    public let tapers: [[Double]]
    /// Share of each taper's energy inside -W ... W; 0 ... 1, falling.
    public let concentrations: [Double]
    /// Time-bandwidth product n W.
    public let timeBandwidth: Double

    /// - Parameter count: samples of a taper, n >= 2.
    /// - Parameter timeBandwidth: NW; above 0 and below n / 2.
    /// - Parameter taperCount: how many; 1 ... n. Useful ones number about 2 NW - 1.
    /// - Complexity: O(n) a taper, about 60 passes; O(n log n) for the concentrations.
    public init(count: Int, timeBandwidth: Double = 2.5, taperCount: Int = 4) {
        precondition(count >= 2, "a taper has at least two samples")
        precondition(
            timeBandwidth > 0 && timeBandwidth < Double(count) / 2,
            "the time-bandwidth product lies between 0 and half the number of samples")
        precondition((1...count).contains(taperCount), "there are 1 to n tapers")
        let matrix = SymmetricTridiagonal(
            count: count, halfBandwidth: timeBandwidth / Double(count))
        var tapers: [[Double]] = []
        for order in 0..<taperCount {
            let eigenvalue = matrix.eigenvalue(fromTop: order)
            tapers.append(Self.signNormalized(matrix.eigenvector(of: eigenvalue), order: order))
        }
        self.tapers = tapers
        self.timeBandwidth = timeBandwidth
        concentrations = tapers.map {
            Self.concentration($0, halfBandwidth: timeBandwidth / Double(count))
        }
    }

    private static func signNormalized(_ taper: [Double], order: Int) -> [Double] {
        let n = taper.count
        let isSymmetric = order.isMultiple(of: 2)
        let measure =
            isSymmetric
            ? taper.reduce(0, +)
            : taper.enumerated().reduce(0) { $0 + (Double(n - 1) / 2 - Double($1.0)) * $1.1 }
        return measure < 0 ? taper.map { -$0 } : taper
    }

    /// The quadratic form of the taper in the kernel sin(2 pi W m) / (pi m), by its
    /// autocorrelation.
    private static func concentration(_ taper: [Double], halfBandwidth: Double) -> Double {
        let n = taper.count
        let transform = RealFFT(count: RealFFT.efficientCount(atLeast: 2 * n))
        let padded = taper + [Double](repeating: 0, count: transform.count - n)
        let spectrum = transform.forward(padded).map { ComplexNumber($0.squaredMagnitude) }
        let correlation = transform.inverse(spectrum)
        var sum = 2 * halfBandwidth * correlation[0]
        for lag in 1..<n {
            let angle = 2 * Double.pi * halfBandwidth * Double(lag)
            sum += 2 * correlation[lag] * PlatformMath.sin(angle) / (.pi * Double(lag))
        }
        return min(1, sum / Double(transform.count))
    }
}

/// Slepian's matrix.
private struct SymmetricTridiagonal {
    let diagonal: [Double]
    /// Element i stands beside diagonal elements i and i + 1.
    let offDiagonal: [Double]

    init(count n: Int, halfBandwidth: Double) {
        let cosine = PlatformMath.cos(2 * .pi * halfBandwidth)
        diagonal = (0..<n).map { i in
            let offset = Double(n - 1 - 2 * i) / 2
            return offset * offset * cosine
        }
        offDiagonal = (1..<n).map { Double($0) * Double(n - $0) / 2 }
    }

    /// Returns the number of eigenvalues above `value`: the positive pivots of T - value I.
    private func eigenvalueCountAbove(_ value: Double) -> Int {
        var count = 0
        var pivot = diagonal[0] - value
        if pivot > 0 { count += 1 }
        for i in 1..<diagonal.count {
            let divisor = pivot == 0 ? Double.leastNormalMagnitude : pivot
            pivot = diagonal[i] - value - offDiagonal[i - 1] * offDiagonal[i - 1] / divisor
            if pivot > 0 { count += 1 }
        }
        return count
    }

    /// The eigenvalue with `order` larger ones.
    func eigenvalue(fromTop order: Int) -> Double {
        // Gershgorin's discs hold all of them.
        var low = Double.infinity
        var high = -Double.infinity
        for i in diagonal.indices {
            let radius =
                (i > 0 ? offDiagonal[i - 1] : 0) + (i < offDiagonal.count ? offDiagonal[i] : 0)
            low = min(low, diagonal[i] - radius)
            high = max(high, diagonal[i] + radius)
        }
        while high - low > 2 * Double.ulpOfOne * max(abs(low), abs(high)) {
            let middle = 0.5 * (low + high)
            guard middle > low, middle < high else { break }
            if eigenvalueCountAbove(middle) > order { low = middle } else { high = middle }
        }
        return 0.5 * (low + high)
    }

    /// The unit eigenvector: inverse iteration from a vector that no eigenvector is orthogonal to.
    func eigenvector(of eigenvalue: Double) -> [Double] {
        let n = diagonal.count
        var vector = (0..<n).map { 1 + 0.3 * PlatformMath.sin(Double($0) * 0.7 + 0.2) }
        for _ in 0..<4 {
            vector = solution(vector, shift: eigenvalue)
            let norm = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
            vector = vector.map { $0 / norm }
        }
        return vector
    }

    /// (T - shift I) x = right, by elimination with row exchanges; a zero pivot is made tiny.
    private func solution(_ rightSide: [Double], shift: Double) -> [Double] {
        let n = diagonal.count
        let tiny = Double.ulpOfOne * (abs(shift) + 1)
        var shiftedDiagonal = diagonal.map { $0 - shift }
        var upper = offDiagonal + [0]
        var second = [Double](repeating: 0, count: n)
        var x = rightSide
        for i in 0..<n - 1 {
            let below = offDiagonal[i]
            if abs(shiftedDiagonal[i]) >= abs(below) {
                if shiftedDiagonal[i] == 0 { shiftedDiagonal[i] = tiny }
                let factor = below / shiftedDiagonal[i]
                shiftedDiagonal[i + 1] -= factor * upper[i]
                x[i + 1] -= factor * x[i]
            } else {
                let factor = shiftedDiagonal[i] / below
                let (oldUpper, oldX) = (upper[i], x[i])
                shiftedDiagonal[i] = below
                upper[i] = shiftedDiagonal[i + 1]
                second[i] = upper[i + 1]
                x[i] = x[i + 1]
                shiftedDiagonal[i + 1] = oldUpper - factor * upper[i]
                if i + 1 < n - 1 { upper[i + 1] = -factor * second[i] }
                x[i + 1] = oldX - factor * x[i]
            }
        }
        if shiftedDiagonal[n - 1] == 0 { shiftedDiagonal[n - 1] = tiny }
        for i in (0..<n).reversed() {
            if i + 1 < n { x[i] -= upper[i] * x[i + 1] }
            if i + 2 < n { x[i] -= second[i] * x[i + 2] }
            x[i] /= shiftedDiagonal[i]
        }
        return x
    }
}
