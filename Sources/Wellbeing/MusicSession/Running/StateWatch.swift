import MusicLibrary
import MusicSelection

/// How the person is, watched: the heart as it comes, and every 30 s the state, the context and the need.
struct StateWatch {
    /// The state is estimated as often; s.
    static let estimateSeconds = 30.0
    /// States are kept so long for what has changed since; s.
    private static let recentSeconds = 600.0

    private(set) var body = BodyWindow()
    private(set) var state: StateVector
    private(set) var context = InferredContext(.unknown)
    private(set) var need = MusicNeed.maintain
    let range: HeartRateRange
    private let baseline: HRVBaseline
    private let store: MusicStore
    private let clock: any MusicClock
    private let policy: SelectionPolicy
    private let surroundings: PersonSurroundings?
    private var recent: [StateVector] = []
    private var lastEstimate = -Double.infinity

    /// - Throws: what keeps the library from being read; ``HeartRangeError``.
    init(
        _ store: MusicStore, _ clock: any MusicClock, policy: SelectionPolicy,
        surroundings: PersonSurroundings? = nil
    ) throws {
        let now = clock.unixSeconds
        let settings = try store.settings()
        let rates = try store.heartRates(sinceMs: Self.ms(now - HRVBaseline.spanSeconds))
        range = try settings.range(rates, nowSeconds: now)
        baseline = settings.baseline(
            try store.hrv(sinceMs: Self.ms(now - HRVBaseline.spanSeconds)), rates, range,
            nowSeconds: now, utcOffsetSeconds: clock.utcOffsetSeconds)
        state = .unknown(timeSeconds: now)
        self.store = store
        self.clock = clock
        self.policy = policy
        self.surroundings = surroundings
    }

    private static func ms(_ seconds: Double) -> Int64 { Int64((1000 * seconds).rounded()) }

    /// Whether what the heart says is kept, and learnt: it is none of a simulation or of an old log.
    private var keepsHeart: Bool { !body.isExcluded(atSeconds: clock.unixSeconds) }

    /// Takes what the heart has said since the last call.
    mutating func listen(to heart: (any MusicHeart)?) throws(MusicStoreError) {
        let now = clock.unixSeconds
        body.add(heart?.drainBeats() ?? [])
        let new = body.advance(toSeconds: now)
        guard keepsHeart, !new.heartRates.isEmpty || !new.hrv.isEmpty else { return }
        try store.keep(
            heartRates: new.heartRates, hrv: new.hrv, session: heart?.session, nowMs: Self.ms(now))
    }

    /// The next call estimates, whenever the last estimate was.
    mutating func forgetEstimate() { lastEstimate = -.infinity }

    /// Estimates where it is time.
    mutating func estimateWhereDue(_ heart: (any MusicHeart)?) throws(MusicStoreError) {
        let now = clock.unixSeconds
        guard now - lastEstimate >= Self.estimateSeconds else { return }
        lastEstimate = now
        let said = try store.saidContext()
        var situation = ContextInputs(
            nowSeconds: now, hour: clock.hour,
            said: said.map { SaidContext($0.context, timeSeconds: Double($0.timeMs) / 1000) },
            heartRates: body.heartRates, range: range)
        if let surroundings { situation.apply(surroundings.look(atSeconds: now)) }
        context = ContextInference.context(situation)
        let patterns = try store.patterns(nowMs: Self.ms(now))
        state = StateEstimator.estimate(
            StateInputs(
                nowSeconds: now, heartRates: body.heartRates, hrv: body.hrv, range: range,
                baseline: baseline, mood: try mood(),
                pattern: patterns[WeekHour(weekday: clock.weekday, hour: clock.hour)],
                context: context.context, contextSources: context.sources))
        need = NeedInference.need(
            state: state, context: context.context, recent: recent, policy: policy)
        recent.append(state)
        recent.removeAll { now - $0.timeSeconds > Self.recentSeconds }
        guard state.confidence > 0, keepsHeart else { return }
        try store.keep(
            energy: state.energyBeforePattern, atMs: Self.ms(now),
            utcOffsetSeconds: clock.utcOffsetSeconds, session: heart?.session)
    }

    /// What the person said last of their mood; nil where that is too old.
    func mood() throws(MusicStoreError) -> MoodEntry? {
        try store.moods(sinceMs: Self.ms(clock.unixSeconds - MoodEntry.freshSeconds)).last
    }
}
