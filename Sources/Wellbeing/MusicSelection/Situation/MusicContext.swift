/// What a person is doing, as far as music cares.
package enum MusicContext: String, Sendable, Hashable, CaseIterable {
    case unknown, workout, postWorkout, work, deepWork, relaxation, commute, preSleep, morning
    /// Only a person says it; it is never inferred.
    case social
}

/// What the next song is to do.
package enum MusicNeed: String, Sendable, Hashable, CaseIterable {
    case energize, calm, focus, maintain, transition
}

/// How a person moves.
package enum Motion: String, Sendable, Hashable, CaseIterable {
    case still, moving, vehicle
}
