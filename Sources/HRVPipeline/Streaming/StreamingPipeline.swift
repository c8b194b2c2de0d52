import BeatCorrection
import HRVFeatures
import PhysioDSP
public import PhysioRecordings
import PhysioTypes
public import ResonanceBreathing

/// A live session: what arrives goes in, and what to say and show comes out.
///
/// Beats get their times (``StrapClock``), are corrected as they come (`LiveCorrection`), and every
/// figure, the pacer and its cues follow from them. It has no clock: times come with what arrives, and
/// by ``advance(toMicroseconds:)``, to be called every 250 ms. The same calls give the same answers, to
/// the last bit.
///
/// Times in what it gives are seconds since the session began, pauses included.
///
/// ```swift
/// var live = StreamingPipeline(settings, startMicroseconds: 0)
/// live.take(.packet(StrapPacket(ticks: [945], arrivalMicroseconds: 900_000)), atMicroseconds: 900_000)
/// live.advance(toMicroseconds: 1_000_000)
/// for output in live.drain() { print(output) }
/// ```
public struct StreamingPipeline: ~Copyable {
    public let settings: StreamingSettings
    public private(set) var totals = SessionTotals()

    private let startMicroseconds: Int
    private var nowMicroseconds: Int
    private var outputs: [LiveOutput] = []

    private var beats = SensorBeats()
    private var correction = LiveCorrection()
    private var metrics: SlidingMetrics
    private var recent = RecentBeats()
    /// nil where nobody leads.
    private var guided: GuidedBreathing?

    /// Measured intervals that the correction has not judged yet.
    private var undecided: [(index: Int, beat: LiveBeat)] = []
    private var rawCount = 0
    private var lastBeatEnd: Double?
    private var deviceHeartRate: Double?
    private var hasIntervals = false
    private var hasContact = true
    private var isLinkUp = true
    private var heardMicroseconds: Int?
    private var nextSecond = 1
    private var pausedMicroseconds = 0
    private var pauseBegan: Int?
    private var hasEnded = false

    /// s.
    static let longestStepSeconds = 120.0
    /// Silence for which the last beats still speak: straps keep intervals for some seconds; s.
    static let deliverySeconds = 5.0
    /// Of the heart rate shown; s.
    static let heartRateSeconds = 3.0
    static let leastDifferences = 10
    static let leastCoverage = 0.9
    static let mostCorrected = 0.2

    /// - Parameter startMicroseconds: the clock of what arrives, at the beginning of the session.
    /// - Throws: where the plan's start rate cannot be breathed.
    public init(
        _ settings: StreamingSettings, startMicroseconds: Int
    ) throws(BreathingError) {
        self.settings = settings
        self.startMicroseconds = startMicroseconds
        nowMicroseconds = startMicroseconds
        metrics = SlidingMetrics(windowSeconds: settings.rmssdWindowSeconds)
        guided = try GuidedBreathing(settings)
    }

    /// Since the session began; s.
    public var seconds: Double { seconds(nowMicroseconds) }
    /// Without pauses; s.
    public var activeSeconds: Double {
        let paused = pausedMicroseconds + (pauseBegan.map { nowMicroseconds - $0 } ?? 0)
        return Double(nowMicroseconds - startMicroseconds - paused) / 1e6
    }
    public var isPaused: Bool { pauseBegan != nil }
    /// The one that leads; nil where nobody does.
    public var pacer: (any Pacer)? { guided?.pacing.pacer }

    /// What there is to say since the last call, in its order.
    public mutating func drain() -> [LiveOutput] {
        defer { outputs.removeAll(keepingCapacity: true) }
        return outputs
    }

    private func seconds(_ microseconds: Int) -> Double {
        Double(microseconds - startMicroseconds) / 1e6
    }

    // MARK: What arrives

    /// Takes what a sensor says.
    ///
    /// - Parameter now: when; an earlier time than the last one counts as the last one.
    public mutating func take(_ event: SensorEvent, atMicroseconds now: Int) {
        guard !hasEnded else { return }
        advance(toMicroseconds: now)
        switch event {
        case .packet(let packet):
            isLinkUp = true
            if !packet.isEmpty { hearIntervals() }
            handle(beats.take(.packet(packet.shifted(by: startMicroseconds))))
        case .beat(let time):
            isLinkUp = true
            hearIntervals()
            handle(beats.take(.beat(atMicroseconds: time - startMicroseconds)))
        case .heartRate(let rate):
            // Who sends intervals is judged by them: some go on with a rate that nothing is behind.
            if !hasIntervals { heardMicroseconds = nowMicroseconds }
            deviceHeartRate = rate
        case .contact(let touches): hasContact = touches
        case .respiration(let samples, let rate): takeRespiration(samples, rate)
        case .link(let isUp):
            guard isUp != isLinkUp else { return }
            isLinkUp = isUp
            if !isUp { totals.gapCount += 1 }
            handle(beats.take(event))
        case .gap:
            totals.gapCount += 1
            handle(beats.take(event))
        case .battery: break
        }
    }

