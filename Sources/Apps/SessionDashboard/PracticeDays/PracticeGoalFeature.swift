import FlyingFox
import PracticePlans
import PracticeRuntime

/// The part of the log on the screen Practice: the last practice, the goal, the milestones.
struct PracticeGoalFeature: PageFeature {
    let logReader: PracticeLogReader

    var routes: [Route] {
        [
            Route(.GET, "/api/practice/last", respond: last),
            Route(.GET, "/api/practice/goal", respond: goal),
        ]
    }

    private struct LastPracticeResponse: Encodable {
        struct LastPractice: Encodable {
            let title: String
            let kind: String
            let plan: PracticePlan
        }

        /// Left out where no practice was run here.
        let practice: LastPractice?
    }

    /// The newest practice that was run here, so that it can be begun again.
    @Sendable private func last(_: PageRequest) throws -> HTTPResponse {
        let entry = try logReader.history.requiredStore.newestOwnPractice()
        return try .json(
            LastPracticeResponse(
                practice: entry.flatMap { StoredPractice($0, clock: logReader.clock) }.map {
                    .init(title: $0.entry.title, kind: $0.entry.kind, plan: $0.plan)
                }))
    }

    private struct GoalResponse: Encodable {
        struct Goal: Encodable {
            let todaySeconds: Double
            let requiredSeconds: Double
            let isTodayMet: Bool
            let metDayCount: Int
            /// Left out where no number of days is wanted.
            let daysPerWeek: Int?
        }

        struct Milestone: Encodable {
            let kind: String
            let number: Int
            /// The date of a milestone that is reached.
            let date: String?
            /// The count so far of a milestone that is not reached.
            let doneCount: Int?
        }

        /// Left out where the person has set none.
        let goal: Goal?
        /// The newest that is reached; left out where none is.
        let newest: Milestone?
        let next: [Milestone]
    }

    @Sendable private func goal(_: PageRequest) throws -> HTTPResponse {
        let log = try logReader.readLog()
        let milestones = PracticeMilestones(log.days)
        let goal = log.settings.goal.map { goal in
            let progress = goal.progress(log.days, weeksFrom: log.settings.weekStart)
            return GoalResponse.Goal(
                todaySeconds: Double(progress.todayMs) / 1000,
                requiredSeconds: Double(goal.requiredMs(log.days.settings)) / 1000,
                isTodayMet: progress.isTodayGoalMet, metDayCount: progress.goalMetDayCount,
                daysPerWeek: goal.daysPerWeek)
        }
        return try .json(
            GoalResponse(
                goal: goal,
                newest: milestones.reached.last.map {
                    .init(
                        kind: $0.kind.rawValue, number: $0.number, date: $0.date.text,
                        doneCount: nil)
                },
                next: milestones.next.map {
                    .init(
                        kind: $0.kind.rawValue, number: $0.number, date: nil,
                        doneCount: $0.doneCount)
                }))
    }
}
