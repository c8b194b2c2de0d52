import CSignalKernels

/// The lines of a recurrence plot: rows of neighbouring pairs on a diagonal that all lie close.
///
/// A line is a row of squared distances of at most the threshold, as long as it goes; NaN ends one.
///
/// ```swift
/// let vectors = DelayVectors(series: series, dimension: 10, delay: 1)
/// var lines = RecurrenceLines(squaredThreshold: 9, longest: vectors.count)
/// vectors.forEachDiagonal { _, squaredDistances in lines.add(squaredDistances) }
/// lines.counts[2]  // how many lines have two pairs
/// ```
///
/// - SeeAlso: Webber and Zbilut 1994, J. Appl. Physiol. 76:965.
public struct RecurrenceLines: Sendable {
    /// Squared distances of a line are at most this.
    public let maxSquaredDistance: Double
    /// The number of lines of each length, 0 ... `maxLength`; none has 0.
    public private(set) var counts: [Int]
    let instructionSet: InstructionSet

    /// - Parameter squaredThreshold: not NaN.
    /// - Parameter maxLength: no diagonal has more pairs.
    public init(maxSquaredDistance: Double, maxLength: Int) {
        self.init(
            maxSquaredDistance: maxSquaredDistance, maxLength: maxLength, instructionSet: .inUse)
    }

    init(maxSquaredDistance: Double, maxLength: Int, instructionSet: InstructionSet) {
        precondition(
            !maxSquaredDistance.isNaN && maxLength >= 0, "a threshold and a length are numbers")
        self.maxSquaredDistance = maxSquaredDistance
        self.instructionSet = instructionSet
        counts = [Int](repeating: 0, count: maxLength + 1)
    }

    /// Adds the lines of one diagonal; none goes on from one diagonal to the next.
    ///
    /// - Complexity: O(n), about 0.1 ns a pair and a few ns a line with AVX-512; allocates nothing.
    public mutating func add(_ squaredDistances: UnsafeBufferPointer<Double>) {
        precondition(squaredDistances.count < counts.count, "a diagonal is not that long")
        guard let distances = squaredDistances.baseAddress else { return }
        ck_recurrence_lines(
            instructionSet.level, distances, squaredDistances.count, maxSquaredDistance, &counts)
    }
}

/// The number of squared distances between neighbouring radii.
///
/// Radii are fixed: r^2 = 2^e (1 + i/8), i = 0 ... 7, about 16 to a doubling of r; a distance that is
/// one of them belongs to the bin above it. NaN and infinity are no distances.
public struct DistanceHistogram: Sendable {
    /// The exponent and three more bits of a double number it.
    private static let droppedBitCount: UInt64 = 49
    /// The bin of infinity; NaN lies beyond.
    private static let finiteBinCount = Int(Double.infinity.bitPattern >> droppedBitCount)
    private var allCounts = [Int](repeating: 0, count: Int(CK_RECURRENCE_BITS))

    public init() {}

    /// The number of distances in each bin, ascending.
    public var counts: ArraySlice<Int> { allCounts[..<Self.finiteBinCount] }

    /// The radius at which a bin ends.
    public static func radius(endingBin bin: Int) -> Double {
        Double(bitPattern: UInt64(bin + 1) << droppedBitCount).squareRoot()
    }

    /// - Parameter squaredDistances: 0 or more, or NaN.
    /// - Complexity: O(n), allocates nothing.
    public mutating func add(_ squaredDistances: UnsafeBufferPointer<Double>) {
        guard let distances = squaredDistances.baseAddress else { return }
        ck_recurrence_counts(distances, squaredDistances.count, &allCounts)
    }
}
