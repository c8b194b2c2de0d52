import MusicLibrary
import MusicSelection

/// Tracks the person: the heart as its beats come, and every 30 s the state, the context and the
/// need.
struct StateTracker {
    /// The state is estimated as often; s.
    static let estimateIntervalSeconds = 30.0
    /// States are kept so long for what has changed since; s.
    private static let stateRetentionSeconds = 600.0

    private(set) var heartWindow = HeartWindow()
    private(set) var state: StateVector
    private(set) var context = InferredContext(.unknown)
    private(set) var need = MusicNeed.maintain
    let range: HeartRateRange
    private let baseline: HRVBaseline
    private let store: MusicStore
    private let clock: any MusicClock
    private let policy: SelectionPolicy
    private let surroundings: PersonSurroundings?
    private var recentStates: [StateVector] = []
    private var lastEstimateSeconds = -Double.infinity

    /// - Throws: what keeps the library from being read; ``HeartRateRangeError``.
    init(
        _ store: MusicStore, _ clock: any MusicClock, policy: SelectionPolicy,
        surroundings: PersonSurroundings? = nil
    ) throws {
        let now = clock.unixSeconds
        let settings = try store.settings()
        let rates = try store.heartRates(
            sinceMs: Self.milliseconds(now - HRVBaseline.lookbackSeconds))
        range = try settings.range(rates, nowSeconds: now)
        baseline = settings.baseline(
            try store.hrv(sinceMs: Self.milliseconds(now - HRVBaseline.lookbackSeconds)), rates,
            range,
            nowSeconds: now, utcOffsetSeconds: clock.utcOffsetSeconds)
        state = .unknown(timeSeconds: now)
        self.store = store
        self.clock = clock
        self.policy = policy
        self.surroundings = surroundings
    }

    private static func milliseconds(_ seconds: Double) -> Int64 {
        Int64((1000 * seconds).rounded())
    }

    /// True if the data of the heart are stored, and learnt from: they are not of a simulation or
    /// of an old log.
    private var storesHeartData: Bool { !heartWindow.isExcluded(atSeconds: clock.unixSeconds) }

    /// Takes what the heart has said since the last call.
    mutating func collectHeartData(from heart: (any MusicHeartSource)?) throws(MusicStoreError) {
        let now = clock.unixSeconds
        heartWindow.add(heart?.drainBeats() ?? [])
        let new = heartWindow.advance(toSeconds: now)
        guard storesHeartData, !new.heartRates.isEmpty || !new.hrv.isEmpty else { return }
        try store.save(
            heartRates: new.heartRates, hrv: new.hrv, session: heart?.session,
            nowMs: Self.milliseconds(now))
    }

    /// The next call estimates, whenever the last estimate was.
    mutating func invalidateEstimate() { lastEstimateSeconds = -.infinity }

    /// Estimates where it is time.
    mutating func estimateIfDue(_ heart: (any MusicHeartSource)?) throws(MusicStoreError) {
        let now = clock.unixSeconds
        guard now - lastEstimateSeconds >= Self.estimateIntervalSeconds else { return }
        lastEstimateSeconds = now
        let manualContext = try store.manualContext()
        var contextInputs = ContextInputs(
            nowSeconds: now, hour: clock.hour,
            manualContext: manualContext.map {
                ManualContext($0.context, timeSeconds: Double($0.timeMs) / 1000)
            },
            heartRates: heartWindow.heartRates, range: range)
        if let surroundings { contextInputs.apply(surroundings.snapshot(atSeconds: now)) }
        context = ContextInference.context(contextInputs)
        let patterns = try store.patterns(nowMs: Self.milliseconds(now))
        state = StateEstimator.estimate(
            StateInputs(
                nowSeconds: now, heartRates: heartWindow.heartRates, hrv: heartWindow.hrvSamples,
                range: range,
                baseline: baseline, moods: try moods(),
                pattern: patterns[WeekHour(weekday: clock.weekday, hour: clock.hour)],
                context: context.context, contextSources: context.sources))
        need = NeedInference.need(
            state: state, context: context.context, recent: recentStates, policy: policy)
        recentStates.append(state)
        recentStates.removeAll { now - $0.timeSeconds > Self.stateRetentionSeconds }
        guard state.confidence > 0, storesHeartData else { return }
        try store.save(
            energy: state.energyBeforePattern, atMs: Self.milliseconds(now),
            utcOffsetSeconds: clock.utcOffsetSeconds, session: heart?.session)
    }

    /// Returns the person's last statement of their mood; nil where that is too old.
    func mood() throws(MusicStoreError) -> MoodEntry? { try moods().last { $0.mood != nil } }

    private func moods() throws(MusicStoreError) -> [MoodEntry] {
        try store.moods(sinceMs: Self.milliseconds(clock.unixSeconds - MoodEntry.maxAgeSeconds))
    }
}
