import Foundation
import TestSupport
import Testing

/// Disks and folders: what fails there, and what lies there.
extension BatchCommandTests {
    private func run(_ words: [String], in folder: String) throws -> (status: Int32, errors: String)
    {
        let process = Process()
        process.executableURL = try CommandRunner.tool
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    /// Paths mean the same from whichever folder the batch goes on, and results are no recordings.
    @Test func itResumesFromAnotherFolder() throws {
        try FileManager.default.createDirectory(
            atPath: home.path + "/w/set", withIntermediateDirectories: true)
        for name in ["a.txt", "b.txt"] { try home.write("w/set/" + name, CommandRunner.beats) }
        let begun = try run(["batch", "set", "--into", "set/out"], in: home.path + "/w")
        #expect(begun.status == 0 && begun.errors.contains("2 of 2 recordings analysed"))
        let again = try run(["batch", "set", "--into", "set/out/"], in: home.path + "/w")
        #expect(again.status == 0 && again.errors == begun.errors)
        try home.write("w/set/b.txt", "nothing")
        _ = try run(["batch", "set", "--into", "set/out"], in: home.path + "/w")
        try home.write("w/set/b.txt", CommandRunner.beats)
        let retry = try run(["batch", "retry", home.path + "/w/set/out"], in: "/")
        #expect(retry.status == 0 && retry.errors.contains("2 of 2 recordings analysed"))
    }

    @Test func whatCannotBeSeenStays() throws {
        _ = try batch()
        let before = try bytes("out")
        try FileManager.default.moveItem(atPath: home.path + "/3.txt", toPath: home.path + "/away")
        #expect(try batch().errors.contains("28 of 30 recordings analysed"))
        #expect(try bytes("out") == before)
        // Without its plan it is unknown what the results are of.
        try FileManager.default.removeItem(atPath: home.path + "/out/batch.json")
        let output = try batch()
        #expect(output.status == 64 && output.errors.contains("no batch.json that says of what"))
        #expect(try bytes("out") == before)
        let unknown = try CommandRunner.run(["batch", "retry", home.path + "/out"])
        #expect(unknown.status == 66)
    }

    /// A device that is always full stands for the file of a worker.
    @Test func aFullDiskPutsNoRecordingAside() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let record = #"{"id":"1","path":"1.txt","options":{},"further":[]}"#
        let order =
            #"{"rows":"/dev/full","wantsSums":false,"items":[{"place":0,"file":"\#(home.path)/1.txt","record":\#(record)}]}"#
        let worker = try CommandRunner.run(["batch", "worker"], input: order + "\n")
        #expect(worker.status == 74)
        #expect(worker.text.contains(#""trouble":"the rows cannot be written: "#))
    }

    /// A lost disk puts no recording aside, in a small batch neither. Links to the memory of the reader stand for files that
    /// a disk does not give: reading them is EIO.
    @Test func aLostDiskPutsNoRecordingAside() throws {
        guard FileManager.default.fileExists(atPath: "/proc/self/mem") else { return }
        let files = FileManager.default
        let good = (0..<200).map { "\(850 + ($0 * 37) % 90)" }.joined(separator: "\n")
        let names = (0..<70).map { "l\($0).txt" }
        func isLost(_ index: Int) -> Bool { index == 3 || index >= 12 }
        for (index, name) in names.enumerated() {
            if isLost(index) {
                try files.createSymbolicLink(
                    atPath: "\(home.path)/\(name)", withDestinationPath: "/proc/self/mem")
            } else {
                try home.write(name, good)
            }
        }
        try home.write("m.csv", (["path"] + names).joined(separator: "\n"))
        let lost = try batch("--jobs", "1")
        #expect(lost.status == 74 && lost.errors.contains("50 recordings in a row cannot be read"))
        let retained = try export("out", "--failed").split(separator: "\n").dropFirst()
        #expect(retained.count == 1 && retained.first?.hasPrefix("l3.txt,l3.txt,io,") == true)
        for (index, name) in names.enumerated() where isLost(index) && index > 3 {
            try files.removeItem(atPath: "\(home.path)/\(name)")
            try home.write(name, good)
        }
        #expect(try batch("--jobs", "2").status == 1)
        #expect(try export("out").split(separator: "\n").count == 70)
        _ = try batch("--jobs", "1", into: "peace")
        #expect(try bytes("out") == bytes("peace"))
    }

