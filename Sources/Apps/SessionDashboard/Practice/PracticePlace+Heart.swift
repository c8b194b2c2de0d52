import LiveSession
import PracticePlans
import PracticeRuntime

extension PracticePlace {
    /// The heart that a page asks for.
    ///
    /// - Throws: `PlanError`.
    func choice(_ wish: PracticeHeartWish) throws -> PracticeHeartChoice {
        guard let hearts else {
            throw PlanError(
                field: "heart", range: "null: this program hears no heart", found: wish.source)
        }
        return try hearts.choose(wish)
    }

    /// Begins to listen to a heart, whose session the practice then names.
    func hear(
        _ choice: PracticeHeartChoice, _ start: inout PracticeStart
    ) throws(PracticeRefusal) -> PracticeHeart {
        let launcher = SessionLauncher(
            store: store, database: database, logsFolder: hearts?.logsFolder ?? "",
            version: version)
        let plan = PracticeHeart.plan(
            choice.kind, beside: start.plan, title: choice.title,
            application: "hrv dashboard \(version)", isKept: start.isKept)
        let launch: SessionLaunch
        do throws(SessionLauncher.Refusal) {
            launch = try launcher.prepare(plan)
        } catch {
            throw .unsound(
                PlanError(
                    field: "heart", range: "null beside a breath of this pattern",
                    found: choice.kind.rawValue))
        }
        start.session = launch.id
        start.isApart = choice.kind.isApart
        let bell = SessionBell()
        return PracticeHeart(launch, choice.source(bell), clock: clock, bell: bell)
    }
}
