/// A state of body and mind from a heart, a mood and the hour's pattern.
///
/// Every value is clamped to 0...1 after each step, in the order of the steps below. Samples that are not sound
/// (``HRVSample/counts``), lie in the future, or measure another thing than the baseline are left out.
package enum StateEstimator {
    /// Samples of heart rate reach so far back; s.
    static let heartRateLookbackSeconds = 300.0
    /// Samples of heart rate variability reach so far back; s.
    static let hrvLookbackSeconds = 600.0
    /// The number of samples from which a slope counts.
    static let minSlopeSampleCount = 3

    package static func estimate(_ inputs: StateInputs) -> StateVector {
        let heart = heartRates(inputs)
        let hrv = usableHRVSamples(inputs)
        let (mood, energy) = MoodEntry.current(inputs.moods, atSeconds: inputs.nowSeconds)
        let pattern = inputs.pattern.flatMap { $0.isUsable ? $0 : nil }
        var state = StateVector.unknown(timeSeconds: inputs.nowSeconds)
        state.sources = sources(
            inputs, heart: !heart.isEmpty, hrv: !hrv.isEmpty, mood: mood != nil || energy != nil,
            pattern: pattern != nil)
        if state.sources.isEmpty && inputs.context == .unknown { return state }
        (state.arousal, state.arousalConfidence) = arousal(heart, inputs.range)
        (state.stress, state.stressConfidence) = stress(hrv, inputs.baseline)
        state.energy = clamped(0.6 * state.arousal + 0.4 * (1 - state.stress))
        state.focus = focus(state, inputs.context)
        state.valence = clamped(0.5 - 0.3 * state.stress)
        if let mood { state.valence = clamped(blend(state.valence, mood, 0.7)) }
        if let energy { state.energy = clamped(blend(state.energy, energy, 0.5)) }
        state.energyBeforePattern = state.energy
        if let pattern { state.energy = clamped(blend(state.energy, pattern.meanEnergy, 0.2)) }
        state.confidence = (state.arousalConfidence + state.stressConfidence) / 2
        return state
    }

    // MARK: Parts

    private static func arousal(
        _ samples: [HeartRateSample], _ range: HeartRateRange
    ) -> (value: Double, confidence: Double) {
        guard let last = samples.last else { return (0.5, 0) }
        var value = clamped(range.ratio(last.bpm))
        if samples.count >= minSlopeSampleCount {
            let slope = slopePerMinute(samples.map { ($0.timeSeconds, range.ratio($0.bpm)) })
            value = clamped(value + 0.1 * slope)
        }
        let quality = samples.reduce(0) { $0 + clamped($1.quality) } / Double(samples.count)
        return (value, min(1, Double(samples.count) / 10) * quality)
    }

    private static func stress(
        _ samples: [HRVSample], _ baseline: HRVBaseline
    ) -> (value: Double, confidence: Double) {
        guard let last = samples.last else { return (0.5, 0) }
        var value = clamped(1 - 0.6 * last.valueMs / baseline.valueMs)
        if samples.count >= minSlopeSampleCount {
            let slope = slopePerMinute(
                samples.map { ($0.timeSeconds, $0.valueMs / baseline.valueMs) })
            value = clamped(value - 0.05 * slope)
        }
        let countConfidence = min(1, Double(samples.count) / 5)
        return (value, baseline.origin == .assumed ? countConfidence / 2 : countConfidence)
    }

    /// .1 more for a calm heart outside of work and workouts; a choice of our own where the design is silent.
    private static func focus(_ state: StateVector, _ context: MusicContext) -> Double {
        switch context {
        case .deepWork: clamped(0.8 - 0.3 * state.stress)
        case .workout: 0.3
        default:
            clamped(clamped(0.5 - 0.2 * state.stress) + (state.arousal < 0.4 ? 0.1 : 0))
        }
    }

    // MARK: Samples

    private static func heartRates(_ inputs: StateInputs) -> [HeartRateSample] {
        inputs.heartRates
            .filter {
                $0.isValid && isRecent($0.timeSeconds, inputs.nowSeconds, heartRateLookbackSeconds)
            }
            .sorted { $0.timeSeconds < $1.timeSeconds }
    }

    private static func usableHRVSamples(_ inputs: StateInputs) -> [HRVSample] {
        let baseline = inputs.baseline
        guard baseline.valueMs.isFinite, baseline.valueMs > 0 else { return [] }
        return inputs.hrv
            .filter {
                $0.counts && $0.measure == baseline.measure
                    && isRecent($0.timeSeconds, inputs.nowSeconds, hrvLookbackSeconds)
            }
            .sorted { $0.timeSeconds < $1.timeSeconds }
    }

    private static func isRecent(_ time: Double, _ now: Double, _ span: Double) -> Bool {
        time <= now && now - time < span
    }

    private static func sources(
        _ inputs: StateInputs, heart: Bool, hrv: Bool, mood: Bool, pattern: Bool
    ) -> [StateSource] {
        var all = Set(inputs.contextSources)
        if heart { all.insert(.heartRate) }
        if hrv { all.insert(.hrv) }
        if mood { all.insert(.manualMood) }
        if pattern { all.insert(.historicalPattern) }
        return all.sorted()
    }

    /// Slope of the least-squares line, per minute; 0 where all times are one.
    static func slopePerMinute(_ points: [(seconds: Double, value: Double)]) -> Double {
        let count = Double(points.count)
        let meanTime = points.reduce(0) { $0 + $1.seconds } / count
        let meanValue = points.reduce(0) { $0 + $1.value } / count
        var products = 0.0
        var squares = 0.0
        for point in points {
            products += (point.seconds - meanTime) * (point.value - meanValue)
            squares += (point.seconds - meanTime) * (point.seconds - meanTime)
        }
        return squares > 0 ? 60 * products / squares : 0
    }
}
