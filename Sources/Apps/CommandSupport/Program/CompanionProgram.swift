import PhysioTypes
import RecordingFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The programs of the toolkit. A person starts `hrv` alone; it replaces itself by another one where a command needs it.
package enum CompanionProgram: String, CaseIterable, Sendable {
    /// Commands on files, which start in milliseconds.
    case hrv
    /// Commands that last or keep a history, and the tree of all commands.
    case sessions = "hrv-sessions"
    /// Benchmarks and studies.
    case studies = "hrv-studies"

    /// The package that installs the program.
    private var packageName: String {
        self == .studies ? "the package hrv-studies" : "the whole package"
    }

    /// The variable that carries the version of the program that was replaced.
    private static let versionVariable = "RESONANCE_HRV_VERSION"

    /// The paths at which the program may be: in a build folder beside the running one; installed,
    /// `hrv` in `bin` and all others in `libexec/hrv`.
    private var candidates: [String] {
        guard let programPath = POSIXFiles.executablePath else { return [] }
        let folder = FilePath.folder(of: programPath)
        let parentFolder = FilePath.folder(of: folder)
        let installedPath =
            self == .hrv
            ? FilePath.folder(of: parentFolder) + "/bin/hrv"
            : parentFolder + "/libexec/hrv/\(rawValue)"
        return ["\(folder)/\(rawValue)", installedPath]
    }

    /// The program's file; nil where it is not installed.
    package var path: String? { candidates.first { access($0, X_OK) == 0 } }

    /// Replaces the running process by the program, which gets the same arguments: process, terminal, pipes and signals
    /// stay.
    ///
    /// - Returns: the exit status of a program that cannot be started, which is reported then.
    package func replaceProcess(_ diagnostics: Diagnostics) -> ExitStatus {
        guard let path else {
            let command = CommandLine.arguments.dropFirst().first ?? ""
            diagnostics.error(
                "hrv \(command) needs the program \(rawValue), which is not installed (looked for "
                    + "\(candidates.joined(separator: " and "))): install \(packageName) of "
                    + "version \(ToolkitVersion.current), or build all with swift build",
                code: "no_program")
            return .unavailable
        }
        setenv(Self.versionVariable, ToolkitVersion.current, 1)
        let words = [path] + CommandLine.arguments.dropFirst()
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execv(path, &arguments)
        let reason = POSIXFiles.reason
        for argument in arguments { free(argument) }
        diagnostics.error("\(path) cannot be started: \(reason)", code: "no_program")
        return .unavailable
    }

    /// Compares the version of this program with that of the one it replaced. Called once, at the start.
    ///
    /// - Returns: the exit status where they differ, which is reported then; nil where all is well.
    package static func reportVersionConflict(_ diagnostics: Diagnostics) -> ExitStatus? {
        guard let version = getenv(versionVariable).map({ String(cString: $0) }) else {
            return nil
        }
        unsetenv(versionVariable)
        guard version != ToolkitVersion.current else { return nil }
        let programPath = POSIXFiles.executablePath ?? "this program"
        diagnostics.error(
            "hrv is version \(version) and \(programPath) is version \(ToolkitVersion.current): install "
                + "both of one version",
            code: "no_program")
        return .unavailable
    }
}