    private mutating func hearIntervals() {
        heardMicroseconds = nowMicroseconds
        (hasIntervals, hasContact) = (true, true)
    }

    private mutating func handle(_ events: [StrapClock.Event]) {
        for event in events {
            switch event {
            case .beat(let beat): take(beat)
            case .gap(let from, let to, let count):
                totals.gapCount += 1
                let lost = count.map { "about \($0) beats" } ?? "beats"
                note("gap", "\(lost) are missing from \(tenths(from)) to \(tenths(to)) s")
            case .lostBeat(let from, let to):
                totals.gapCount += 1
                note("lost_beat", "a beat is missing between \(tenths(from)) and \(tenths(to)) s")
            case .tooMany(let time):
                note(
                    "over",
                    "more beats than time came until \(tenths(time)) s: they are left out until it "
                        + "fits again")
            case .duplicate: note("dup", "a packet came twice: one is counted")
            }
        }
    }

    private mutating func take(_ beat: StrapClock.Beat) {
        let end = max(beat.endSeconds, lastBeatEnd ?? -.infinity)
        lastBeatEnd = end
        totals.beatCount += 1
        undecided.append(
            (
                rawCount,
                LiveBeat(timeSeconds: end, intervalMs: beat.intervalMs, fault: nil)
            ))
        // Before the first one nothing is missing.
        let isAfterGap = beat.isAfterGap && rawCount > 0
        rawCount += 1
        revise(
            correction.push(
                intervalMs: beat.intervalMs, endSeconds: end,
                marks: isAfterGap ? .afterGap : []))
    }

    private mutating func revise(_ revision: NNRevision) {
        totals.correctedCount += revision.beats.count { $0.isCorrected }
        totals.correctedCount -=
            recent.beats.suffix(revision.withdrawnCount).count { $0.isCorrected }
        metrics.revise(revision)
        recent.revise(revision)
        guided?.revise(revision)
        tellBeats(revision)
    }

    /// Every measured interval is told once, when the correction first speaks of it.
    private mutating func tellBeats(_ revision: NNRevision) {
        let decided = max(
            revision.beats.last?.rawIndex ?? -1, revision.events.last?.beatIndex ?? -1)
        tellBeats(upTo: decided, revision.events)
    }

    private mutating func tellBeats(upTo decided: Int, _ events: [CorrectionEvent]) {
        while let first = undecided.first, first.index <= decided {
            let fault = events.first { $0.beatIndex == first.index }?.kind
            outputs.append(
                .beat(
                    LiveBeat(
                        timeSeconds: first.beat.timeSeconds, intervalMs: first.beat.intervalMs,
                        fault: fault)))
            undecided.removeFirst()
        }
    }

    private mutating func takeRespiration(_ samples: [Double], _ rate: Double) {
        guard rate > 0, rate.isFinite else { return }
        let now = seconds
        for (index, sample) in samples.enumerated() {
            guided?.push(
                volume: sample, atSeconds: now - Double(samples.count - 1 - index) / rate)
        }
    }

    /// Pacing stops, and time does not count, until ``resume(atMicroseconds:)``; beats go on.
    public mutating func pause(atMicroseconds now: Int) {
        advance(toMicroseconds: now)
        guard pauseBegan == nil, !hasEnded else { return }
        pauseBegan = nowMicroseconds
        stopPacing()
    }

    public mutating func resume(atMicroseconds time: Int) {
        advance(toMicroseconds: time)
        guard let began = pauseBegan, !hasEnded else { return }
        pausedMicroseconds += nowMicroseconds - began
        pauseBegan = nil
        let now = seconds
        guided?.begin(atSeconds: now)
    }

    private mutating func stopPacing() {
        if guided?.pacing.isPacing == true { outputs.append(.stop) }
        guided?.stop()
    }

    private mutating func note(_ code: String, _ text: String) {
        outputs.append(.notice(Notice(.warning, code: code, text)))
    }

    private func tenths(_ value: Double) -> String { "\((10 * value).rounded() / 10)" }

    // MARK: What time brings

    /// Lets time go on: breaths and cues that are due, and the figures of every full second.
    ///
    /// Where more than ``longestStepSeconds`` pass at once, as when a clock is set, what lies between is
    /// not told.
    public mutating func advance(toMicroseconds now: Int) {
        guard now > nowMicroseconds, !hasEnded else { return }
        skip(to: now)
        while !isPaused {
            let left = Double(nextSecond) - activeSeconds
            let due = nowMicroseconds + Int((left * 1e6).rounded())
            guard due <= now else { break }
            nowMicroseconds = max(due, nowMicroseconds)
            pace()
            tellFigures()
            nextSecond += 1
        }
        nowMicroseconds = now
        pace()
    }

    private mutating func skip(to now: Int) {
        let skipped = Double(now - nowMicroseconds) / 1e6 - Self.longestStepSeconds
        guard skipped > 0, !isPaused else { return }
        handle(beats.interrupt())
        pausedMicroseconds += Int(skipped * 1e6)
        nowMicroseconds += Int(skipped * 1e6)
    }

