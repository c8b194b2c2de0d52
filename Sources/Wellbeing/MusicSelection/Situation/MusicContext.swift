/// The activity of a person, as far as it matters for music.
package enum MusicContext: String, Sendable, Hashable, CaseIterable {
    case unknown, workout, postWorkout, work, deepWork, relaxation, commute, preSleep, morning
    /// A context that only a person states; it is never inferred.
    case social
}

/// The need that the next song is to meet.
package enum MusicNeed: String, Sendable, Hashable, CaseIterable {
    case energize, calm, focus, maintain, transition
}

/// The motion of a person.
package enum Motion: String, Sendable, Hashable, CaseIterable {
    case still, moving, vehicle
}
