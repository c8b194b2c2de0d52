/// A weight over a stretch of time that lowers what leaks from one frequency to another.
public enum Taper: String, Sendable, CaseIterable {
    /// (1 - cos(2 pi u)) / 2 for u = 0 ... 1 over the stretch.
    case hann
    /// 1 everywhere.
    case none

    /// The weight at position `u` of the stretch; 0 outside 0 ... 1 for `hann`.
    public func weight(at u: Double) -> Double {
        switch self {
        case .none: return 1
        case .hann:
            guard u > 0, u < 1 else { return 0 }
            return 0.5 * (1 - PlatformMath.cos(2 * .pi * u))
        }
    }

    /// Weights of `count` even samples that stand for the middles of `count` equal cells.
    ///
    /// Symmetric, and no sample has weight 0.
    public func weights(count: Int) -> [Double] {
        (0..<count).map { weight(at: (Double($0) + 0.5) / Double(count)) }
    }
}
