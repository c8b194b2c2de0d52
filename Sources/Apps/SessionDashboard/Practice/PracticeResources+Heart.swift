import LiveSession
import PracticePlans
import PracticeRuntime

extension PracticeResources {
    /// The heart that a page asks for.
    ///
    /// - Throws: `PlanError`.
    func choice(_ request: PracticeHeartRequest) throws -> PracticeHeartChoice {
        guard let hearts else {
            throw PlanError(
                field: "heart", range: "null: this program hears no heart", found: request.source)
        }
        return try hearts.choose(request)
    }

    /// Begins to listen to a heart, whose session the practice then names.
    func startHeart(
        _ choice: PracticeHeartChoice, _ start: inout PracticeStart
    ) throws(PracticeRefusal) -> PracticeHeart {
        let launcher = SessionLauncher(
            store: store, database: database, logsFolder: hearts?.logsFolder ?? "",
            version: version)
        let plan = PracticeHeart.plan(
            choice.kind, beside: start.plan, title: choice.title,
            application: "hrv dashboard \(version)", isStored: start.isStored)
        let launch: SessionLaunch
        do throws(SessionLauncher.Refusal) {
            launch = try launcher.prepare(plan)
        } catch {
            throw .invalid(
                PlanError(
                    field: "heart", range: "null beside a breath of this pattern",
                    found: choice.kind.rawValue))
        }
        start.session = launch.id
        start.isExcluded = choice.kind.isExcluded
        let wake = WakeSignal()
        return PracticeHeart(launch, choice.source(wake), clock: clock, wake: wake)
    }
}
