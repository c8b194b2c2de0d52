import Dispatch
public import PhysioSimulation
public import ResonanceBreathing
import Synchronization

/// The counts of verdicts on blocks of which the truth is known.
public struct FollowTally: Sendable, Equatable {
    /// The signals from which the verdict is made.
    public enum Seen: String, Sendable, CaseIterable {
        case heart = "R-R alone"
        case amplitude = "R-R and R amplitude"
        case belt = "R-R and belt"
    }

    public private(set) var counts: [FollowVerdict.Outcome: Int] = [:]

    public init() {}

    mutating func add(_ outcome: FollowVerdict.Outcome) { counts[outcome, default: 0] += 1 }

    public var total: Int { counts.values.reduce(0, +) }
    public var unknownCount: Int { counts[.unknown] ?? 0 }

    public func rightCount(_ behaviour: FollowBlock.Behaviour) -> Int {
        counts[behaviour.isFollowing ? .following : .notFollowing] ?? 0
    }
}

/// Verdicts of simulated people whose behaviour is known.
public struct FollowStudy: Sendable {
    public struct Cell: Sendable, Hashable {
        public let scenario: PersonScenario
        public let behaviour: FollowBlock.Behaviour
        public let seen: FollowTally.Seen
    }

    /// Seed of the blocks on which thresholds were chosen.
    public static let tuningSeed: UInt64 = 1
    /// The seed of the blocks that are reported.
    public static let reportSeed: UInt64 = 2_026
    public static let scenarios: [PersonScenario] = [.base, .noisy]

    public let seed: UInt64
    /// Blocks of each behaviour in each scenario.
    public let blockCount: Int
    public private(set) var verdicts: [Cell: FollowTally] = [:]
    /// The same by ``SinglePaceRule``.
    public private(set) var plain: [Cell: FollowTally] = [:]

    /// - Parameter threadCount: how many blocks are worked on at a time.
    public init(
        seed: UInt64, blockCount: Int, scenarios: [PersonScenario] = scenarios,
        threadCount: Int = 2
    ) {
        self.seed = seed
        self.blockCount = blockCount
        typealias Found = [(
            cell: Cell, verdict: FollowVerdict.Outcome, plain: FollowVerdict.Outcome
        )]
        let found = Mutex<Found>([])
        DispatchQueue.concurrentPerform(iterations: threadCount) { lane in
            for scenario in scenarios {
                for behaviour in FollowBlock.Behaviour.allCases {
                    for index in stride(from: lane, to: blockCount, by: threadCount) {
                        let block = FollowBlock(
                            behaviour, scenario: scenario, seed: seed, index: index)
                        let outcomes = FollowTally.Seen.allCases.map { seen in
                            (
                                cell: Cell(scenario: scenario, behaviour: behaviour, seen: seen),
                                verdict: block.verdict(seen).outcome,
                                plain: SinglePaceRule.outcome(block, seen)
                            )
                        }
                        found.withLock { $0 += outcomes }
                    }
                }
            }
        }
        for outcome in found.withLock({ $0 }) {
            verdicts[outcome.cell, default: FollowTally()].add(outcome.verdict)
            plain[outcome.cell, default: FollowTally()].add(outcome.plain)
        }
    }

    /// Right answers, answers that are none, and blocks of all behaviours.
    public static func sum(
        _ tallies: [Cell: FollowTally], _ scenario: PersonScenario, _ seen: FollowTally.Seen
    ) -> (right: Int, unknown: Int, total: Int) {
        tallies.reduce(into: (0, 0, 0)) { sum, tally in
            guard tally.key.scenario == scenario, tally.key.seen == seen else { return }
            sum.0 += tally.value.rightCount(tally.key.behaviour)
            sum.1 += tally.value.unknownCount
            sum.2 += tally.value.total
        }
    }
}

extension FollowBlock {
    func traces(_ seen: FollowTally.Seen) -> [BreathingTrace] {
        switch seen {
        case .heart: []
        case .amplitude: [amplitudes]
        case .belt: [BreathingTrace(belt)]
        }
    }

    public func verdict(_ seen: FollowTally.Seen) -> FollowVerdict {
        FollowVerdict(
            nn, breathing: breathing, traces: traces(seen),
            atSeconds: Self.leadSeconds + Self.seconds)
    }
}
