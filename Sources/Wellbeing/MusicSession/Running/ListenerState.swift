package import Foundation
package import MusicLibrary
package import MusicSelection

/// The facts known about the person at one moment, from the data that the library stores: the
/// state, the context and the need.
package struct ListenerState {
    package let nowSeconds: Double
    package let utcOffsetSeconds: Int
    /// Hour of the person's clock, 0 to 23.
    package let hour: Int
    package let range: HeartRateRange
    package let baseline: HRVBaseline
    package let state: StateVector
    package let context: InferredContext
    package let surroundings: Surroundings
    package let need: MusicNeed
    /// The last heart rate of 5 min; 1/min.
    package let lastHeartRateBpm: Double?
    package let preferences: SelectionPreferences
    /// -1 to 1.
    package let nudge: Double

    /// The time before now whose changes make a need a transition, and the time between two
    /// estimates; s.
    private static let changeSeconds = 300.0
    private static let estimateIntervalSeconds = 30.0
    /// The times before now whose samples count for the context, and for the states of the last
    /// minutes; s.
    private static let contextLookbackSeconds = 1800.0
    private static let stateLookbackSeconds = 900.0

    /// - Parameter importedRestBpm: asked for where the person has set no rate at rest.
    /// - Throws: what keeps the library from being read; ``HeartRateRangeError``.
    package init(
        _ store: MusicStore, policy: SelectionPolicy, nowSeconds now: Double,
        zone: TimeZone = .current, surroundings: Surroundings = Surroundings(),
        importedRestBpm: () throws -> Double? = { nil }
    ) throws {
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: now))
        let wallSeconds = Int(now.rounded(.down)) + offset
        let hour = (wallSeconds / 3600 % 24 + 24) % 24
        func unixMsAgo(_ seconds: Double) -> Int64 { Int64(1000 * (now - seconds)) }
        let rates = try store.heartRates(sinceMs: unixMsAgo(HRVBaseline.lookbackSeconds)).filter {
            $0.timeSeconds <= now
        }
        let hrv = try store.hrv(sinceMs: unixMsAgo(HRVBaseline.lookbackSeconds))
        let settings = try store.settings()
        let range = try settings.range(
            rates, nowSeconds: now, importedRestBpm: importedRestBpm)
        let baseline = settings.baseline(
            hrv, rates, range, nowSeconds: now, utcOffsetSeconds: offset)
        let manualContext = try store.manualContext().map {
            ManualContext($0.context, timeSeconds: Double($0.timeMs) / 1000)
        }
        let recentRates = rates.filter { now - $0.timeSeconds < Self.contextLookbackSeconds }
        var contextInputs = ContextInputs(
            nowSeconds: now, hour: hour, manualContext: manualContext, heartRates: recentRates,
            range: range)
        contextInputs.apply(surroundings)
        let context = ContextInference.context(contextInputs)
        let weekday = (wallSeconds / 86_400 + 3) % 7 + 1
        var inputs = StateInputs(
            nowSeconds: now, heartRates: recentRates,
            hrv: hrv.filter { now - $0.timeSeconds < Self.stateLookbackSeconds }, range: range,
            baseline: baseline,
            moods: try store.moods(sinceMs: unixMsAgo(MoodEntry.maxAgeSeconds)),
            pattern: try store.patterns(nowMs: unixMsAgo(0))[
                WeekHour(weekday: weekday, hour: hour)],
            context: context.context, contextSources: context.sources)
        let state = StateEstimator.estimate(inputs)
        var earlier: [StateVector] = []
        for back in stride(
            from: Self.estimateIntervalSeconds, through: Self.changeSeconds,
            by: Self.estimateIntervalSeconds)
        {
            inputs.nowSeconds = now - back
            earlier.append(StateEstimator.estimate(inputs))
        }
        nudge = try store.nudge().value(atSeconds: now)
        preferences = SelectionPreferences(settings.preferences)
        nowSeconds = now
        utcOffsetSeconds = offset
        self.hour = hour
        self.range = range
        self.baseline = baseline
        self.state = state
        self.context = context
        self.surroundings = surroundings
        need = NeedInference.need(
            state: state, context: context.context, recent: earlier, policy: policy)
        lastHeartRateBpm = rates.last { now - $0.timeSeconds < Self.changeSeconds }?.bpm
    }

    /// The moment as a choice needs it.
    package var choice: ChoiceConditions {
        ChoiceConditions(
            nowSeconds: nowSeconds, hour: hour, state: state, nudge: nudge,
            context: context.context,
            need: need, preferences: preferences)
    }
}
