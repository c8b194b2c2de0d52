import PhysioDSP
public import PhysioTypes

/// Live verdict on whether a person follows the pacer, as beats and breaths come: to be asked after every breath.
///
/// What it gives is what ``FollowVerdict/init(_:breathing:traces:atSeconds:)`` gives of what was pushed
/// so far. Memory is bounded: two minutes of beats and of seconds of each trace.
///
/// ```swift
/// var follow = LiveFollowVerdict(traces: [.inhaleIsPositive])
/// follow.begin(breath)
/// follow.push(beat)
/// follow.push(volume, atSeconds: time, trace: 0)
/// follow.verdict(atSeconds: now).text
/// ```
public struct LiveFollowVerdict: Sendable, Codable {
    public private(set) var breathing: CommandedBreathing
    /// Latency of the beats: a beat belongs to the breath commanded so long before its time; s.
    /// Samples of a trace have none.
    public var latencySeconds = 0.0
    private var beats = BeatBuffer<NNBeat>(seconds: FollowVerdict.windowSeconds + 1)
    private var traces: [OneSecondTraceMeans]
    private var workspace = HarmonicFit.Workspace()

    /// All but the workspace.
    private enum CodingKeys: String, CodingKey {
        case breathing, latencySeconds, beats, traces
    }

    /// - Parameter traces: what larger values of each trace say; none for the heart rate alone.
    public init(traces: [BreathingTrace.Polarity] = []) {
        self.init(traces: traces, breathing: CommandedBreathing())
    }

    init(traces: [BreathingTrace.Polarity], breathing: CommandedBreathing) {
        self.breathing = breathing
        self.traces = traces.map {
            OneSecondTraceMeans($0, capacity: Int(FollowVerdict.windowSeconds) + 2)
        }
    }

    /// Takes the next commanded breath.
    ///
    /// - Precondition: it begins after the last one.
    public mutating func begin(_ breath: BreathCycle) { breathing.begin(breath) }

    /// Takes the next interval.
    ///
    /// - Precondition: its end is finite and not before the last.
    public mutating func push(_ beat: NNBeat) {
        beats.append(beat)
        beats.removeBeats(before: beat.endSeconds - FollowVerdict.windowSeconds)
    }

    /// Takes what a correction makes of the stream.
    public mutating func revise(_ revision: NNRevision) {
        beats.removeNewest(revision.withdrawnCount)
        for beat in revision.beats { push(beat) }
    }

    /// Takes a sample of a trace; one that is not finite is left out.
    ///
    /// - Parameter trace: its index among those named at creation.
    /// - Precondition: it lies not before the last sample of the trace.
    public mutating func push(_ value: Double, atSeconds time: Double, trace: Int) {
        traces[trace].append(value, atSeconds: time)
    }

    /// Forgets beats, breaths and samples.
    public mutating func reset() {
        beats.removeAll()
        breathing.reset()
        for index in traces.indices { traces[index].removeAll() }
    }

    /// The verdict at a time that is not before anything pushed.
    ///
    /// - Complexity: as of ``FollowVerdict``.
    public mutating func verdict(atSeconds now: Double) -> FollowVerdict {
        let traces = self.traces
        let traceEvidence = traces.map { trace in
            clearerEvidence(trace, now)
        }
        do throws(MissingReason) {
            return FollowVerdict(heart: .success(try heartEvidence(now)), traces: traceEvidence)
        } catch {
            return FollowVerdict(heart: .failure(error), traces: traceEvidence)
        }
    }

    /// Times and values with the phase of the breath.
    private struct Samples {
        var times: [Double] = []
        var values: [Double] = []
        var phases: [Double] = []

        /// Time that the samples cover; s.
        var coveredSeconds: Double {
            zip(times, times.dropFirst()).reduce(0) { sum, step in
                let length = step.1 - step.0
                return length <= FollowVerdict.maxStepSeconds ? sum + length : sum
            }
        }

        mutating func append(_ value: Double, at time: Double, _ breathing: CommandedBreathing) {
            guard let phase = breathing.phase(atSeconds: time) else { return }
            times.append(time)
            values.append(value)
            phases.append(phase)
        }
    }

