/// Kinds of invented people, by how songs move their hearts.
package enum ListenerKind: String, Sendable, Hashable, CaseIterable {
    /// A person as the first design assumes: fast songs of much energy raise the heart rate, slow
    /// ones calm.
    case design
    /// The other way round.
    case reversed
    /// Songs near 105 beats a minute are liked most, and calm most.
    case peak
    /// No song moves the heart; songs are only liked or not.
    case none
    /// A person as the design assumes for the first half of the plays, then reversed.
    case changed

    package var title: String {
        switch self {
        case .design: "as the design assumes"
        case .reversed: "reversed"
        case .peak: "peak at 105/min"
        case .none: "no effect"
        case .changed: "changed half-way"
        }
    }
}

/// The conditions that are simulated around the people.
package struct StudyConditions: Sendable, Hashable {
    /// Share of plays that have heart data.
    package var heartDataShare = 0.5
    /// Share of songs whose tempo is measured as twice or half of the true one.
    package var octaveErrorShare = 0.2
    /// The strength of all effects and likings; 1 as in the table.
    package var effectScale = 1.0
    /// Plays of one person.
    package var playCount = 600
    package var policyOptions = AdaptivePolicyOptions()

    package init() {}
}

/// The way in which the model of `adaptive` is used; all as shipped unless a part is taken out to
/// measure its value.
package struct AdaptivePolicyOptions: Sendable, Hashable {
    package var correctsRegressionToMean = true
    package var explores = true

    package init() {}
}
