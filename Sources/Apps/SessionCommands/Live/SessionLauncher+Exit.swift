import ArgumentParser
import CommandSupport
import LiveSession
import SessionHistory

extension SessionLauncher {
    /// Claims the activity lock for a session, or ends the command with a sentence.
    func prepare(_ plan: SessionPlan, _ diagnostics: Diagnostics) throws -> PreparedSession {
        do throws(Refusal) {
            return try prepare(plan)
        } catch {
            switch error {
            case .reservation(let refusal): throw refusal.exitCode(diagnostics)
            case .breathing(let error): throw error
            }
        }
    }
}

extension ActivityReservation.Refusal {
    /// Reports the holder of the lock, and gives the code to end with.
    func exitCode(_ diagnostics: Diagnostics) -> ExitCode {
        let sentence =
            switch self {
            case .occupied(let holder):
                "\(holder.noun) is running already: \(holder.text); end it there, or take its place with --force"
            case .notReplaceable(let holder, let reason):
                "\(holder.noun) is running already: \(holder.text); its place cannot be taken: \(reason)"
            case .unknownActivity(let database):
                "a session is running already, which could not write the history at \(database): end it "
                    + "there; --force cannot reach it"
            }
        diagnostics.error(sentence, code: "occupied")
        return ExitStatus.occupied.exitCode
    }
}
