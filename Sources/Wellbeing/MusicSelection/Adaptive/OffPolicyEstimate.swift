import PhysioDSP

/// A choice that was made by `adaptive` with a known probability, and what it was worth.
package struct LoggedChoice: Sendable, Hashable {
    package let candidates: [ChoiceCandidate]
    package let chosen: Int64
    /// The value of the play for its need, as far as it was seen.
    package let reward: Double

    package init(candidates: [ChoiceCandidate], chosen: Int64, reward: Double) {
        self.candidates = candidates
        self.chosen = chosen
        self.reward = reward
    }
}

/// The reason that another policy cannot be judged from a log.
package enum OffPolicyError: Error, Sendable, Hashable {
    /// A log in which the other policy's song was played in fewer than ten choices: an interval
    /// would mean nothing.
    case tooFew(count: Int)
    /// The policy chooses a song that the logged one could not have chosen.
    case noSupport(choice: Int)

    /// The code that commands say.
    package var code: String {
        switch self {
        case .tooFew: "too_few"
        case .noSupport: "no_support"
        }
    }
}

/// The value that another policy would have had, from the log of one that sometimes tries other
/// songs.
///
/// Doubly robust (Dudik, Langford and Li 2011): what the model expects of the other policy's song, and where that
/// song was the one played, what the model missed, over the probability of the play. The estimate is unbiased
/// whatever the model expects, since the probabilities are known; a good model makes it narrow.
package struct OffPolicyEstimate: Sendable, Hashable {
    /// Fewer choices in which both agree give no estimate. A choice of our own.
    package static let minMatchCount = 10

    package let mean: Double
    /// Bounds of the 95 % interval.
    package let low: Double
    package let high: Double
    /// Choices in which the other policy's song was played.
    package let matchCount: Int

    /// - Parameter policy: the song another policy would have chosen.
    /// - Throws: ``OffPolicyError`` for a log that is too short, and for a policy whose song had no chance.
    package init(
        _ log: [LoggedChoice], policy: (LoggedChoice) -> Int64
    ) throws(OffPolicyError) {
        var values: [Double] = []
        var matches = 0
        for (index, choice) in log.enumerated() {
            let policySong = policy(choice)
            guard let other = choice.candidates.first(where: { $0.id == policySong }),
                other.probability > 0
            else { throw .noSupport(choice: index) }
            var value = other.expectedValue
            if choice.chosen == policySong {
                value += (choice.reward - other.expectedValue) / other.probability
                matches += 1
            }
            values.append(value)
        }
        guard matches >= Self.minMatchCount else { throw .tooFew(count: matches) }
        let count = Double(values.count)
        mean = values.reduce(0, +) / count
        let deviation = Statistics.standardDeviation(values) ?? 0
        let reach = 1.959964 * deviation / count.squareRoot()
        (low, high, matchCount) = (mean - reach, mean + reach, matches)
    }
}
