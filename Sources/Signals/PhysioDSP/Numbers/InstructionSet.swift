package import CSignalKernels

/// The vector instructions the kernels use.
///
/// Every fast kernel has a plain version; all give the same numbers up to rounding. The best set
/// the processor has is used; a limit serves tests and benchmarks.
public enum InstructionSet: String, Sendable, CaseIterable, Comparable {
    /// The instructions that every processor has.
    case plain
    /// AVX2 and FMA.
    case avx2
    /// AVX-512 F, DQ and VL.
    case avx512

    /// The best set of this processor.
    public static let available = InstructionSet(ck_cpu_best())

    @TaskLocal private static var limit = InstructionSet.avx512

    /// The set in use: the best one, unless limited.
    public static var inUse: InstructionSet { min(available, limit) }

    /// Does `work` with nothing beyond `set`; within a limit, with the lower of the two. The limit
    /// holds for this call and the tasks it starts, not for others that run meanwhile.
    public static func runLimited<Result, Failure: Error>(
        to set: InstructionSet, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var outcome: Swift.Result<Result, Failure>?
        $limit.withValue(min(set, limit)) {
            outcome = Swift.Result { () throws(Failure) in try work() }
        }
        guard let outcome else { preconditionFailure("the work was done") }
        return try outcome.get()
    }

    public static func < (a: InstructionSet, b: InstructionSet) -> Bool {
        a.level.rawValue < b.level.rawValue
    }

    init(_ level: ck_cpu_level) {
        switch level {
        case CK_CPU_AVX512: self = .avx512
        case CK_CPU_AVX2: self = .avx2
        default: self = .plain
        }
    }

    /// The set in the kernels' terms.
    package var level: ck_cpu_level {
        switch self {
        case .plain: CK_CPU_PLAIN
        case .avx2: CK_CPU_AVX2
        case .avx512: CK_CPU_AVX512
        }
    }
}
