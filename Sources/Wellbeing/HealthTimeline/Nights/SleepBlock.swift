import HealthRecords
import PhysioTypes

/// Sleep samples that belong together: a night, or a nap.
struct SleepBlock: Sendable {
    /// The samples of all sources, ordered by start; never empty.
    let samples: [SleepSample]

    /// Longest time between the latest end so far and the start of a sample of the same block; ms.
    static let maxPauseMs: Int64 = 3 * 3_600_000

    /// Blocks of samples in any order: one that starts more than 3 h after the latest end so far begins
    /// a new block. In-bed samples, and samples without length, count for this as all others do.
    ///
    /// - Complexity: O(n log n).
    static func blocks(of samples: [SleepSample]) -> [SleepBlock] {
        var blocks: [SleepBlock] = []
        var current: [SleepSample] = []
        var latestEnd = Int64.min
        for sample in samples.sorted(by: Self.isBefore) {
            if !current.isEmpty, sample.start.unixMs - latestEnd > maxPauseMs {
                blocks.append(SleepBlock(samples: current))
                current = []
                latestEnd = .min
            }
            current.append(sample)
            latestEnd = max(latestEnd, sample.end.unixMs)
        }
        if !current.isEmpty { blocks.append(SleepBlock(samples: current)) }
        return blocks
    }

    /// Sources with a sample in the block, each once.
    var sourceIndices: Set<Int> { Set(samples.map(\.sourceIndex)) }

    /// The time that samples cover.
    func spans(where isCounted: (SleepSample) -> Bool) -> TimeSpans {
        TimeSpans(samples.lazy.filter(isCounted).map(\.range))
    }

    private static func isBefore(_ a: SleepSample, _ b: SleepSample) -> Bool {
        (a.start.unixMs, a.end.unixMs, a.sourceIndex, a.stage.rawValue)
            < (b.start.unixMs, b.end.unixMs, b.sourceIndex, b.stage.rawValue)
    }
}

extension SleepSample {
    /// The time it covers; ms; empty where it ends when it starts.
    var range: Range<Int64> { start.unixMs..<max(start.unixMs, end.unixMs) }
}

extension SleepStage {
    /// Indicates whether it is one of the stages that a device has to distinguish.
    var isSpecificStage: Bool { self == .rem || self == .core || self == .deep }

    /// The rank of the stage where samples of one source state different stages for one instant:
    /// awake, REM, deep, core, unspecified; the smaller rank counts. Time in bed says nothing of
    /// sleep.
    var priority: Int {
        switch self {
        case .awake: 0
        case .rem: 1
        case .deep: 2
        case .core: 3
        case .unspecified: 4
        case .inBed: 5
        }
    }
}