    private mutating func pace() {
        guard !isPaused else { return }
        let now = seconds
        guided?.advance(toSeconds: now, into: &outputs)
    }

    private mutating func tellFigures() {
        let figures = figures()
        totals.add(figures)
        outputs.append(.figures(figures))
    }

    /// Ends the session: what waits is decided, and pacing stops.
    public mutating func end(atMicroseconds now: Int) {
        guard !hasEnded else { return }
        advance(toMicroseconds: now)
        handle(beats.interrupt())
        revise(correction.finish())
        // What was left out for want of a rhythm was measured all the same.
        tellBeats(upTo: .max, [])
        stopPacing()
        totals.durationSeconds = activeSeconds
        totals.breathCount = guided?.breathCount ?? 0
        totals.resonance = pacer?.finding
        hasEnded = true
    }

    // MARK: Figures

    private var stream: LiveFigures.Stream {
        guard isLinkUp else { return .lost }
        let silence = Double(nowMicroseconds - (heardMicroseconds ?? startMicroseconds)) / 1e6
        if silence >= LiveFigures.lostSeconds { return .lost }
        if !hasContact { return .noContact }
        return silence >= LiveFigures.staleSeconds ? .stale : .ok
    }

    /// Why no figure holds, whatever it is.
    private var nothingHolds: MissingReason? {
        switch stream {
        case .ok: nil
        case .stale: .notMeasured("nothing came for \(Int(LiveFigures.staleSeconds)) s")
        case .lost: .notMeasured("the device is not heard")
        case .noContact: .notMeasured("the electrodes do not touch the skin")
        }
    }

    /// Everything as of now.
    ///
    /// - Complexity: that of one harmonic fit.
    public mutating func figures() -> LiveFigures {
        let window = settings.rmssdWindowSeconds
        let (coverage, corrected) = recent.quality(
            windowSeconds: window, atSeconds: seconds, delaySeconds: Self.deliverySeconds)
        let unpaced = LiveFigures.Figure(missing: .notMeasured("nobody paces"))
        return LiveFigures(
            sessionSeconds: activeSeconds, heartRate: heartRate(),
            rmssd: rmssd(coverage, corrected), rmssdWindowSeconds: window,
            coherence: holding(intervals: true) { $0?.score() ?? unpaced },
            coherenceWindowSeconds: LiveHarmonicCoherence.windowSeconds,
            breathsPerMinute: guided?.commanded, pacing: guided?.state ?? .none,
            phase: pacer?.phase, resonance: guided?.resonance ?? unpaced,
            resonanceDeviation: guided?.resonanceDeviation,
            respiration: holding(intervals: false) { $0?.respiration ?? unpaced },
            follows: guided?.verdict?.answer, coverage: coverage, correctedShare: corrected,
            stream: stream)
    }

    /// A figure, unless nothing holds.
    private mutating func holding(
        intervals: Bool, _ figure: (inout GuidedBreathing?) -> LiveFigures.Figure
    ) -> LiveFigures.Figure {
        if let nothingHolds { return .init(missing: nothingHolds) }
        if intervals, !hasIntervals { return .init(missing: Self.noIntervals) }
        if intervals, seconds - (lastBeatEnd ?? 0) > LiveFigures.staleSeconds {
            return .init(missing: .notMeasured("no beat came lately"))
        }
        return figure(&guided)
    }

    private static let noIntervals = MissingReason.notMeasured(
        "the device sends no R-R intervals")

    private func heartRate() -> LiveFigures.Figure {
        if let nothingHolds { return .init(missing: nothingHolds) }
        guard hasIntervals else {
            return .init(deviceHeartRate, else: .notMeasured("no beat came yet"))
        }
        guard let last = lastBeatEnd, seconds - last <= LiveFigures.staleSeconds else {
            return .init(missing: .notMeasured("no beat came lately"))
        }
        return .init(
            recent.heartRateBpm(seconds: Self.heartRateSeconds),
            else: .notMeasured("no beat came yet"))
    }

    private func rmssd(_ coverage: Double, _ corrected: Double) -> LiveFigures.Figure {
        if let reason = nothingHolds ?? unfit(coverage, corrected) {
            return .init(missing: reason)
        }
        guard metrics.differenceCount >= Self.leastDifferences else {
            return .init(
                missing: .tooFew(
                    needed: Double(Self.leastDifferences), found: Double(metrics.differenceCount),
                    .differences))
        }
        return .init(metrics.rmssdMs, else: .zeroDenominator)
    }

    private func unfit(_ coverage: Double, _ corrected: Double) -> MissingReason? {
        if !hasIntervals { return Self.noIntervals }
        if coverage < Self.leastCoverage {
            return .coverage(needed: Self.leastCoverage, found: coverage)
        }
        return corrected > Self.mostCorrected
            ? .corrected(limit: Self.mostCorrected, found: corrected) : nil
    }
}
