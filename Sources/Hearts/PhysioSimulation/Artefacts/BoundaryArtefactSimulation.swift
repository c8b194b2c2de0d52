import PhysioDSP

/// Artefacts right beside the gaps of a recording, with the truth about each.
///
/// A few segments of beats are not recorded. Beside each such gap some beats in a row are artefacts:
/// - `missed`: the last beat of the segment was seen, the `count` before it were not (or the first,
///   and those behind it);
/// - `extra`: in each of the outermost `count` intervals of the segment one more beat was seen;
/// - `ectopic`: the outermost `count` beats, the last one itself among them, each came early by 20 to
///   40 % or late by 15 to 30 % of an interval.
///
/// ```swift
/// var simulation = BoundaryArtefactSimulation(OscillationSimulation(seed: 1), kind: .missed, count: 2)
/// simulation.side = .behind
/// simulation.run().recording  // an RRSeries with five gaps
/// ```
public struct BoundaryArtefactSimulation: Sendable, Equatable {
    /// Sides of a segment where artefacts lie.
    public enum Side: String, Sendable, CaseIterable {
        /// The end of every segment.
        case before
        /// The beginning of every segment.
        case behind
        case both
        /// The middle of every segment, for comparison.
        case middle
    }

    public var beats: OscillationSimulation
    /// `missed`, `extra` or `ectopic`.
    public var kind: SimulatedArtefact.Kind
    /// Number of artefacts in a row.
    public var count: Int
    public var side = Side.both
    /// True if the time of a gap is recorded as one long interval; otherwise it is lost.
    public var recordsGaps = false

    public static let gapCount = 5
    /// The numbers of beats that a gap may hide.
    public static let hiddenBeatCounts = 4...24
    /// Minimum number of beats of a segment.
    static let minSegmentBeatCount = 20

    /// - Parameter beats: the series that the gaps and artefacts are put into; its seed is theirs too.
    public init(_ beats: OscillationSimulation, kind: SimulatedArtefact.Kind, count: Int) {
        self.beats = beats
        self.kind = kind
        self.count = count
    }

    /// - Precondition: the kind is one of the three, 1 <= count <= 5, and the beats have space for
    ///   the segments.
    /// - Complexity: O(n).
    public func run() -> ArtefactSeries {
        precondition(
            [.missed, .extra, .ectopic].contains(kind), "faults are of one of three kinds")
        precondition((1...5).contains(count), "one to five beats are at fault")
        var generator = SeededGenerator(seed: ~beats.seed)
        let truth = beats.run()
        var segments: [ArtefactSeries.Segment] = []
        var artefacts: [SimulatedArtefact] = []
        var firstInterval = 0
        for range in Self.segments(of: truth.count, &generator) {
            var segment = BoundaryArtefactSegment(truth, range)
            for first in firstBeats(range.count) { segment.add(kind, first, count, &generator) }
            let recording = segment.recording(firstInterval: firstInterval)
            firstInterval += recording.ticks.count - (recordsGaps ? 0 : 1)
            artefacts += recording.artefacts
            segments.append(
                ArtefactSeries.Segment(ticks: recording.ticks, trueTicks: Array(truth[range])))
        }
        return ArtefactSeries(
            segments: segments, artefacts: artefacts, recordsGaps: recordsGaps,
            resolutionMs: beats.resolutionMs)
    }

    /// The beats between the gaps.
    private static func segments(
        of count: Int, _ generator: inout SeededGenerator
    ) -> [Range<Int>] {
        let gapBeatCounts = (0..<gapCount).map { _ in
            hiddenBeatCounts.lowerBound + Int(generator.uniform() * Double(hiddenBeatCounts.count))
        }
        let freeBeatCount =
            count - gapBeatCounts.reduce(0, +) - (gapCount + 1) * minSegmentBeatCount
        precondition(freeBeatCount >= 0, "the beats have room for the stretches")
        // Where the free beats are cut is drawn.
        let cutPositions = (0..<gapCount).map { _ in
            Int(generator.uniform() * Double(freeBeatCount + 1))
        }.sorted()
        var begin = 0
        return (0...gapCount).map { index in
            let share =
                (index < gapCount ? cutPositions[index] : freeBeatCount)
                - (index > 0 ? cutPositions[index - 1] : 0)
            let end = begin + minSegmentBeatCount + share
            defer { begin = end + (index < gapCount ? gapBeatCounts[index] : 0) }
            return begin..<end
        }
    }

