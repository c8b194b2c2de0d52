public import PhysioDSP

/// One piece of work, done in several ways that must agree.
public struct BenchmarkCase {
    /// `module/operation`.
    public let name: String
    /// The sizes, such as `n=3000 f=1000`.
    public let workload: String
    /// The number of items that a run makes; a time is also given for each.
    public let itemCount: Int
    /// The name of an item, in the singular.
    public let itemUnit: String
    /// The length to which the cost is compared between cases of one name; nil where it is not.
    public let growthSize: Int?
    /// The largest deviation from the expected numbers that is rounding.
    public let tolerance: Double
    /// The unit of deviations; nil: relative to the highest expected number.
    public let deviationUnit: String?
    /// Makes inputs and variants; called only if the case is measured.
    public let prepare: () -> BenchmarkWork

    public init(
        _ name: String, workload: String, items itemCount: Int, of itemUnit: String,
        growthSize: Int? = nil, tolerance: Double, deviationUnit: String? = nil,
        prepare: @escaping () -> BenchmarkWork
    ) {
        precondition(itemCount >= 1 && tolerance >= 0, "a case makes items, to some tolerance")
        self.name = name
        self.workload = workload
        self.itemCount = itemCount
        self.itemUnit = itemUnit
        self.growthSize = growthSize
        self.tolerance = tolerance
        self.deviationUnit = deviationUnit
        self.prepare = prepare
    }

    public var title: String { "\(name) \(workload)" }
}

/// The variants of a case, on one input, and the numbers that all must give.
public struct BenchmarkWork {
    /// The first is the engine as shipped; all others are compared to it.
    public let variants: [BenchmarkVariant]
    /// The oracle: formed outside the timing, by other code than the variants.
    public let expected: () -> [Double]

    public init(variants: [BenchmarkVariant], expected: @escaping () -> [Double]) {
        precondition(!variants.isEmpty, "a case has at least one variant")
        self.variants = variants
        self.expected = expected
    }
}

/// One way to do the work.
public struct BenchmarkVariant {
    public let name: String
    /// Limits the kernels to these instructions while it is prepared and run; nil: no limit.
    public let instructions: InstructionSet?
    /// The share of the work that is run, 0 ... 1; times are divided by it.
    public let share: Double
    /// Plans and warm memory.
    public let prepare: () -> BenchmarkRun

    public init(
        _ name: String, instructions: InstructionSet? = nil, share: Double = 1,
        prepare: @escaping () -> BenchmarkRun
    ) {
        precondition(share > 0 && share <= 1, "a share lies in 0 ... 1")
        self.name = name
        self.instructions = instructions
        self.share = share
        self.prepare = prepare
    }
}

/// The work, ready to be repeated.
public struct BenchmarkRun {
    /// Does the work once and keeps its result, so that no compiler leaves the work out.
    public let run: () -> Void
    /// Numbers of the last result, one for each expected number; nil where a variant that runs a
    /// share of the work has none.
    public let numbers: () -> [Double?]

    /// Makes a run of work that writes into memory of its own.
    public init(run: @escaping () -> Void, numbers: @escaping () -> [Double?]) {
        self.run = run
        self.numbers = numbers
    }

    /// Makes a run of work that returns its result.
    public init<Result>(
        _ work: @escaping () -> Result, numbers: @escaping (Result) -> [Double?]
    ) {
        var lastResult: Result?
        run = { lastResult = work() }
        self.numbers = { lastResult.map(numbers) ?? [] }
    }

    /// The same work; only the numbers at these indices of a whole answer, of which the run has
    /// every `stride`-th one: `stride` - 1, 2 `stride` - 1, ...
    public func selecting(_ indices: [Int], stride: Int = 1) -> BenchmarkRun {
        BenchmarkRun(run: run) {
            let all = numbers()
            return indices.map { index in
                (index + 1).isMultiple(of: stride) ? all[(index + 1) / stride - 1] : nil
            }
        }
    }
}