    /// Bad recordings end, hold up or burden their worker alone. The hooks are those of debug builds.
    @Test func whatEndsItsWorkerIsPutAside() throws {
        let output = try batch(
            "--time-limit", "3", "--memory", "300", "--jobs", "2",
            failures: "crash:id2,loop:id5,eat:id8")
        #expect(output.status == 1)
        let failed = try export("out", "--failed").split(separator: "\n").map(String.init)
        let codes = failed.dropFirst().map {
            $0.split(separator: ",").enumerated().filter { [0, 2].contains($0.0) }.map {
                String($0.1)
            }
        }
        #expect(
            codes == [
                ["id2", "crashed"], ["id5", "time_limit"], ["id7", "not_found"],
                ["id8", "out_of_memory"],
                ["id11", "unknown_format"],
            ])
        #expect(failed[1].contains("by signal 6") && failed[1].hasSuffix(",2"))
        #expect(try export("out").split(separator: "\n").count == 1 + 25)
        // Without the hooks they are tried once more.
        let retry = try CommandRunner.run([
            "batch", "retry", home.path + "/out", "--code", "crashed",
        ])
        #expect(retry.errors.contains("1 failure is tried once more"))
        #expect(try export("out").split(separator: "\n").count == 1 + 26)
        _ = try CommandRunner.run(["batch", "retry", home.path + "/out"])
        #expect(try export("out").split(separator: "\n").count == 1 + 28)
    }

    /// A runner whose first recording never ends, once a worker has it.
    private func endlessRun() throws -> Process {
        let runner = Process()
        runner.environment = ProcessInfo.processInfo.environment.merging([
            Self.failures: "loop:id0"
        ]) { $1 }
        runner.executableURL = try CommandRunner.tool
        runner.arguments = [
            "batch", manifest, "--into", home.path + "/out", "--jobs", "1", "--quiet",
        ]
        try runner.run()
        try eventually("a recording is held") { try heldSeconds() != nil }
        return runner
    }

    /// Returns the time for which the first recording has been held, as its runner last wrote it;
    /// s.
    private func heldSeconds() throws -> Double? {
        struct Status: Decodable {
            struct Worker: Decodable {
                let id: String?
                let seconds: Double?
            }
            let workers: [Worker]
        }
        let output = try CommandRunner.run(["batch", "status", home.path + "/out", "--json"])
        let status = try? JSONDecoder().decode(Status.self, from: Data(output.text.utf8))
        return status?.workers.first { $0.id == "id0" }?.seconds
    }

    @Test func aSecondRunnerNamesTheRunningOne() throws {
        let first = try endlessRun()
        defer { first.waitUntilExit() }
        defer { kill(first.processIdentifier, SIGKILL) }
        let status = try CommandRunner.run(["batch", "status", home.path + "/out"])
        #expect(status.text.contains("id0 for "))
        let other = try batch()
        #expect(other.status == 75)
        #expect(other.errors.contains("process \(first.processIdentifier) works in "))
    }

    /// Time in which the runner was stopped, or the machine slept, is not the recording's.
    @Test func aStoppedMachineBurdensNoRecording() throws {
        let start = ContinuousClock.now
        let runner = try endlessRun()
        defer { runner.waitUntilExit() }
        defer { kill(runner.processIdentifier, SIGKILL) }
        kill(runner.processIdentifier, SIGSTOP)
        let stop = ContinuousClock.now
        let before = try #require(try heldSeconds())
        // More than the pause that the runner lets pass.
        Thread.sleep(forTimeInterval: 8)
        let pause = ContinuousClock.now - stop
        kill(runner.processIdentifier, SIGCONT)
        var held = before
        try eventually("the recording is held longer than before the pause") {
            held = try heldSeconds() ?? before
            return held > before
        }
        // What is left of the time since the start, however slow the machine is.
        #expect(held <= (ContinuousClock.now - start - pause) / .seconds(1))
    }

    @Test func pathsFoldersAndPipes() throws {
        for (words, input) in [
            (["-"], "\(home.path)/1.txt\n\(home.path)/2.txt\n"),
            (["-"], "\(home.path)/1.txt\0\(home.path)/2.txt\0"),
        ] {
            let folder = home.path + "/\(input.count)"
            let output = try CommandRunner.run(
                ["batch"] + words + ["--into", folder], input: input)
            #expect(output.status == 0 && output.errors.contains("2 of 2 recordings analysed"))
        }
        try FileManager.default.createDirectory(
            atPath: home.path + "/set/deep", withIntermediateDirectories: true)
        for name in ["a.txt", "deep/b.txt"] { try home.write("set/" + name, CommandRunner.beats) }
        let folder = try CommandRunner.run([
            "batch", home.path + "/set", "--into", home.path + "/all",
        ])
        #expect(folder.errors.contains("2 of 2 recordings analysed"))
        // The names of two files are no UTF-8, and one is there in two spellings.
        let odd = try CommandRunner.shell(
            "cd \(home.path) && printf '1.txt\\0a\\377.txt\\0a\\376.txt\\0' | \"$HRV\" batch - --into odd"
        )
        #expect(odd.status == 0 && odd.errors.contains("2 paths are no UTF-8"))
        let twice = try CommandRunner.shell(
            "cd \(home.path) && printf './1.txt\\n1.txt\\n' | \"$HRV\" batch - --into twice")
        #expect(
            twice.status == 64 && twice.errors.contains("1.txt is there twice, once as ./1.txt"))
        mkfifo(home.path + "/pipe.txt", 0o600)
        try home.write("n.csv", "path\npipe.txt\n")
        let pipe = try CommandRunner.run([
            "batch", home.path + "/n.csv", "--into", home.path + "/pipe",
        ])
        #expect(pipe.status == 65)
        let failed = try CommandRunner.run(["batch", "export", home.path + "/pipe", "--failed"])
            .text
        #expect(
            failed.contains(
                "pipe.txt,not_a_file,\"it is a pipe, a device or a socket, and no file\",1"))
    }

    @Test(arguments: [
        ("path\n1.txt\n1.txt\n", "the id 1.txt stands in line 2 and in line 3", Int32(64)),
        ("file\n1.txt\n", "no column path", 64), ("Path\n", "small letters, not Path", 64),
        ("id\tpath\n", "not tabs", 64), ("path\r1.txt\r", "with CR alone", 64),
        ("path\nmitdb:*\n", "more than one recording", 64),
        ("path,HRV_RMSSD\n1.txt,5\n", "the name of one of ours", 64),
        ("path,unit\n1.txt,min\n", "recording 1.txt: --unit is not min", 64),
        ("path\n1\"x.txt\n2.txt\n", "m.csv:2: a quote", 64), ("path;id\n", "not semicolons", 64),
        ("path\n", "no recordings", 66),
    ])
    func aManifestThatIsWrong(text: String, words: String, status: Int32) throws {
        try home.write("m.csv", text)
        let output = try batch()
        #expect(output.status == status && output.errors.contains(words), "\(output.errors)")
    }
}
