extension SongEffect {
    /// Share of a new play in an effect.
    static let learningRate = 0.2

    /// One more play, or skip: every effect e becomes e + .2 (new - e).
    ///
    /// A play that ``PlayFacts/isInformative`` nothing changes nothing. A term whose value is missing is left out; it
    /// is not 0 by guess, and the effect still moves by what is known.
    package mutating func learn(_ play: PlayFacts) {
        guard play.isInformative else { return }
        let targets = LearningTargets(play)
        calm += Self.learningRate * (targets.calm - calm)
        energy += Self.learningRate * (targets.energy - energy)
        focus += Self.learningRate * (targets.focus - focus)
        if let lift = targets.moodLift {
            moodLift += Self.learningRate * (lift - moodLift)
            moodCount += 1
        }
        if let change = play.heartRateChange { heartRate.push(change) }
        if let change = play.hrvChange { hrv.push(change) }
        count += 1
    }
}

extension SongEffects {
    /// One more play, or skip, in the context of the play and in any.
    package mutating func learn(_ play: PlayFacts) {
        guard play.isInformative else { return }
        overallEffect = Self.learnt(overallEffect, play)
        effectsByContext[play.context] = Self.learnt(effectsByContext[play.context], play)
    }

    private static func learnt(_ effect: SongEffect?, _ play: PlayFacts) -> SongEffect {
        var effect = effect ?? SongEffect()
        effect.learn(play)
        return effect
    }
}

/// The values that one play shows for a song; each 0 to 1.
package struct LearningTargets: Sendable, Hashable {
    /// .5 + .5 dHRV/10 - .3 dHR/10 + completion + skip, clamped.
    package let calm: Double
    /// .5 + .3 dHR/10 + completion + skip, clamped.
    package let energy: Double
    /// .5 + completion, clamped.
    package let focus: Double
    /// .5 + half of the change of mood; nil without both moods. A choice of our own.
    package let moodLift: Double?

    package init(_ play: PlayFacts) {
        let completion = Self.completionTerm(play)
        let skip = Self.skipTerm(play)
        let rateTerm = 0.3 * (play.heartRateChange ?? 0) / 10
        let variabilityTerm = 0.5 * (play.hrvChange ?? 0) / 10
        calm = clamped(0.5 + variabilityTerm - rateTerm + completion + skip)
        energy = clamped(0.5 + rateTerm + completion + skip)
        focus = clamped(0.5 + completion)
        if let before = play.moodBefore, let after = play.moodAfter {
            moodLift = clamped(0.5 + (after - before) / 2)
        } else {
            moodLift = nil
        }
    }

    /// .2 (heard share - .5).
    static func completionTerm(_ play: PlayFacts) -> Double { 0.2 * (play.playedShare - 0.5) }

    /// -.3 for a skip, else 0.
    static func skipTerm(_ play: PlayFacts) -> Double { play.isSkip ? -0.3 : 0 }
}
