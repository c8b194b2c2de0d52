import LiveSession
import PracticePlans
import PracticeRuntime

extension PracticeResources {
    /// The heart that a page asks for.
    ///
    /// - Throws: `PlanError`.
    func choice(_ request: PracticeHeartRequest) throws -> PracticeHeartSourceChoice {
        guard let heartSources else {
            throw PlanError(
                field: "heart", range: "null: this program hears no heart", found: request.source)
        }
        return try heartSources.choose(request)
    }

    /// Begins to listen to a heart, whose session the practice then names.
    func startHeartSource(
        _ choice: PracticeHeartSourceChoice, _ start: inout PracticeStart
    ) throws(PracticeRequestError) -> PracticeHeartRecorder {
        let launcher = SessionLauncher(
            store: store, database: database, logsFolder: heartSources?.logsFolder ?? "",
            version: version)
        let plan = PracticeHeartRecorder.plan(
            choice.kind, beside: start.plan, title: choice.title,
            application: "hrv dashboard \(version)", isStored: start.isStored)
        let preparedSession: PreparedSession
        do throws(SessionLauncher.Refusal) {
            preparedSession = try launcher.prepare(plan)
        } catch {
            throw .invalid(
                PlanError(
                    field: "heart", range: "null beside a breath of this pattern",
                    found: choice.kind.rawValue))
        }
        start.session = preparedSession.id
        start.isExcluded = choice.kind.isExcluded
        let wake = WakeSignal()
        return PracticeHeartRecorder(preparedSession, choice.source(wake), clock: clock, wake: wake)
    }
}
