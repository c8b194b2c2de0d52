/// Infers the need that the next song is to meet; the first rule that holds decides.
package enum NeedInference {
    /// A change of arousal, stress or energy by so much is a transition.
    static let changeThreshold = 0.25
    /// Changes count within so long; s. A choice of our own.
    static let changeSeconds = 300.0
    /// `adaptive` takes a focus from here on for focus: the formula of focus never exceeds .6 at work.
    static let adaptiveFocusThreshold = 0.55

    /// - Parameter recent: states of the last 5 min in any order; older ones do not count.
    package static func need(
        state: StateVector, context: MusicContext, recent: [StateVector] = [],
        policy: SelectionPolicy = .reference
    ) -> MusicNeed {
        switch context {
        case .workout: return state.energy < 0.5 ? .energize : .maintain
        case .postWorkout, .preSleep: return .calm
        case .deepWork: return .focus
        default: break
        }
        if state.stress > 0.7 { return .calm }
        if state.energy < 0.3 && state.arousal < 0.4 { return .energize }
        if context == .work && isFocused(state, policy) { return .focus }
        return recent.contains { hasChanged(from: $0, to: state) } ? .transition : .maintain
    }

    private static func isFocused(_ state: StateVector, _ policy: SelectionPolicy) -> Bool {
        policy.usesModel ? state.focus >= adaptiveFocusThreshold : state.focus > 0.6
    }

    /// A value that becomes known, or unknown, has not moved: it compares only with one of the same sources.
    private static func hasChanged(from old: StateVector, to new: StateVector) -> Bool {
        let age = new.timeSeconds - old.timeSeconds
        guard age >= 0, age <= changeSeconds else { return false }
        let hasHeartRate = new.arousalConfidence > 0
        let hasHRV = new.stressConfidence > 0
        guard (old.arousalConfidence > 0) == hasHeartRate, (old.stressConfidence > 0) == hasHRV
        else { return false }
        return abs(new.arousal - old.arousal) >= changeThreshold
            || abs(new.stress - old.stress) >= changeThreshold
            || abs(new.energy - old.energy) >= changeThreshold
    }
}
