/// The size of the cases.
public struct BenchmarkScale: Sendable, Equatable {
    /// Divides the lengths of the inputs.
    public var divisor = 1
    /// The number of pairs of sine and cosine that a variant without a fast method may form in a
    /// run; beyond it runs on a part of the frequencies.
    public var maxNaivePairCount: Int

    public init(divisor: Int = 1, maxNaivePairCount: Int) {
        precondition(divisor >= 1 && maxNaivePairCount >= 1, "a scale is made of whole numbers")
        self.divisor = divisor
        self.maxNaivePairCount = maxNaivePairCount
    }

    /// The scale as documented; a naive run takes up to about half a second.
    public static let full = BenchmarkScale(maxNaivePairCount: 30_000_000)
    /// The same lengths, shorter naive runs.
    public static let quick = BenchmarkScale(maxNaivePairCount: 2_000_000)

    /// Shorter inputs keep this much.
    private static let minLength = 200

    /// A length, divided, but not below what the methods need.
    func length(_ count: Int) -> Int { max(count / divisor, min(count, Self.minLength)) }

    /// The step between the frequencies that a naive variant computes of `count`, at so many pairs
    /// each, to stay within the limit: a divisor of `maxStride`, so that the frequency of that number
    /// is always among them.
    func naiveStride(of count: Int, pairsEach: Int, dividing maxStride: Int) -> Int {
        let fits = { (stride: Int) in count / stride * pairsEach <= maxNaivePairCount }
        return (1...maxStride).first { maxStride.isMultiple(of: $0) && fits($0) } ?? maxStride
    }
}
