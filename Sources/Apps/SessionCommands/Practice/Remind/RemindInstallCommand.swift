import ArgumentParser
import CommandSupport
import Foundation
import SessionHistory

/// `hrv practice remind install`: has the system begin `run` with the person's session.
struct RemindInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Have the system begin remind run with your session.",
        discussion: """
            Writes one file of your own account (a unit of systemd, on macOS an agent of launchd), and says how it is \
            begun and taken away again. Nothing is begun by this command.
            """)

    @OptionGroup var location: DatabaseOption

    @Flag(name: .customLong("print"), help: "Show the file, and write nothing.")
    var printsOnly = false

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        guard let program = CompanionProgram.hrv.path else {
            diagnostics.error(
                "the program hrv is not installed beside this one: install the whole package",
                code: "no_program")
            throw ExitStatus.unavailable.exitCode
        }
        var words = [program, "practice", "remind", "run"]
        if let database = location.database {
            words += ["--database", URL(fileURLWithPath: database).path]
        }
        let file = ReminderLaunchAgent(words, environment: ProcessInfo.processInfo.environment)
        do throws(OutputSink.Failure) {
            let sink = try OutputSink(path: printsOnly ? nil : try file.makeFolder())
            try sink.write(file.text)
            try sink.finish()
        } catch {
            throw error.exitCode(diagnostics)
        }
        guard !printsOnly else { return }
        diagnostics.summary("written: \(file.path)")
        diagnostics.summary("begin it: \(file.beginCommand)")
        diagnostics.summary("take it away: \(file.endCommand)")
    }
}

/// The file by which the system begins a program with the person's session.
struct ReminderLaunchAgent {
    let path: String
    let text: String
    /// A command that begins it now and with every session.
    let beginCommand: String
    /// A command that ends it for good.
    let endCommand: String

    private static let name = "resonance-reminders"

    /// - Parameter words: the program and its arguments.
    init(_ words: [String], environment: [String: String]) {
        let homeFolder = environment["HOME"] ?? NSHomeDirectory()
        #if os(macOS)
            path = homeFolder + "/Library/LaunchAgents/\(Self.name).plist"
            text = Self.launchdAgent(words)
            beginCommand = "launchctl bootstrap gui/$(id -u) \(path)"
            endCommand = "launchctl bootout gui/$(id -u)/\(Self.name); rm \(path)"
        #else
            let folder =
                environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
                ?? homeFolder + "/.config"
            path = folder + "/systemd/user/\(Self.name).service"
            text = Self.systemdUnit(words)
            beginCommand =
                "systemctl --user daemon-reload && systemctl --user enable --now \(Self.name)"
            endCommand = "systemctl --user disable --now \(Self.name); rm \(path)"
        #endif
    }

    /// - Returns: the path of the file, whose folder is there.
    func makeFolder() throws(OutputSink.Failure) -> String {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        return path
    }

    /// A unit of systemd. A desktop that is not there yet is waited for by beginning anew.
    static func systemdUnit(_ words: [String]) -> String {
        """
        [Unit]
        Description=Reminders of Resonance

        [Service]
        ExecStart=\(words.map(quoted).joined(separator: " "))
        Restart=on-failure
        RestartSec=60

        [Install]
        WantedBy=default.target

        """
    }

    /// A word as systemd reads it back.
    private static func quoted(_ word: String) -> String {
        var text = ""
        for character in word {
            switch character {
            case "\\", "\"": text += "\\" + String(character)
            case "%", "$": text += String(repeating: character, count: 2)
            default: text.append(character)
            }
        }
        return "\"\(text)\""
    }

    /// An agent of launchd.
    static func launchdAgent(_ words: [String]) -> String {
        func escaped(_ text: String) -> String {
            text.replacingOccurrences(of: "&", with: "&amp;")
                .replacingOccurrences(of: "<", with: "&lt;")
        }
        let arguments = words.map { "        <string>\(escaped($0))</string>\n" }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>Label</key>
                <string>\(name)</string>
                <key>ProgramArguments</key>
                <array>
            \(arguments)    </array>
                <key>RunAtLoad</key>
                <true/>
                <key>KeepAlive</key>
                <dict>
                    <key>SuccessfulExit</key>
                    <false/>
                </dict>
                <key>ThrottleInterval</key>
                <integer>60</integer>
            </dict>
            </plist>

            """
    }
}
