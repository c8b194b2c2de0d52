package import MusicSelection

/// The comparison of the policies on invented people.
package struct MusicStudyPlan: Sendable, Hashable {
    package var seed: UInt64
    /// People of each kind and size.
    package var people: Int
    package var librarySizes = [50, 300, 2000]
    package var kinds = ListenerKind.allCases
    package var conditions = StudyConditions()

    /// - Parameter people: at least 2: an interval needs two.
    package init(seed: UInt64 = 1, people: Int = 200) {
        self.seed = seed
        self.people = max(2, people)
    }

    /// The size of the libraries with which a part is taken out.
    var ablationLibrarySize: Int { librarySizes.count > 1 ? librarySizes[1] : librarySizes[0] }

    /// Number of people of each kind for the runs without a part.
    var ablationPeopleCount: Int { max(2, people / 4) }

    /// Policies in the order of the table.
    static let policies: [SelectionPolicy] = [.random, .reference, .thompson, .adaptive]
}

/// One kind of people with libraries of one size.
package struct StudyCell: Sendable, Hashable {
    package let kind: ListenerKind
    package let size: Int
    /// Mean regret of a play.
    package let regrets: [SelectionPolicy: Double]
    /// Regret over that of `reference`.
    package let ratios: [SelectionPolicy: RatioEstimate]
    /// The same over the first 100 plays.
    package let earlyRatios: [SelectionPolicy: RatioEstimate]
}

/// `adaptive` with a part taken out, or other data.
package struct StudyAblation: Sendable, Hashable {
    package let title: String
    /// Regret over that of `reference` under the same data, over all kinds.
    package let ratio: RatioEstimate
}

/// The estimated value of another policy, from the log of `adaptive`, beside the truth.
package struct OffPolicyComparison: Sendable, Hashable {
    package let estimate: OffPolicyEstimate
    package let truth: Double
    package let choiceCount: Int
    /// The code of the refusal for a policy that chooses outside the ten best.
    package let rejectedPolicyErrorCode: String

    package var containsTruth: Bool { estimate.low <= truth && truth <= estimate.high }
}

