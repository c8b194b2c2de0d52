import Foundation
import TestSupport
import Testing

/// The two programs behind one command line: found from anywhere, indistinguishable to a person, refused where they do not fit.
@Suite struct CompanionProgramTests {
    private static func run(
        _ program: URL, _ arguments: [String], _ variables: [String: String] = [:]
    )
        throws -> CommandRunner.Output
    {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let messages = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return .init(
            status: process.terminationStatus, text: String(decoding: text, as: UTF8.self),
            errors: String(decoding: messages, as: UTF8.self))
    }

    private static func program(_ name: String) throws -> URL {
        try CommandRunner.tool.deletingLastPathComponent().appendingPathComponent(name)
    }

    /// The program of all commands is the oracle: it has no list of names, but the commands themselves.
    @Test(arguments: [["--help"], ["simulate", "--help"], ["help", "simulate"], ["--version"]])
    func theListsNameTheCommandsThatThereAre(_ words: [String]) throws {
        let short = try CommandRunner.run(words)
        let whole = try Self.run(Self.program("hrv-sessions"), words)
        #expect(short.text == whole.text)
        #expect(short.status == 0 && whole.status == 0)
        #expect(
            words == ["--version"] || short.text.contains("person") || short.text.contains("live"))
    }

    @Test func completionsKnowTheOptionsOfEveryCommand() throws {
        let script = try CommandRunner.run(["--generate-completion-script", "bash"]).text
        for word in [
            "--psd", "--strap", "--minutes", "--window", "--people", "--instructions",
        ] {
            #expect(script.contains(word), "\(word)")
        }
    }

    /// A command of each program, by a link, by `PATH`, from another folder and from the folders of a release.
    @Test func itIsFoundFromItsOwnRealPath() throws {
        let folder = try TemporaryFolder()
        let files = FileManager.default
        let link = URL(fileURLWithPath: folder.path + "/linked")
        try files.createSymbolicLink(at: link, withDestinationURL: CommandRunner.tool)
        for (bin, name) in [("release/bin", "hrv"), ("release/libexec/hrv", "hrv-sessions")] {
            try files.createDirectory(
                atPath: "\(folder.path)/\(bin)", withIntermediateDirectories: true)
            try files.copyItem(
                at: Self.program(name), to: URL(fileURLWithPath: "\(folder.path)/\(bin)/\(name)"))
        }
        let installed = URL(fileURLWithPath: folder.path + "/release/bin/hrv")
        let wanted = try CommandRunner.run(["live", "--help"])
        #expect(wanted.text.hasPrefix("OVERVIEW: Breathe with feedback"))
        for program in [link, installed] {
            let output = try Self.run(program, ["live", "--help"])
            #expect(output.text == wanted.text && output.status == 0)
        }
        let shell = try CommandRunner.shell(
            "cd / && PATH=\"$(dirname \"$HRV\"):$PATH\" hrv live --help")
        #expect(shell.text == wanted.text && shell.status == 0)
        // What the second program writes of itself is the path of the first.
        let unit = try Self.run(
            installed, ["practice", "remind", "install", "--print"], ["HOME": folder.path])
        #expect(unit.text.contains("/release/bin/hrv"))
        #expect(!unit.text.contains("hrv-sessions"))
    }

    @Test(arguments: [
        (["live"], "hrv-sessions"), (["help", "history"], "hrv-sessions"),
        (["simulate", "person"], "hrv-sessions"), (["bench"], "hrv-studies"),
    ])
    func aMissingProgramIsSaidOnce(_ words: [String], _ name: String) throws {
        let folder = try TemporaryFolder()
        let alone = URL(fileURLWithPath: folder.path + "/hrv")
        try FileManager.default.copyItem(at: CommandRunner.tool, to: alone)
        let output = try Self.run(alone, words)
        #expect(output.status == 69)
        #expect(output.text.isEmpty)
        #expect(output.errors.contains("needs the program \(name), which is not installed"))
        let package = name == "hrv-studies" ? "the package hrv-studies" : "the whole package"
        #expect(output.errors.contains("install \(package) of version "))
        #expect(output.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["hrv-sessions", "hrv-studies"])
    func anotherVersionIsRefused(_ name: String) throws {
        let output = try Self.run(
            Self.program(name), ["--version"], ["RESONANCE_HRV_VERSION": "0.0.9"])
        #expect(output.status == 69)
        #expect(output.text.isEmpty)
        #expect(output.errors.contains("hrv is version 0.0.9 and "))
        #expect(output.errors.contains("install both of one version"))
    }

    /// Files of beats are analysed where neither of the other programs is.
    @Test func analysisNeedsNoOtherProgram() throws {
        let folder = try TemporaryFolder()
        let alone = URL(fileURLWithPath: folder.path + "/hrv")
        try FileManager.default.copyItem(at: CommandRunner.tool, to: alone)
        let beats = folder.path + "/beats.txt"
        try CommandRunner.beats.write(toFile: beats, atomically: true, encoding: .utf8)
        let output = try Self.run(alone, ["analyze", beats])
        #expect(output.status == 0)
        #expect(output.text == (try CommandRunner.run(["analyze", beats]).text))
        #expect(output.text.contains("HRV_RMSSD"))
    }
}
