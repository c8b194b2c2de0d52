import BeatCorrection
import BeatDetection
import HRVFeatures
import PhysioDSP
import PhysioTypes
public import ResonanceBreathing
public import SensorProtocol

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
/// live.push(.packet(StrapPacket(ticks: [945], arrivalMicroseconds: 900_000)), atMicroseconds: 900_000)
/// live.advance(toMicroseconds: 1_000_000)
/// for output in live.drain() { print(output) }
/// ```
public struct StreamingPipeline: ~Copyable {
    /// A measured interval that the correction has not judged yet.
    struct PendingBeat: Sendable, Codable {
        let index: Int
        let beat: LiveBeat
    }

    /// All that is copied as it is.
    struct State: Sendable, Codable {
        let settings: StreamingSettings
        let startMicroseconds: Int
        var nowMicroseconds: Int
        var totals = SessionTotals()

        var beats = SensorBeatClock()
        var metrics: SlidingMetrics
        var recentBeats = RecentBeats()
        /// The led breathing; nil where no pacer leads.
        var guidedBreathing: GuidedBreathing?

        var pendingBeats: [PendingBeat] = []
        var rawBeatCount = 0
        var lastBeatEndSeconds: Double?
        var deviceHeartRate: Double?
        var hasIntervals = false
        var hasContact = true
        var isLinkUp = true
        var lastBeatMicroseconds: Int?
        var nextSecond = 1
        var pausedMicroseconds = 0
        var pauseStartMicroseconds: Int?
        var hasEnded = false
        var hasRefusedECG = false
        var latency = SensorLatency()

        private enum CodingKeys: String, CodingKey {
            case settings, startMicroseconds, nowMicroseconds, totals, beats, metrics
            case recentBeats = "recent"
            case guidedBreathing = "guided"
            case pendingBeats = "undecided"
            case rawBeatCount = "rawCount"
            case lastBeatEndSeconds = "lastBeatEnd"
            case deviceHeartRate, hasIntervals, hasContact, isLinkUp
            case lastBeatMicroseconds = "heardMicroseconds"
            case nextSecond, pausedMicroseconds
            case pauseStartMicroseconds = "pauseBegan"
            case hasEnded, hasRefusedECG, latency
        }
    }

    var state: State
    var correction = LiveCorrection()
    /// nil before the first of an ECG came.
    var ecg: ECGBeatDetector?
    /// An ECG beside intervals that count; nil before its first block.
    var comparisonECGDetector: ECGBeatDetector?
    private var outputs: [LiveOutput] = []

    /// s.
    static let maxStepSeconds = 120.0
    /// A sensor that was silent so long may have been connected again; us. Links stall for some seconds.
    static let reconnectSilenceMicroseconds = 10_000_000

    /// - Parameter startMicroseconds: the clock of what arrives, at the beginning of the session.
    /// - Throws: where the plan's start rate cannot be breathed.
    public init(
        _ settings: StreamingSettings, startMicroseconds: Int
    ) throws(BreathingError) {
        state = State(
            settings: settings, startMicroseconds: startMicroseconds,
            nowMicroseconds: startMicroseconds,
            metrics: SlidingMetrics(windowSeconds: settings.rmssdWindowSeconds),
            guidedBreathing: try GuidedBreathing(settings))
    }

    public var settings: StreamingSettings { state.settings }
    public var totals: SessionTotals { state.totals }
    /// The time since the session began; s.
    public var seconds: Double { seconds(state.nowMicroseconds) }
    /// The time without pauses; s.
    public var activeSeconds: Double {
        let paused =
            state.pausedMicroseconds
            + (state.pauseStartMicroseconds.map { state.nowMicroseconds - $0 } ?? 0)
        return Double(state.nowMicroseconds - state.startMicroseconds - paused) / 1e6
    }
    public var isPaused: Bool { state.pauseStartMicroseconds != nil }
    /// The pacer that leads; nil where none does.
    public var pacer: (any Pacer)? { state.guidedBreathing?.pacing.pacer }

    /// Returns the outputs since the last call, in their order.
    public mutating func drain() -> [LiveOutput] {
        defer { outputs.removeAll(keepingCapacity: true) }
        return outputs
    }

    private func seconds(_ microseconds: Int) -> Double {
        Double(microseconds - state.startMicroseconds) / 1e6
    }

    // MARK: What arrives

