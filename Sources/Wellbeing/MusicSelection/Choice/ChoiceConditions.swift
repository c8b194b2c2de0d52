/// All that a choice depends on beside the songs.
package struct ChoiceConditions: Sendable, Hashable {
    /// Now; s since 1970, UTC.
    package var nowSeconds: Double
    /// Hour of the person's clock, 0 to 23.
    package var hour: Int
    package var state: StateVector
    /// ``EnergyNudge/value(atSeconds:)`` now; -1 to 1.
    package var nudge: Double
    package var context: MusicContext
    package var need: MusicNeed
    package var preferences: SelectionPreferences

    package init(
        nowSeconds: Double, hour: Int, state: StateVector, nudge: Double = 0,
        context: MusicContext = .unknown, need: MusicNeed = .maintain,
        preferences: SelectionPreferences = SelectionPreferences()
    ) {
        self.nowSeconds = nowSeconds
        self.hour = hour
        self.state = state
        self.nudge = nudge
        self.context = context
        self.need = need
        self.preferences = preferences
    }

    /// The state's energy with the nudge, 0 to 1: only targets use it.
    package var nudgedEnergy: Double { clamped(state.energy + nudge) }

    package var target: SongTarget {
        SongTarget(
            need: need, energy: nudgedEnergy, arousal: state.arousal, hour: hour,
            preferences: preferences)
    }
}
