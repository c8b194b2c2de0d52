import CSignalKernels

/// Counts the similar pairs of segments of a series: those behind sample entropy and approximate
/// entropy.
///
/// A template of length L is L values in a row inside one run of the series. Two match where no
/// two values at the same position differ by more than the tolerance r (the largest distance, and
/// `<=`). Counts are exact, whatever the method inside.
///
/// Runs: no template crosses from one run to the next, but templates of different runs are
/// compared. Fewer values than a template needs: no pairs. r of 0 matches equal values; a negative
/// one nothing.
///
/// ```swift
/// var workspace = TemplateWorkspace()
/// let series: [Double] = [1, 2, 1, 2, 1, 2]
/// TemplateMatching(tolerance: 0).pairs(in: series, length: 2, using: &workspace)
/// // shorter 2, longer 2: of the four templates 121 212 121 212 two pairs match
/// ```
///
/// - SeeAlso: Richman and Moorman 2000, Am. J. Physiol. 278:H2039; Pincus 1991, Proc. Natl Acad.
///   Sci. 88:2297.
public struct TemplateMatching: Sendable {
    /// Largest distance of matching values, r; in the unit of the series.
    public let tolerance: Double
    let instructionSet: InstructionSet

    /// - Parameter tolerance: r; not NaN.
    public init(tolerance: Double) {
        self.init(tolerance: tolerance, instructionSet: .inUse)
    }

    init(tolerance: Double, instructionSet: InstructionSet) {
        precondition(!tolerance.isNaN, "a tolerance is a number")
        self.tolerance = tolerance
        self.instructionSet = instructionSet
    }

    /// Pairs of different templates that match, each counted once.
    public struct Pairs: Sendable, Equatable {
        /// The number of pairs over m values, B.
        public var shorterCount: Int
        /// The number of pairs over m + 1 values, A; at most B.
        public var longerCount: Int

        public init(shorterCount: Int, longerCount: Int) {
            self.shorterCount = shorterCount
            self.longerCount = longerCount
        }

        public static func + (a: Pairs, b: Pairs) -> Pairs {
            Pairs(
                shorterCount: a.shorterCount + b.shorterCount,
                longerCount: a.longerCount + b.longerCount)
        }
    }

    /// B and A over the templates of `length` + 1 values: the same templates for both; too few where a
    /// ``Cancellation`` is wanted.
    ///
    /// - Parameter series: n values; finite; below 2^31 of them.
    /// - Parameter runEnds: the ends of the runs, ascending to n; nil for one run.
    /// - Parameter length: m; 1...16.
    /// - Complexity: O(n log n) and one vector comparison for every 8 or 16 of the pairs that match
    ///   in their first two values; below n^1.7 on heart beats up to 100,000. Memory O(n m).
    ///   Allocates nothing once the workspace has served a series as long.
    public func pairs(
        in series: [Double], runEnds: [Int]? = nil, length: Int,
        using workspace: inout TemplateWorkspace
    ) -> Pairs {
        precondition((1...16).contains(length), "templates have 1 to 16 values")
        Self.validate(series, runEnds)
        guard !Cancellation.isRequested else { return Pairs(shorterCount: 0, longerCount: 0) }
        let scratch = workspace.memory.reserve(
            ck_sample_entropy_scratch_bytes(series.count, length + 1))
        let found = Self.withRunEnds(series.count, runEnds) { ends, count in
            ck_sample_entropy(
                instructionSet.level, series, series.count, ends, count, length, tolerance,
                Self.stopCheck, scratch)
        }
        return Pairs(shorterCount: Int(found.shorter), longerCount: Int(found.longer))
    }

    /// Counts for each template of `length` values those that match it, itself included; too few
    /// where a ``Cancellation`` is wanted.
    ///
    /// - Parameter series: n values, as above.
    /// - Parameter runEnds: as above.
    /// - Parameter length: 1...17.
    /// - Parameter counts: overwritten: one count a template, in the order of the series.
    /// - Complexity: twice that of ``pairs(in:runEnds:length:using:)``.
    public func countMatches(
        in series: [Double], runEnds: [Int]? = nil, length: Int, into counts: inout [UInt32],
        using workspace: inout TemplateWorkspace
    ) {
        precondition((1...17).contains(length), "templates have 1 to 17 values")
        Self.validate(series, runEnds)
        counts.removeAll(keepingCapacity: true)
        counts.append(contentsOf: repeatElement(0, count: series.count))
        let scratch = workspace.memory.reserve(
            ck_sample_entropy_scratch_bytes(series.count, length))
        let templateCount = Self.withRunEnds(series.count, runEnds) { ends, count in
            ck_sample_entropy_matches(
                instructionSet.level, series, series.count, ends, count, length, tolerance,
                Self.stopCheck, &counts, scratch)
        }
        counts.removeLast(series.count - templateCount)
    }

    private static let stopCheck: ck_stop = { Cancellation.isRequested ? 1 : 0 }

    static func validate(_ series: [Double], _ runEnds: [Int]?) {
        precondition(series.count < 1 << 31, "a series has fewer than 2^31 values")
        guard let runEnds else { return }
        precondition(
            (runEnds.last ?? 0) == series.count && (runEnds.first ?? 0) >= 0
                && zip(runEnds, runEnds.dropFirst()).allSatisfy { $0 <= $1 },
            "the ends of the runs ascend to the count of the series")
    }

    private static func withRunEnds<Result>(
        _ count: Int, _ runEnds: [Int]?, _ body: (UnsafePointer<Int>, Int) -> Result
    ) -> Result {
        guard let runEnds else { return withUnsafePointer(to: count) { body($0, 1) } }
        return runEnds.withUnsafeBufferPointer { ends in
            guard let base = ends.baseAddress else {
                return withUnsafePointer(to: count) { body($0, 0) }
            }
            return body(base, ends.count)
        }
    }
}

/// The memory of ``TemplateMatching`` and ``FuzzyMatching``: reusable for any series, but not by two
/// threads at once.
public struct TemplateWorkspace: ~Copyable {
    var memory = AlignedMemory<UInt8>()
    private(set) var templateStarts: [Int] = []

    public init() {}

    /// Finds the indices from which `requiredLength` values follow in one run.
    mutating func findStarts(_ runEnds: [Int], requiredLength: Int) {
        templateStarts.removeAll(keepingCapacity: true)
        var begin = 0
        for end in runEnds {
            if end - begin >= requiredLength {
                templateStarts.append(contentsOf: begin...(end - requiredLength))
            }
            begin = end
        }
    }
}