    /// Positions in a segment of so many beats where a row of artefacts begins: the first affected beat.
    private func firstBeats(_ beatCount: Int) -> [Int] {
        // Of missed beats the one at the edge is seen; of extra ones the first lies ahead of beat 1.
        let (first, last) =
            switch kind {
            case .missed: (1, beatCount - 1 - count)
            case .extra: (1, beatCount - count)
            default: (0, beatCount - count)
            }
        return switch side {
        case .before: [last]
        case .behind: [first]
        case .both: [first, last]
        case .middle: [(beatCount - count) / 2]
        }
    }
}

/// The beats of one segment, and what becomes of them.
private struct BoundaryArtefactSegment {
    private struct ObservedBeat {
        var tick: Int
        /// The beat it is, or that ends the interval it lies in.
        var beat: Int
        var kind: SimulatedArtefact.Kind?
        var displacementTicks = 0
    }

    private let truth: [Int]
    private let range: Range<Int>
    private var observedBeats: [ObservedBeat]

    init(_ truth: [Int], _ range: Range<Int>) {
        self.truth = truth
        self.range = range
        observedBeats = range.map { ObservedBeat(tick: truth[$0], beat: $0) }
    }

    /// - Parameter first: the first affected beat, counted from the beginning of the segment.
    mutating func add(
        _ kind: SimulatedArtefact.Kind, _ first: Int, _ count: Int,
        _ generator: inout SeededGenerator
    ) {
        for beat in (range.lowerBound + first)..<(range.lowerBound + first + count) {
            guard let index = observedBeats.firstIndex(where: { $0.beat == beat }) else { continue }
            switch kind {
            case .missed:
                observedBeats.remove(at: index)
                // The beat that ends the long interval is identified by it.
                observedBeats[index].kind = .missed
            case .extra:
                let share = Self.randomValue(
                    SimulatedArtefact.Kind.extra.intervalShareRange, &generator)
                let length = Double(truth[beat] - truth[beat - 1])
                let tick = truth[beat - 1] + Int((share * length).rounded())
                observedBeats.insert(ObservedBeat(tick: tick, beat: beat, kind: .extra), at: index)
            default:
                let kind = generator.uniform() < 0.5 ? SimulatedArtefact.Kind.late : .ectopic
                let displacementTicks =
                    (kind == .late ? 1 : -1) * Self.randomValue(kind.intervalShareRange, &generator)
                    * Double(length(at: kind == .late ? beat + 1 : beat))
                observedBeats[index].displacementTicks = Int(displacementTicks.rounded())
                observedBeats[index].tick += observedBeats[index].displacementTicks
                observedBeats[index].kind = kind
            }
        }
    }

    /// The true interval that a beat ends; for the first beat and past the last one the nearest.
    private func length(at beat: Int) -> Int {
        let end = min(max(beat, 1), truth.count - 1)
        return truth[end] - truth[end - 1]
    }

    private static func randomValue(
        _ range: ClosedRange<Double>, _ generator: inout SeededGenerator
    ) -> Double {
        range.lowerBound + generator.uniform() * (range.upperBound - range.lowerBound)
    }

    /// - Parameter firstInterval: number of the first interval in the whole recording.
    func recording(firstInterval: Int) -> (ticks: [Int], artefacts: [SimulatedArtefact]) {
        var artefacts: [SimulatedArtefact] = []
        for (index, observedBeat) in observedBeats.enumerated() {
            guard let kind = observedBeat.kind else { continue }
            // A missed beat is the interval that ends here; of the others both that they bound.
            let begin = max(0, index - 1)
            let end = kind == .missed ? index : min(index + 1, observedBeats.count - 1)
            artefacts.append(
                SimulatedArtefact(
                    kind: kind, beatIndex: observedBeat.beat,
                    intervals: (firstInterval + begin)..<(firstInterval + end),
                    displacementMs: Double(observedBeat.displacementTicks)))
        }
        return (observedBeats.map(\.tick), artefacts)
    }
}
