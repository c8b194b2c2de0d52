import CSignalKernels

/// The delay vectors of a series, and their distances.
///
/// The vector at j is (x[j], x[j + tau], ..., x[j + (m-1) tau]); distances are Euclidean. A matrix
/// of all distances is visited diagonal by diagonal, so memory grows with the series only.
///
/// A NaN belongs to no vector: its distances are NaN. One between two segments of a series keeps
/// vectors from reaching across.
///
/// A value is read-only, and one serves any number of threads.
///
/// - SeeAlso: Takens 1981, Lect. Notes Math. 898:366.
public struct DelayVectors: Sendable {
    /// Values a vector, m.
    public let dimension: Int
    /// Positions between the values of a vector, tau.
    public let delay: Int
    /// The number of vectors, those with a NaN included.
    public let count: Int
    private let series: [Double]

    /// - Parameter series: n numbers.
    /// - Parameter dimension: m >= 1.
    /// - Parameter delay: tau >= 1.
    public init(series: [Double], dimension: Int, delay: Int) {
        precondition(dimension >= 1 && delay >= 1, "a vector has a value, and a delay is above 0")
        self.series = series
        self.dimension = dimension
        self.delay = delay
        count = max(0, series.count - (dimension - 1) * delay)
    }

    /// Calls `body` with every lag from 1 up and the squared distances of the vectors at j and at
    /// j + lag, j = 0 ... count - lag - 1.
    ///
    /// It ends early where a ``Cancellation`` is wanted.
    ///
    /// - Complexity: O(count^2 m) time, O(n) memory, allocated once.
    public func forEachDiagonal(
        _ body: (_ lag: Int, _ squaredDistances: UnsafeBufferPointer<Double>) -> Void
    ) {
        let level = InstructionSet.inUse.level
        let memory = UnsafeMutablePointer<Double>.allocate(capacity: series.count + count)
        defer { memory.deallocate() }
        let distances = memory + series.count
        for lag in 1..<max(1, count) where !Cancellation.isRequested {
            ck_delay_distances(
                level, series, series.count, dimension, delay, lag, memory, distances)
            body(lag, UnsafeBufferPointer(start: distances, count: count - lag))
        }
    }
}
