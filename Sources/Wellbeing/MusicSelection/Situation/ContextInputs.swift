/// A person's statement of what they do.
package struct ManualContext: Sendable, Hashable {
    /// The time for which the statement holds; s. A choice of our own.
    package static let maxAgeSeconds = 3600.0

    package var context: MusicContext
    /// s since 1970, UTC.
    package var timeSeconds: Double

    package init(_ context: MusicContext, timeSeconds: Double) {
        self.context = context
        self.timeSeconds = timeSeconds
    }
}

/// All that a context is inferred from; what is not known is nil, and never guessed.
package struct ContextInputs: Sendable, Hashable {
    /// Now; s since 1970, UTC.
    package var nowSeconds: Double
    /// Hour of the person's clock, 0 to 23.
    package var hour: Int
    package var manualContext: ManualContext?
    /// True if a workout runs that the person stated or that is timed.
    package var isWorkout: Bool
    /// End of the last workout; s since 1970, UTC.
    package var workoutEndSeconds: Double?
    /// True if the calendar has a busy event now that is not of the whole day; nil without a
    /// calendar.
    package var isBusy: Bool?
    /// Reports of the last 30 min, also of motion.
    package var desktop: [DesktopReport]
    /// Heart rates of the last 30 min.
    package var heartRates: [HeartRateSample]
    package var range: HeartRateRange

    package init(
        nowSeconds: Double, hour: Int, manualContext: ManualContext? = nil, isWorkout: Bool = false,
        workoutEndSeconds: Double? = nil, isBusy: Bool? = nil, desktop: [DesktopReport] = [],
        heartRates: [HeartRateSample] = [], range: HeartRateRange
    ) {
        self.nowSeconds = nowSeconds
        self.hour = hour
        self.manualContext = manualContext
        self.isWorkout = isWorkout
        self.workoutEndSeconds = workoutEndSeconds
        self.isBusy = isBusy
        self.desktop = desktop
        self.heartRates = heartRates
        self.range = range
    }
}

/// A context, and what it was taken from.
package struct InferredContext: Sendable, Hashable {
    package var context: MusicContext
    package var sources: [StateSource]
    /// True if the person stated the context.
    package var isManual: Bool

    package init(_ context: MusicContext, sources: [StateSource] = [], isManual: Bool = false) {
        self.context = context
        self.sources = sources
        self.isManual = isManual
    }
}
