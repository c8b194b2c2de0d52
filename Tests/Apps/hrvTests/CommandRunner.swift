import Foundation
import TestSupport

/// Runs the built `hrv` as a person's shell would.
enum CommandRunner {
    struct Output {
        let status: Int32
        let text: String
        let errors: String
    }

    /// 400 intervals that oscillate by 25 ms every ten beats and vary a little, so that no rule finds
    /// an artefact.
    static let beats: String = (0..<400).map { index in
        let oscillation = (25 * sin(0.6 * Double(index))).rounded()
        return "\(880 + Int(oscillation) + index * 7919 % 13)"
    }.joined(separator: "\n")

    /// The tool lies beside the test bundle.
    static var tool: URL {
        get throws {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let folders = [
                bundle?.bundleURL.deletingLastPathComponent(),
                URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
            ].compactMap { $0 }
            for folder in folders {
                let tool = folder.appendingPathComponent("hrv")
                if FileManager.default.isExecutableFile(atPath: tool.path) { return tool }
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }

    /// Environment in which every tool keeps its files in a folder of its own: never in the tester's home.
    private static func environment(_ home: TemporaryFolder) -> [String: String] {
        ProcessInfo.processInfo.environment.merging([
            "XDG_DATA_HOME": home.path, "HOME": home.path,
        ]) { $1 }
    }

    /// - Parameter home: where it keeps what it keeps; one for this call alone if not given.
    /// - Parameter variables: of the environment, besides.
    static func run(
        _ arguments: [String], input: String? = nil, standardOutput: FileHandle? = nil,
        home: TemporaryFolder? = nil, variables: [String: String] = [:]
    ) throws -> Output {
        let home = try home ?? TemporaryFolder()
        let process = Process()
        process.executableURL = try tool
        process.arguments = arguments
        process.environment = environment(home).merging(variables) { $1 }
        let output = Pipe()
        let errors = Pipe()
        let stdin = Pipe()
        process.standardOutput = standardOutput ?? output
        process.standardError = errors
        process.standardInput = stdin
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data((input ?? "").utf8))
        try stdin.fileHandleForWriting.close()
        let text =
            standardOutput == nil ? output.fileHandleForReading.readDataToEndOfFile() : Data()
        let messages = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let isSignal = process.terminationReason == .uncaughtSignal
        return Output(
            status: process.terminationStatus + (isSignal ? 128 : 0),
            text: String(decoding: text, as: UTF8.self),
            errors: String(decoding: messages, as: UTF8.self))
    }

    /// Runs a line of shell, `$HRV` being the tool.
    static func shell(_ line: String, home: TemporaryFolder? = nil) throws -> Output {
        let home = try home ?? TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", line]
        process.environment = environment(home).merging(["HRV": try tool.path]) { $1 }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let messages = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Output(
            status: process.terminationStatus, text: String(decoding: text, as: UTF8.self),
            errors: String(decoding: messages, as: UTF8.self))
    }
}