    /// Takes what a sensor says.
    ///
    /// - Parameter now: when; an earlier time than the last one counts as the last one.
    public mutating func push(_ event: SensorEvent, atMicroseconds now: Int) {
        guard !state.hasEnded else { return }
        advance(toMicroseconds: now)
        switch event {
        case .packet(let packet):
            state.isLinkUp = true
            setBeatSource(as: .packets)
            if !packet.isEmpty { recordIntervalArrival() }
            handle(state.beats.push(.packet(packet.shifted(by: state.startMicroseconds))))
        case .beat(let time):
            state.isLinkUp = true
            setBeatSource(as: .timedBeats)
            recordIntervalArrival()
            handle(state.beats.push(.beat(atMicroseconds: time - state.startMicroseconds)))
        case .ecg(let block): pushECG(block)
        case .heartRate(let rate):
            // Who sends intervals is judged by them: some go on with a rate that nothing is behind.
            if !state.hasIntervals { state.lastBeatMicroseconds = state.nowMicroseconds }
            state.deviceHeartRate = rate
        case .contact(let isInContact): state.hasContact = isInContact
        case .respiration(let samples, let rate): pushRespiration(samples, rate)
        case .link(let isUp):
            guard isUp != state.isLinkUp else { return }
            state.isLinkUp = isUp
            if !isUp {
                state.totals.gapCount += 1
                interruptECG()
                forgetLatency()
            }
            handle(state.beats.push(event))
        case .gap:
            state.totals.gapCount += 1
            interruptECG()
            handle(state.beats.push(event))
        case .battery: break
        case .redundant(let event): compare(event)
        }
    }

    mutating func recordIntervalArrival() {
        let silence = state.nowMicroseconds - (state.lastBeatMicroseconds ?? state.nowMicroseconds)
        if silence >= Self.reconnectSilenceMicroseconds { state.guidedBreathing?.reconnect() }
        state.lastBeatMicroseconds = state.nowMicroseconds
        (state.hasIntervals, state.hasContact) = (true, true)
    }

    private mutating func handle(_ events: [StrapClock.Event]) {
        for event in events {
            switch event {
            case .beat(let beat): push(beat)
            case .gap(let from, let to, let count):
                state.totals.gapCount += 1
                let lost = count.map { "about \($0) beats" } ?? "beats"
                emitWarning(
                    "gap",
                    "\(lost) are missing from \(textWithTenths(from)) to \(textWithTenths(to)) s")
            case .lostBeat(let from, let to):
                state.totals.gapCount += 1
                emitWarning(
                    "lost_beat",
                    "a beat is missing between \(textWithTenths(from)) and \(textWithTenths(to)) s")
            case .tooMany(let time):
                emitWarning(
                    "over",
                    "more beats than time came until \(textWithTenths(time)) s: they are left out until it "
                        + "fits again")
            case .duplicate: emitWarning("dup", "a packet came twice: one is counted")
            }
        }
    }

    // MARK: Latency

    /// Takes the name of the device whose beats count; nil where no line says.
    public mutating func setDevice(name: String?) {
        guard name != state.latency.deviceName else { return }
        // Another sensor, not the first one's introduction.
        if state.latency.deviceName != nil { forgetLatency() }
        state.latency.deviceName = name
        updateLatencyPrior()
    }

    /// Nothing measured of the latency holds for what comes next.
    private mutating func forgetLatency() {
        state.guidedBreathing?.reconnect()
        state.latency.disconnect()
        comparisonECGDetector = nil
    }

    mutating func setBeatSource(as source: SensorLatency.Source) {
        guard source != state.latency.source else { return }
        state.latency.source = source
        updateLatencyPrior()
    }

    mutating func updateLatencyPrior() {
        let prior = state.latency.prior(state.settings.knownLatencies ?? [:])
        state.guidedBreathing?.expectLatency(prior)
    }

    mutating func push(_ beat: StrapClock.Beat, isNormal: Bool = true) {
        compare(beat)
        let end = max(beat.endSeconds, state.lastBeatEndSeconds ?? -.infinity)
        state.lastBeatEndSeconds = end
        state.totals.beatCount += 1
        state.pendingBeats.append(
            PendingBeat(
                index: state.rawBeatCount,
                beat: LiveBeat(timeSeconds: end, intervalMs: beat.intervalMs, artefact: nil)))
        // Before the first one nothing is missing.
        let isAfterGap = beat.isAfterGap && state.rawBeatCount > 0
        state.rawBeatCount += 1
        var marks: RRSeries.Marks = isNormal ? [] : .notNormal
        if isAfterGap { marks.insert(.afterGap) }
        revise(
            correction.push(
                intervalMs: beat.intervalMs, endSeconds: end,
                marks: marks))
    }

    private mutating func revise(_ revision: NNRevision) {
        state.totals.correctedCount += revision.beats.count { $0.isCorrected }
        // Some that are withdrawn may have been counted before the session began.
        let withdrawnCorrectedCount = state.recentBeats.beats.suffix(revision.withdrawnCount).count
        {
            $0.isCorrected
        }
        state.totals.correctedCount = max(0, state.totals.correctedCount - withdrawnCorrectedCount)
        state.metrics.revise(revision)
        state.recentBeats.revise(revision)
        state.guidedBreathing?.revise(revision)
        emitBeats(revision)
    }

    /// Every measured interval is reported once, when the correction first speaks of it.
    private mutating func emitBeats(_ revision: NNRevision) {
        let lastDecidedIndex = max(
            revision.beats.last?.rawIndex ?? -1, revision.events.last?.beatIndex ?? -1)
        emitBeats(throughIndex: lastDecidedIndex, revision.events)
    }

    private mutating func emitBeats(throughIndex lastDecidedIndex: Int, _ events: [CorrectionEvent])
    {
        while let first = state.pendingBeats.first, first.index <= lastDecidedIndex {
            let artefact = events.first { $0.beatIndex == first.index }?.kind
            outputs.append(
                .beat(
                    LiveBeat(
                        timeSeconds: first.beat.timeSeconds, intervalMs: first.beat.intervalMs,
                        artefact: artefact)))
            state.pendingBeats.removeFirst()
        }
    }

