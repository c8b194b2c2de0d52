import PhysioDSP

/// Artefacts put into simulated beats, with the truth about each.
///
/// The affected beats are drawn at random with no rule of distance: several may follow one another.
/// The first and the last beat are never affected. No two beats change their order.
///
/// ```swift
/// let series = ArtefactSimulation(OscillationSimulation(seed: 1), kinds: [.missed], share: 0.05).run()
/// series.artefacts.count  // 20: of 400
/// ```
public struct ArtefactSimulation: Sendable, Equatable {
    public var beats: OscillationSimulation
    /// Kinds of artefacts, drawn with equal chances.
    public var kinds: [SimulatedArtefact.Kind]
    /// Affected beats as a share of the number of intervals; at least one beat where above 0.
    public var share: Double
    /// Displaces every ectopic and late beat by this share of an interval, instead of a drawn one.
    public var displacementShare: Double?

    /// - Parameter beats: the series that the artefacts are put into; its seed is theirs too.
    public init(_ beats: OscillationSimulation, kinds: [SimulatedArtefact.Kind], share: Double) {
        self.beats = beats
        self.kinds = kinds
        self.share = share
    }

    /// - Precondition: 0 <= share <= 0.5; there is a kind where there are artefacts.
    /// - Complexity: O(n).
    public func run() -> ArtefactSeries {
        precondition(share >= 0 && share <= 0.5, "at most every other beat is at fault")
        precondition(share == 0 || !kinds.isEmpty, "faults have a kind")
        var generator = SeededGenerator(seed: ~beats.seed)
        let truth = beats.run()
        let chosenKinds = drawKinds(truth.count, &generator)
        var recording = ArtefactRecordingBuilder(truth: truth, resolutionMs: beats.resolutionMs)
        for beat in truth.indices {
            guard let kind = chosenKinds[beat] else {
                recording.append(beat)
                continue
            }
            recording.append(beat, kind, drawShare(kind, &generator))
        }
        return recording.series
    }

    /// The kind of artefact of each beat that has one.
    private func drawKinds(_ count: Int, _ generator: inout SeededGenerator) -> [SimulatedArtefact
        .Kind?]
    {
        var chosenKinds = [SimulatedArtefact.Kind?](repeating: nil, count: count)
        guard share > 0, count > 2 else { return chosenKinds }
        var freeBeatIndices = Array(1..<(count - 1))
        let affectedBeatCount = Int((share * Double(count - 1)).rounded())
        for index in 0..<min(max(1, affectedBeatCount), freeBeatIndices.count) {
            let remainingCount = Double(freeBeatIndices.count - index)
            freeBeatIndices.swapAt(index, index + Int(generator.uniform() * remainingCount))
            chosenKinds[freeBeatIndices[index]] =
                kinds[Int(generator.uniform() * Double(kinds.count))]
        }
        return chosenKinds
    }

    private func drawShare(_ kind: SimulatedArtefact.Kind, _ generator: inout SeededGenerator)
        -> Double
    {
        let range = kind.intervalShareRange
        let drawnShare =
            range.lowerBound + generator.uniform() * (range.upperBound - range.lowerBound)
        return kind == .ectopic || kind == .late ? displacementShare ?? drawnShare : drawnShare
    }
}

/// A recording that is being made, beat by beat.
private struct ArtefactRecordingBuilder {
    let truth: [Int]
    let resolutionMs: Double
    private var ticks: [Int] = []
    private var artefacts: [SimulatedArtefact] = []
    /// The time by which beats are late permanently.
    private var shift = 0

    init(truth: [Int], resolutionMs: Double) {
        self.truth = truth
        self.resolutionMs = resolutionMs
        ticks.reserveCapacity(truth.count)
    }

    var series: ArtefactSeries {
        ArtefactSeries(
            ticks: ticks, trueTicks: truth, artefacts: artefacts, resolutionMs: resolutionMs)
    }

    mutating func append(_ beat: Int) {
        ticks.append(truth[beat] + shift)
    }

    mutating func append(_ beat: Int, _ kind: SimulatedArtefact.Kind, _ share: Double) {
        let before = Double(truth[beat] - truth[beat - 1])
        let after = Double(truth[beat + 1] - truth[beat])
        // Index of the next recorded beat: it ends the interval before that index.
        let next = ticks.count
        switch kind {
        case .missed:
            record(kind, beat, next - 1..<next)
        case .extra:
            // After a late beat only what that one left of the interval is there to be split.
            let begin = max(truth[beat - 1] + shift, ticks[next - 1])
            let length = Double(truth[beat] + shift - begin)
            ticks.append(begin + Int((share * length).rounded()))
            append(beat)
            record(kind, beat, next - 1..<next + 1)
        case .ectopic, .late:
            let displacementTicks = Int((kind == .late ? share * after : -share * before).rounded())
            ticks.append(truth[beat] + shift + displacementTicks)
            record(kind, beat, next - 1..<next + 1, displacementTicks: displacementTicks)
        case .long, .short:
            let displacementTicks = Int(
                (kind == .long ? share * before : -share * before).rounded())
            shift += displacementTicks
            append(beat)
            record(kind, beat, next - 1..<next, displacementTicks: displacementTicks)
        }
    }

    private mutating func record(
        _ kind: SimulatedArtefact.Kind, _ beat: Int, _ intervals: Range<Int>,
        displacementTicks: Int = 0
    ) {
        artefacts.append(
            SimulatedArtefact(
                kind: kind, beatIndex: beat, intervals: intervals,
                displacementMs: Double(displacementTicks) * resolutionMs))
    }
}
