/// Positions in a segment at which the samples of a taper are taken.
public enum TaperSampling: String, Sendable, CaseIterable {
    /// The middles of n equal cells, (j + 1/2) / n: symmetric, and no sample is lost to a zero.
    case middle
    /// The points j / n: the first n of n + 1 symmetric samples, so that the taper continues
    /// without a seam when repeated. The convention of scipy.signal.welch and of textbook filter
    /// banks.
    case periodic
    /// The points j / (n - 1): symmetric, both ends included. MATLAB's default.
    case symmetric

    /// The position of sample `index` of `count`; 0 ... 1. A single symmetric sample lies at 1/2.
    public func position(_ index: Int, of count: Int) -> Double {
        switch self {
        case .middle: (Double(index) + 0.5) / Double(count)
        case .periodic: Double(index) / Double(count)
        case .symmetric: count > 1 ? Double(index) / Double(count - 1) : 0.5
        }
    }
}

extension Taper {
    /// The weights of `count` even samples, taken where `sampling` says.
    ///
    /// At the middles, and with both ends, exactly symmetric; at the middles no sample has weight 0.
    ///
    /// - Complexity: O(count).
    public func weights(count: Int, sampling: TaperSampling = .middle) -> [Double] {
        var weights = (0..<count).map { weight(at: sampling.position($0, of: count)) }
        if sampling != .periodic {
            for index in 0..<count / 2 { weights[count - 1 - index] = weights[index] }
        }
        return weights
    }
}
