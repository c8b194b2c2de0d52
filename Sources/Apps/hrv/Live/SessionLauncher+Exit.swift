import ArgumentParser
import LiveSession
import SessionHistory

extension SessionLauncher {
    /// Takes the place for a session, or ends the command with a sentence.
    func prepare(_ plan: SessionPlan, _ diagnostics: Diagnostics) throws -> SessionLaunch {
        do throws(Refusal) {
            return try prepare(plan)
        } catch {
            switch error {
            case .occupied(let other):
                diagnostics.error(
                    "a session is running already: \(other.text); end it there, or take its place with --force",
                    code: "occupied")
                throw ExitStatus.occupied.exitCode
            case .held(let other, let reason):
                diagnostics.error(
                    "a session is running already: \(other.text); its place cannot be taken: \(reason)",
                    code: "occupied")
                throw ExitStatus.occupied.exitCode
            case .unknown(let database):
                diagnostics.error(
                    "a session is running already, which could not write the history at \(database): end it "
                        + "there; --force cannot reach it", code: "occupied")
                throw ExitStatus.occupied.exitCode
            case .breathing(let error): throw error
            }
        }
    }
}
