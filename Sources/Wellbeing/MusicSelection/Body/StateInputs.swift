/// All that a state is estimated from. Samples may be unsorted and reach further back than needed.
package struct StateInputs: Sendable, Hashable {
    /// Now; s since 1970, UTC.
    package var nowSeconds: Double
    package var heartRates: [HeartRateSample]
    package var hrv: [HRVSample]
    package var range: HeartRateRange
    package var baseline: HRVBaseline
    /// The last mood that was said.
    package var moods: [MoodEntry]
    /// The pattern of this weekday and hour.
    package var pattern: EnergyPattern?
    /// The context now: it decides the formula of focus.
    package var context: MusicContext
    /// The sources of the context.
    package var contextSources: [StateSource]

    package init(
        nowSeconds: Double, heartRates: [HeartRateSample] = [], hrv: [HRVSample] = [],
        range: HeartRateRange, baseline: HRVBaseline = .assumed, moods: [MoodEntry] = [],
        pattern: EnergyPattern? = nil, context: MusicContext = .unknown,
        contextSources: [StateSource] = []
    ) {
        self.nowSeconds = nowSeconds
        self.heartRates = heartRates
        self.hrv = hrv
        self.range = range
        self.baseline = baseline
        self.moods = moods
        self.pattern = pattern
        self.context = context
        self.contextSources = contextSources
    }
}
