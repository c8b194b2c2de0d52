import ArgumentParser
import CommandSupport

/// Names and abstracts of the commands that `hrv-sessions` runs, for the lists in `hrv --help`.
///
/// A test compares them with that program.
enum SessionStubs {
    static let all: [any ParsableCommand.Type] = [
        Live.self, Dashboard.self, History.self, Backup.self, Health.self, Practice.self,
        Music.self, Pace.self, Straps.self,
    ]

    /// Options that print something about the whole tree of commands.
    private static let wholeTreeOptions = [
        "--generate-completion-script", "--experimental-dump-help", "---completion",
    ]

    /// Returns true if `hrv-sessions` has to run the command that these words of the command line
    /// ask for.
    static func isNeeded(for words: [String]) -> Bool {
        var words = words[...]
        if let word = words.first, wholeTreeOptions.contains(where: word.hasPrefix) { return true }
        if words.first == "help" { words = words.dropFirst() }
        guard let name = words.first else { return false }
        if all.contains(where: { $0.configuration.commandName == name }) { return true }
        let person = Person.configuration.commandName
        return name == SimulateCommand.configuration.commandName
            && words.dropFirst().first == person
    }

    struct Live: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "live",
            abstract: "Breathe with feedback from a heart-rate sensor.")
    }

    struct Dashboard: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "dashboard",
            abstract: "Breathe, and look back, in a browser.")
    }

    struct History: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "history",
            abstract: "List, show, compare, export and delete the sessions that were kept.")
    }

    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Copy the whole history to another file.")
    }

    struct Health: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "health",
            abstract: "Workouts and nights from the watch, beside the breathing.")
    }

    struct Practice: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "practice",
            abstract: "A meditation timer, breathing presets and intervals; streaks and a calendar."
        )
    }

    struct Music: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "music",
            abstract: "Your own songs: what they are like, what came after them, and which is next."
        )
    }

    struct Pace: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pace",
            abstract: "Pace breathing; no sensor is needed.")
    }

    struct Straps: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "straps",
            abstract: "List the heart-rate straps in reach.")
    }

    struct Person: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "person",
            abstract: "Somebody who breathes to a pacer, and whose resonance frequency is known.")
    }
}
