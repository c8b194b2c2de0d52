import PhysioDSP
import PhysioSimulation
import ResonanceBreathing

/// Pacers on simulated people: who is led where, and how well it is known.
public struct PacerStudy: Sendable {
    /// The seed of the people here; nothing was ever chosen on them.
    public static let seed: UInt64 = 7_310_001
    /// The seed of the people on which the pacer's numbers were chosen.
    public static let tuningSeed: UInt64 = 20_251
    public static let minutes = [5, 10, 15]

    /// People for the comparison, and for everything else.
    public let personCount: Int
    /// People for everything but the comparison.
    public var otherCount: Int { max(1, personCount / 2) }

    /// Runs a number of trials, in any order, at once if it likes.
    public typealias Runner = (_ count: Int, _ trial: @Sendable (Int) -> PacerTrial) -> [PacerTrial]

    /// - Parameter personCount: above 0.
    public init(personCount: Int) { self.personCount = personCount }

    /// One method on people of a scenario; `minutes` long.
    func scores(
        _ method: PacerMethod, _ scenario: PersonScenario, minutes: Int, count: Int,
        plant: PersonTraits.Plant? = nil, breathing: VirtualPerson.Breathing = .paced,
        _ runner: Runner
    ) -> PacerScores {
        let people = PersonPopulation(seed: Self.seed, scenario: scenario, plant: plant)
        return PacerScores(
            runner(count) { index in
                do {
                    return try PacerTrial.run(
                        method, people.person(index, breathing: breathing),
                        seconds: 60 * Double(minutes))
                } catch {
                    preconditionFailure("a method commands rates of its own: \(error)")
                }
            })
    }

    /// The default pacer where an earlier session believed in a rate so far from the truth, with a
    /// standard deviation of 0.2; ten minutes.
    func knownScores(offset: Double, _ runner: Runner) -> PacerScores {
        let people = PersonPopulation(seed: Self.seed)
        return PacerScores(
            runner(otherCount) { index in
                let rate = people.truth(index).breathsPerMinute + offset
                let earlier = ResonanceEstimate(
                    breathsPerMinute: rate, deviation: 0.2, low: rate - 0.33, high: rate + 0.33)
                do {
                    return try PacerTrial.run(
                        .resonanceFit, people.person(index), seconds: 600,
                        startMode: .known(ResonancePrior(earlier)))
                } catch {
                    preconditionFailure("a method commands rates of its own: \(error)")
                }
            })
    }

    /// The default pacer with a strap that sends late.
    ///
    /// - Parameter sessions: with this strap in all; each but the first expects the latency that the one
    ///   before it found. The last one counts.
    func strapScores(
        _ sending: LateStrap.Sending, minutes: Int, sessions: Int = 1, _ runner: Runner
    ) -> PacerScores {
        let people = PersonPopulation(seed: Self.seed)
        return PacerScores(
            runner(otherCount) { index in
                var sending = sending
                var trial: PacerTrial?
                for session in 0..<UInt64(sessions) {
                    let life = people.simulationSeed(index) &+ session &* 0x9E37_79B9
                    do {
                        trial = try PacerTrial.run(
                            .resonanceFit, VirtualPerson(people.truth(index), seed: life),
                            seconds: 60 * Double(minutes), sending: sending, seed: life ^ 0x1A6)
                    } catch {
                        preconditionFailure("a method commands rates of its own: \(error)")
                    }
                    if let latency = trial?.latency {
                        let learned = LatencyPrior(learned: latency)
                        sending.expected = (
                            learned.statedLatency.seconds, learned.statedLatency.deviationSeconds,
                            learned.statedProbability
                        )
                    }
                }
                guard let trial else { preconditionFailure("there is a session") }
                return trial
            })
    }
}
