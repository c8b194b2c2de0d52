import PhysioDSP

/// Infers what a person is doing; the first rule that holds decides.
///
/// 0. Said by hand within 60 min. 1. A workout: said, timed, or a median arousal of 5 min of .5 or more; one that
/// ended within 15 min: after it. 2. A meeting: work; a focus mode named after work, or deep work at the desktop:
/// deep work. 3. In a vehicle: commute. 4. Before 7 h: still, the time before sleep, moving, morning, and where neither is
/// known the time before sleep until 6 h; from 22 h on: the time before sleep; from 6 to 10 h and still: morning. 5. Still
/// for 30 min: relaxation. From 22 to 7 h the context is never unknown.
package enum ContextInference {
    /// Median arousal from which an unreported workout is assumed. A choice of our own.
    static let workoutArousalThreshold = 0.5
    /// The time after a workout that counts as after a workout; s.
    static let postWorkoutSeconds = 900.0
    /// The median arousal below which a person of unknown motion is still. A choice of our own.
    static let stillArousalThreshold = 0.3
    /// The hour from which a night without motion and heart counts as the morning. A choice of our
    /// own.
    static let presumedWakingHour = 6
    /// Medians of arousal are of so long; s.
    static let medianWindowSeconds = 300.0
    /// Windows of 5 min that are still before it is relaxation: 30 min.
    static let relaxedWindowCount = 6

    package static func context(_ inputs: ContextInputs) -> InferredContext {
        let now = inputs.nowSeconds
        if let manualContext = inputs.manualContext, manualContext.timeSeconds <= now,
            now - manualContext.timeSeconds < ManualContext.maxAgeSeconds
        {
            return InferredContext(manualContext.context, isManual: true)
        }
        if inputs.isWorkout { return InferredContext(.workout) }
        if let median = medianArousal(inputs, windowsBack: 0), median >= workoutArousalThreshold {
            return InferredContext(.workout, sources: [.heartRate])
        }
        if let end = inputs.workoutEndSeconds, end <= now, now - end < postWorkoutSeconds {
            return InferredContext(.postWorkout)
        }
        return workContext(inputs) ?? timeOfDayContext(inputs)
    }

    private static func workContext(_ inputs: ContextInputs) -> InferredContext? {
        let activity = DesktopActivity.inferred(inputs.desktop, nowSeconds: inputs.nowSeconds)
        let focus = freshReports(inputs).last { $0.focus != nil }?.focus
        if inputs.isBusy == true { return InferredContext(.work, sources: [.calendar]) }
        if activity == .meetings { return InferredContext(.work, sources: [.desktop]) }
        if let focus, focus.lowercased().contains("work") {
            return InferredContext(.deepWork, sources: [.desktop])
        }
        return activity == .deepWork ? InferredContext(.deepWork, sources: [.desktop]) : nil
    }

    private static func timeOfDayContext(_ inputs: ContextInputs) -> InferredContext {
        let motion = freshReports(inputs).last { $0.motion != nil }?.motion
        if motion == .vehicle { return InferredContext(.commute, sources: [.motion]) }
        let sources: [StateSource] = motion == nil ? [.timeOfDay] : [.motion, .timeOfDay]
        let isStill =
            motion.map { $0 == .still }
            ?? medianArousal(inputs, windowsBack: 0).map { $0 < stillArousalThreshold }
        if inputs.hour < 7 {
            let isBeforeSleep = isStill ?? (inputs.hour < presumedWakingHour)
            return InferredContext(isBeforeSleep ? .preSleep : .morning, sources: sources)
        }
        if inputs.hour >= 22 { return InferredContext(.preSleep, sources: [.timeOfDay]) }
        if (6..<10).contains(inputs.hour), isStill == true {
            return InferredContext(.morning, sources: sources)
        }
        if (0..<relaxedWindowCount).allSatisfy({ isWindowStill(inputs, windowsBack: $0) == true }) {
            return InferredContext(.relaxation, sources: motion == nil ? [.heartRate] : [.motion])
        }
        return InferredContext(.unknown)
    }

    private static func freshReports(_ inputs: ContextInputs) -> [DesktopReport] {
        inputs.desktop.filter {
            $0.timeSeconds <= inputs.nowSeconds
                && inputs.nowSeconds - $0.timeSeconds < DesktopActivity.maxAgeSeconds
        }.sorted { $0.timeSeconds < $1.timeSeconds }
    }

    /// Returns true if a window of 5 min was still by its motion, or else by its heart; nil where
    /// neither is known.
    private static func isWindowStill(_ inputs: ContextInputs, windowsBack: Int) -> Bool? {
        let motions = inputs.desktop.filter {
            isInside($0.timeSeconds, inputs.nowSeconds, windowsBack)
        }.compactMap(\.motion)
        if !motions.isEmpty { return motions.allSatisfy { $0 == .still } }
        return medianArousal(inputs, windowsBack: windowsBack).map { $0 < stillArousalThreshold }
    }

    /// Median of the heart rates' positions in the range, clamped, of 5 min; nil without one.
    private static func medianArousal(_ inputs: ContextInputs, windowsBack: Int) -> Double? {
        let ratios = inputs.heartRates.filter {
            $0.isValid && isInside($0.timeSeconds, inputs.nowSeconds, windowsBack)
        }.map { clamped(inputs.range.ratio($0.bpm)) }
        return Statistics.quantile(0.5, ofSorted: ratios.sorted())
    }

    private static func isInside(_ time: Double, _ now: Double, _ windowsBack: Int) -> Bool {
        let age = now - time - Double(windowsBack) * medianWindowSeconds
        return age >= 0 && age < medianWindowSeconds
    }
}