    private mutating func pushRespiration(_ samples: [Double], _ rate: Double) {
        guard rate > 0, rate.isFinite else { return }
        let now = seconds
        for (index, sample) in samples.enumerated() {
            state.guidedBreathing?.push(
                volume: sample, atSeconds: now - Double(samples.count - 1 - index) / rate)
        }
    }

    /// Pacing stops, and time does not count, until ``resume(atMicroseconds:)``; beats go on.
    public mutating func pause(atMicroseconds now: Int) {
        advance(toMicroseconds: now)
        guard state.pauseStartMicroseconds == nil, !state.hasEnded else { return }
        state.pauseStartMicroseconds = state.nowMicroseconds
        stopPacing()
    }

    public mutating func resume(atMicroseconds time: Int) {
        advance(toMicroseconds: time)
        guard let pauseStart = state.pauseStartMicroseconds, !state.hasEnded else { return }
        state.pausedMicroseconds += state.nowMicroseconds - pauseStart
        state.pauseStartMicroseconds = nil
        resetTotalsBeforeStart()
        let now = seconds
        state.guidedBreathing?.begin(atSeconds: now)
    }

    /// Resets the totals while the first second is not full: what came in a pause until then
    /// belongs to the checks before the session, and does not count.
    private mutating func resetTotalsBeforeStart() {
        if state.nextSecond == 1 { state.totals = SessionTotals() }
    }

    private mutating func stopPacing() {
        if state.guidedBreathing?.pacing.isPacing == true { outputs.append(.stop) }
        state.guidedBreathing?.stop()
    }

    mutating func emitWarning(_ code: String, _ text: String) {
        outputs.append(.notice(Notice(.warning, code: code, text)))
    }

    func textWithTenths(_ value: Double) -> String { "\((10 * value).rounded() / 10)" }

    // MARK: What time brings

    /// Time at which ``advance(toMicroseconds:)`` has something to report next: the figures of a full second,
    /// a breath or a cue; us, on the clock of what arrives; nil in a pause and after the end.
    package var dueMicroseconds: Int? {
        guard !isPaused, !state.hasEnded else { return nil }
        let secondsLeft = Double(state.nextSecond) - activeSeconds
        let second = state.nowMicroseconds + Int((secondsLeft * 1e6).rounded())
        guard let cue = state.guidedBreathing?.pacing.dueSeconds else { return second }
        // What is reported at a time is reported just behind it, not by rounding just before.
        return min(second, state.startMicroseconds + Int((cue * 1e6).rounded(.up)) + 1)
    }

    /// Advances time: breaths and cues that are due, and the figures of every full second.
    ///
    /// Where more than ``maxStepSeconds`` pass at once, as when a clock is set, what lies between is
    /// not reported.
    public mutating func advance(toMicroseconds now: Int) {
        guard now > state.nowMicroseconds, !state.hasEnded else { return }
        skip(to: now)
        while !isPaused {
            let secondsLeft = Double(state.nextSecond) - activeSeconds
            let due = state.nowMicroseconds + Int((secondsLeft * 1e6).rounded())
            guard due <= now else { break }
            state.nowMicroseconds = max(due, state.nowMicroseconds)
            advancePacing()
            emitFigures()
            state.nextSecond += 1
        }
        state.nowMicroseconds = now
        advancePacing()
    }

    private mutating func skip(to now: Int) {
        let skippedSeconds = Double(now - state.nowMicroseconds) / 1e6 - Self.maxStepSeconds
        guard skippedSeconds > 0, !isPaused else { return }
        handle(state.beats.interrupt())
        interruptECG()
        state.pausedMicroseconds += Int(skippedSeconds * 1e6)
        state.nowMicroseconds += Int(skippedSeconds * 1e6)
    }

    private mutating func advancePacing() {
        guard !isPaused else { return }
        let now = seconds
        state.guidedBreathing?.advance(toSeconds: now, into: &outputs)
    }

    private mutating func emitFigures() {
        let figures = figures()
        state.totals.add(figures)
        outputs.append(.figures(figures))
    }

    /// Ends the session: what waits is decided, and pacing stops.
    public mutating func end(atMicroseconds now: Int) {
        guard !state.hasEnded else { return }
        advance(toMicroseconds: now)
        handle(state.beats.interrupt())
        interruptECG()
        revise(correction.finish())
        // What was left out for want of a rhythm was measured all the same.
        emitBeats(throughIndex: .max, [])
        stopPacing()
        if state.pauseStartMicroseconds != nil { resetTotalsBeforeStart() }
        state.totals.durationSeconds = activeSeconds
        state.totals.breathCount = state.guidedBreathing?.breathCount ?? 0
        state.totals.resonance = pacer?.finding
        state.totals.latency =
            (state.latency.source == .packets ? pacer?.latency : nil)
            ?? state.latency.comparedDeviceLatency
        state.hasEnded = true
    }
}
