package import ArgumentParser

/// The commands that last or keep a history.
package enum SessionTree {
    /// The commands in the order of the list in `hrv --help`.
    package static let commands: [any ParsableCommand.Type] = [
        LiveCommand.self, DashboardCommand.self, HistoryCommand.self, BackupCommand.self,
        HealthCommand.self, PracticeCommand.self, MusicCommand.self, PaceCommand.self,
        StrapsCommand.self,
    ]

    /// The command `simulate person`, which can speak with a session.
    package static let person: any ParsableCommand.Type = SimulatePersonCommand.self
}