    /// Returns the evidence of the changes of the heart rate from interval to interval, each at the
    /// beat between them.
    ///
    /// The heart's noise is slow, as a sum of small steps is; its steps are nearly white, so that
    /// rhythms at all rates are judged alike, and a slow one hides no quick one.
    private mutating func heartEvidence(_ now: Double) throws(MissingReason) -> FollowEvidence {
        var samples = Samples()
        var last: NNBeat?
        var (count, correctedCount) = (0, 0)
        for beat in beats.retainedBeats where beat.endSeconds >= now - FollowVerdict.windowSeconds {
            count += 1
            if beat.isCorrected { correctedCount += 1 }
            if let last, beat.isAdjacentToPrevious, !beat.isCorrected, !last.isCorrected {
                samples.append(
                    60_000 / beat.intervalMs - 60_000 / last.intervalMs,
                    at: last.endSeconds - latencySeconds, breathing)
            }
            last = beat
        }
        let share = count > 0 ? Double(correctedCount) / Double(count) : 0
        guard share <= HarmonicCoherence.maxCorrectedShare else {
            throw .corrected(limit: HarmonicCoherence.maxCorrectedShare, found: share)
        }
        return try makeEvidence(samples, now: now, trace: nil)
    }

    /// Returns the evidence of a trace by its values or by their steps from second to second,
    /// whichever is clearer.
    ///
    /// A noisy sensor is judged better by the values; one that drifts by the steps, as the heart is.
    private mutating func clearerEvidence(_ trace: OneSecondTraceMeans, _ now: Double)
        -> FollowEvidence?
    {
        var (values, steps) = (Samples(), Samples())
        var last: OneSecondTraceMeans.OneSecondMean?
        for second in trace.newestMeans where second.time >= now - FollowVerdict.windowSeconds {
            values.append(second.value, at: second.time, breathing)
            if let last, second.number - last.number <= Self.maxTraceStepSeconds {
                steps.append(
                    second.value - last.value, at: 0.5 * (last.time + second.time), breathing)
            }
            last = second
        }
        let candidates = [
            try? makeEvidence(values, now: now, trace: trace.polarity),
            try? makeEvidence(steps, now: now, trace: trace.polarity, isStep: true),
        ]
        return candidates.compactMap { $0 }.max { $0.maxEvidence < $1.maxEvidence }
    }

    /// Whole seconds between two samples of a slow heart; beyond them a step says little of a breath.
    private static let maxTraceStepSeconds = 2.0

    /// - Parameter polarity: of a trace; nil for the heart.
    /// - Parameter isStep: whether these are steps of the trace.
    private mutating func makeEvidence(
        _ samples: Samples, now: Double, trace polarity: BreathingTrace.Polarity?,
        isStep: Bool = false
    ) throws(MissingReason) -> FollowEvidence {
        guard !breathing.breaths.isEmpty else { throw CommandedBreathing.noBreathReason }
        let silenceSeconds = now - (samples.times.last ?? -.infinity)
        guard silenceSeconds <= FollowVerdict.maxSilenceSeconds else {
            throw .notMeasured("nothing was measured just now")
        }
        let coveredSeconds = samples.coveredSeconds
        guard coveredSeconds >= FollowVerdict.minimumCoveredSeconds else {
            throw .tooFew(
                needed: FollowVerdict.minimumCoveredSeconds, found: coveredSeconds, .seconds)
        }
        guard
            let rateEvidence = RateEvidence(
                times: samples.times, values: samples.values, phases: samples.phases,
                workspace: &workspace)
        else { throw .notMeasured("the samples see too few phases of the breath") }
        let last = samples.times.count - 1
        let breathCount = samples.phases[last] - samples.phases[0]
        let minutes = (samples.times[last] - samples.times[0]) / 60
        return FollowEvidence(
            isHeart: polarity == nil, paced: rateEvidence.paced, best: rateEvidence.best,
            bestBreathsPerMinute: rateEvidence.bestBreathsPerMinute,
            pacedBreathsPerMinute: breathCount / minutes,
            lagBreaths: phaseLag(rateEvidence.fit, polarity, isStep: isStep))
    }

    /// Returns the position at which the rhythm peaks, minus the one where it should; steps peak a
    /// quarter of a breath earlier.
    private func phaseLag(
        _ fit: HarmonicFit, _ polarity: BreathingTrace.Polarity?, isStep: Bool
    ) -> Double {
        let peak = -PlatformMath.angle(fit.response) / (2 * .pi)
        guard let polarity else {
            return Self.wrapped(peak - FollowEvidence.heartRateRiseBreathShare, 1)
        }
        let expectedPeak =
            (breathing.breaths.last?.volumePeakBreathShare ?? 0) - (isStep ? 0.25 : 0)
        return Self.wrapped(peak - expectedPeak, polarity == .unknown ? 0.5 : 1)
    }

    /// Returns the value wrapped into half a period either side of 0.
    private static func wrapped(_ value: Double, _ period: Double) -> Double {
        value - period * (value / period).rounded()
    }
}
