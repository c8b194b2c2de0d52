import ArgumentParser
import CommandSupport
import FileCommands
import SessionCommands

/// The program `hrv-sessions`: the tree of all commands, of which `hrv` hands over those that last.
@main
struct HRVSessions: AsyncParsableCommand {
    static let configuration = CommandTree.configuration(
        simulate: Simulate.self, sessions: SessionTree.commands)

    /// `hrv simulate` with the simulated person, who speaks with sessions.
    struct Simulate: ParsableCommand {
        static let configuration = CommandTree.simulate(person: SessionTree.person)
    }

    static func main() async {
        if let status = CompanionProgram.reportVersionConflict(Diagnostics(isQuiet: false)) {
            exit(withError: status.exitCode)
        }
        SessionMessages.install()
        await main(nil)
    }
}