package struct MusicStudy: Sendable {
    package let plan: MusicStudyPlan
    package let cells: [StudyCell]
    package let ablations: [StudyAblation]
    package let offPolicyComparison: OffPolicyComparison?

    /// Runs the whole study: minutes, with hundreds of people.
    ///
    /// - Parameter progress: called after each part, with how many are done.
    package init(_ plan: MusicStudyPlan, progress: (Int) -> Void = { _ in }) {
        var done = 0
        func reportProgress() {
            done += 1
            progress(done)
        }
        self.plan = plan
        var cells: [StudyCell] = []
        for kind in plan.kinds {
            for size in plan.librarySizes {
                cells.append(Self.cell(plan, kind, size))
                reportProgress()
            }
        }
        self.cells = cells
        var log: [ListenerOutcome] = []
        var ablations: [StudyAblation] = []
        for variant in StudyVariant.all {
            ablations.append(Self.ablation(plan, variant, &log))
            reportProgress()
        }
        self.ablations = ablations
        offPolicyComparison = Self.offPolicyEvaluation(log)
    }

    /// Number of parts that ``init(_:progress:)`` reports.
    package static func partCount(_ plan: MusicStudyPlan) -> Int {
        plan.kinds.count * plan.librarySizes.count + StudyVariant.all.count
    }

    // MARK: Parts

    private static func outcomes(
        _ plan: MusicStudyPlan, _ kind: ListenerKind, _ size: Int, people: Int,
        _ policy: SelectionPolicy, _ conditions: StudyConditions
    ) -> [ListenerOutcome] {
        (0..<people).map { person in
            var run = ListenerRun(
                kind, songCount: size, policy: policy, conditions: conditions,
                seed: seed(plan, size, person))
            return run.run()
        }
    }

    /// The same for each policy and kind: all meet the same weeks.
    private static func seed(_ plan: MusicStudyPlan, _ size: Int, _ person: Int) -> UInt64 {
        (plan.seed &* 1_000_003 &+ UInt64(size)) &* 1_000_003 &+ UInt64(person)
    }

    private static func cell(
        _ plan: MusicStudyPlan, _ kind: ListenerKind, _ size: Int
    ) -> StudyCell {
        func outcomes(_ policy: SelectionPolicy) -> [ListenerOutcome] {
            Self.outcomes(plan, kind, size, people: plan.people, policy, plan.conditions)
        }
        let referenceOutcomes = outcomes(.reference)
        var all: [SelectionPolicy: [ListenerOutcome]] = [.reference: referenceOutcomes]
        for policy in MusicStudyPlan.policies where policy != .reference {
            all[policy] = outcomes(policy)
        }
        return StudyCell(
            kind: kind, size: size,
            regrets: all.mapValues { $0.reduce(0) { $0 + $1.regret } / Double($0.count) },
            ratios: all.mapValues {
                RatioEstimate($0.map(\.regret), over: referenceOutcomes.map(\.regret))
            },
            earlyRatios: all.mapValues {
                RatioEstimate($0.map(\.earlyRegret), over: referenceOutcomes.map(\.earlyRegret))
            })
    }

    private static func ablation(
        _ plan: MusicStudyPlan, _ variant: StudyVariant, _ log: inout [ListenerOutcome]
    ) -> StudyAblation {
        var conditions = plan.conditions
        variant.changeConditions(&conditions)
        var (adaptive, reference): ([Double], [Double]) = ([], [])
        for kind in plan.kinds {
            func outcomes(_ policy: SelectionPolicy) -> [ListenerOutcome] {
                Self.outcomes(
                    plan, kind, plan.ablationLibrarySize, people: plan.ablationPeopleCount, policy,
                    conditions)
            }
            let (one, other) = (outcomes(.adaptive), outcomes(.reference))
            adaptive += one.map(\.regret)
            reference += other.map(\.regret)
            if variant.isShipped { log += one }
        }
        return StudyAblation(
            title: variant.title, ratio: RatioEstimate(adaptive, over: reference))
    }

    private static func offPolicyEvaluation(_ outcomes: [ListenerOutcome]) -> OffPolicyComparison? {
        let log = outcomes.flatMap(\.log)
        let values = outcomes.flatMap(\.otherPolicyValues)
        guard !values.isEmpty,
            let estimate = try? OffPolicyEstimate(
                log, policy: { $0.candidates[ListenerRun.otherPolicyIndex].id })
        else { return nil }
        var rejectedPolicyErrorCode = "accepted"
        do throws(OffPolicyError) {
            _ = try OffPolicyEstimate(log) { _ in -1 }
        } catch {
            rejectedPolicyErrorCode = error.code
        }
        return OffPolicyComparison(
            estimate: estimate, truth: values.reduce(0, +) / Double(values.count),
            choiceCount: log.count, rejectedPolicyErrorCode: rejectedPolicyErrorCode)
    }
}

/// A change of the study that is made to measure the value of a part.
struct StudyVariant {
    let title: String
    var isShipped = false
    let changeConditions: (inout StudyConditions) -> Void

    static var all: [StudyVariant] {
        [
            StudyVariant(title: "as shipped", isShipped: true) { _ in },
            StudyVariant(title: "without v, the return to the mean") {
                $0.policyOptions.correctsRegressionToMean = false
            },
            StudyVariant(title: "without exploring") { $0.policyOptions.explores = false },
            StudyVariant(title: "heart data of every play") { $0.heartDataShare = 1 },
            StudyVariant(title: "no heart data at all") { $0.heartDataShare = 0 },
            StudyVariant(title: "all tempos right") { $0.octaveErrorShare = 0 },
            StudyVariant(title: "effects and likings half as strong") { $0.effectScale = 0.5 },
        ]
    }
}
