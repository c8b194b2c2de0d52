public import PhysioTypes

/// Heart rate fragmentation: how often the heart changes between slowing down and speeding up.
///
/// A beat with a difference d to the neighbour before it rises (d > 0), falls (d < 0) or is level
/// (d = 0). A run is a longest sequence of such beats of one kind; level runs are runs of their own.
/// An alternation is a longest sequence of rising and falling runs of one beat each. Runs and
/// alternations end at gaps. All figures are shares, 0 ... 1, and are the higher, the more the
/// rhythm is fragmented; independent noise of any distribution gives 2/3, 2/3, 47/60 and 0.2256.
///
/// Constant series: one run, so PIP, PAS and (from three differences on) PSS are 0.
///
/// ```swift
/// Fragmentation(NNSeries(intervalsMs: [800, 810, 820, 790])).pip  // 1/4: one turn in four beats
/// ```
///
/// - SeeAlso: Costa 2017, Front. Physiol. 8:255, doi 10.3389/fphys.2017.00255. Level runs, which
///   programs treat differently, count in IALS and PSS and belong to no alternation. PSS and PAS
///   are shares of beats, not of segments. Four beats of an alternation are four runs here; others
///   read four inflections, three runs.
public struct Fragmentation: Sendable, Equatable {
    /// Inflections over N: beats at which one run ends and another begins; nil without two
    /// successive differences.
    public let pip: Double?
    /// One over the mean length of a run in beats; nil without a difference.
    public let ials: Double?
    /// Share of the beats with a difference that lie in runs of fewer than
    /// ``minLongRunBeats``; nil without a difference.
    public let pss: Double?
    /// Share of the beats with a difference that lie in alternations of
    /// ``minAlternationBeats`` or more; nil without a difference.
    public let pas: Double?

    /// A run of this many beats is no longer short (Costa 2017).
    public static let minLongRunBeats = 3
    /// Fewest beats of an alternation that counts (Costa 2017).
    public static let minAlternationBeats = 4

    /// - Complexity: O(N).
    public init(_ nn: NNSeries) {
        var tally = RunTally()
        for index in nn.intervalsMs.indices {
            if nn.isAdjacentToPrevious[index] {
                tally.add(nn.intervalsMs[index] - nn.intervalsMs[index - 1])
            } else {
                tally.endSegment()
            }
        }
        tally.endSegment()
        func share(_ count: Int, of total: Int) -> Double? {
            total > 0 ? Double(count) / Double(total) : nil
        }
        pip = tally.hasSuccessiveDifferences ? share(tally.inflectionCount, of: nn.count) : nil
        ials = share(tally.runCount, of: tally.differenceCount)
        pss = share(tally.shortRunBeatCount, of: tally.differenceCount)
        pas = share(tally.alternatingBeatCount, of: tally.differenceCount)
    }
}

extension Fragmentation: MetricFamily {
    package func value(of metric: Metric) -> Double? {
        switch metric {
        case .pip: pip
        case .ials: ials
        case .pss: pss
        case .pas: pas
        }
    }
}

/// Counts over runs, from one difference at a time.
private struct RunTally {
    private(set) var differenceCount = 0
    private(set) var hasSuccessiveDifferences = false
    private(set) var inflectionCount = 0
    private(set) var runCount = 0
    private(set) var shortRunBeatCount = 0
    private(set) var alternatingBeatCount = 0
    /// The run under way: its kind (-1, 0, 1) and its length; 0 where there is none.
    private var sign = 0
    private var runLength = 0
    /// Runs of one beat that came right before it.
    private var alternationLength = 0

    mutating func add(_ difference: Double) {
        let next = difference > 0 ? 1 : difference < 0 ? -1 : 0
        differenceCount += 1
        if runLength > 0 {
            hasSuccessiveDifferences = true
            if next == sign {
                runLength += 1
                return
            }
            inflectionCount += 1
            endRun()
        }
        sign = next
        runLength = 1
    }

    mutating func endSegment() {
        if runLength > 0 { endRun() }
        runLength = 0
        endAlternation()
    }

    private mutating func endRun() {
        runCount += 1
        if runLength < Fragmentation.minLongRunBeats { shortRunBeatCount += runLength }
        if runLength == 1, sign != 0 { alternationLength += 1 } else { endAlternation() }
    }

    private mutating func endAlternation() {
        if alternationLength >= Fragmentation.minAlternationBeats {
            alternatingBeatCount += alternationLength
        }
        alternationLength = 0
    }
}
