import Foundation
import RecordingFiles
import TestSupport
import Testing

/// `hrv batch`: the tool itself is run, ended and run again.
@Suite struct BatchCommandTests {
    let home: TemporaryFolder
    var manifest: String { home.path + "/m.csv" }

    /// Thirty recordings, of which one is not there and one is none.
    init() throws {
        home = try TemporaryFolder()
        var lines = ["path,id,subject"]
        for number in 0..<30 {
            let beats = (0..<(120 + 20 * number)).map { beat in
                "\(850 + Int((40 * sin(0.5 * Double(beat))).rounded()) + (beat * 7919 + number) % 17)"
            }
            if number != 7 {
                try home.write(
                    "\(number).txt", number == 11 ? "nothing" : beats.joined(separator: "\n"))
            }
            lines.append("\(number).txt,id\(number),\"S, \(number % 3)\"")
        }
        try home.write("m.csv", lines.joined(separator: "\n"))
    }

    func batch(
        _ words: String..., into folder: String = "out", failures: String = ""
    ) throws -> CommandRunner.Output {
        try CommandRunner.run(
            ["batch", manifest, "--into", home.path + "/" + folder] + words,
            variables: [Self.failures: failures])
    }

    /// The variable that the hooks of debug builds read.
    static let failures = "RESONANCE_BATCH_FAULTS"

    func export(_ folder: String, _ words: String...) throws -> String {
        try CommandRunner.run(["batch", "export", home.path + "/" + folder] + words).text
    }

    /// All that must be the same bytes whatever happened on the way.
    func bytes(_ folder: String) throws -> [String: Data] {
        var all: [String: Data] = [:]
        for part in ["rows", "failed"] {
            let path = "\(home.path)/\(folder)/\(part)"
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                all["\(part)/\(name)"] = FileManager.default.contents(atPath: "\(path)/\(name)")
            }
        }
        return all
    }

    @Test func rowsAreThoseOfAnalyzeInTheOrderOfTheManifest() throws {
        let output = try batch("--jobs", "2")
        #expect(output.status == 1)
        #expect(output.errors.contains("28 of 30 recordings analysed, 2 failed, 28 rows in "))
        let rows = try export("out").split(separator: "\n").map(String.init)
        let wanted = try CommandRunner.run(
            ["analyze", home.path + "/3.txt", home.path + "/4.txt", "--output", "csv"]
        ).text.split(separator: "\n").map(String.init)
        #expect(rows[0] == "id,subject," + wanted[0])
        let row = try #require(rows.first { $0.hasPrefix("id3,") })
        #expect(row == "id3,\"S, 0\"," + wanted[1].dropFirst(home.path.count + 1))
        let numbers = rows.dropFirst().compactMap {
            $0.split(separator: ",").first.map { Int($0.dropFirst(2)) }
        }
        #expect(numbers == (0..<30).filter { $0 != 7 && $0 != 11 })
        let failed = try export("out", "--failed").split(separator: "\n")
        #expect(failed.count == 3 && failed[1].hasPrefix("id7,7.txt,not_found,"))
        #expect(failed[2].hasPrefix("id11,11.txt,unknown_format,"))
    }

    @Test func optionsShapeRowsAsInAnalyze() throws {
        _ = try batch("--window", "60", "--names", "neurokit", "--correct", "malik")
        let rows = try export("out").split(separator: "\n").map(String.init)
        let wanted = try CommandRunner.run(
            [
                "analyze", home.path + "/9.txt", "--window", "60", "--names", "neurokit",
                "--correct", "malik",
                "--output", "csv",
            ]
        ).text.split(separator: "\n").dropFirst()
        let own = rows.filter { $0.hasPrefix("id9,") }
        #expect(own.count == wanted.count && own.count > 3)
        for (row, line) in zip(own, wanted) { #expect(row.hasSuffix(line)) }
    }

    @Test func howManyWorkersThereAreChangesNoByte() throws {
        _ = try batch("--jobs", "1", into: "one")
        _ = try batch("--jobs", "4", into: "four")
        #expect(try bytes("one") == bytes("four"))
        #expect(try bytes("one").count == 60)
    }

    @Test func aKilledRunIsResumed() throws {
        _ = try batch("--jobs", "1", into: "whole")
        var metRunning = false
        for delay in [0.02, 0.15, 0.35, 0.6, 0.9] {
            let process = Process()
            process.executableURL = try CommandRunner.tool
            process.arguments = [
                "batch", manifest, "--into", home.path + "/killed", "--jobs", "2", "--quiet",
            ]
            process.standardError = FileHandle.nullDevice
            try process.run()
            Thread.sleep(forTimeInterval: delay)
            metRunning = metRunning || process.isRunning
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        #expect(metRunning)
        let output = try batch(into: "killed")
        #expect(output.status == 1)
        #expect(try bytes("whole") == bytes("killed"))
        // All that is done is found done.
        let again = try batch(into: "killed")
        #expect(
            again.errors.contains("28 of 30 recordings analysed") && !again.errors.contains("anew"))
    }

    @Test func whatWasChangedIsMadeAnew() throws {
        _ = try batch()
        let before = try bytes("out")
        let folder = home.path + "/out"
        try Data("edited".utf8).write(to: URL(fileURLWithPath: folder + "/rows/000003.csv.gz"))
        try FileManager.default.removeItem(atPath: folder + "/failed/000005.csv")
        try FileManager.default.removeItem(atPath: folder + "/done/000009.json")
        try Data("{".utf8).write(to: URL(fileURLWithPath: folder + "/done/000012.json"))
        let done = folder + "/done/000015.json"
        let counted = try String(contentsOfFile: done, encoding: .utf8)
        #expect(counted.contains(#""rowCount":1,"#))
        try counted.replacingOccurrences(of: #""rowCount":1,"#, with: #""rowCount":9,"#)
            .write(toFile: done, atomically: true, encoding: .utf8)
        let output = try batch()
        for words in [
            "chunk 3 is made anew: ", "chunk 5 is made anew: ", "chunk 12 is made anew: ",
            "chunk 15 is made anew: ",
        ] {
            #expect(output.errors.contains(words), "\(output.errors)")
        }
        #expect(try bytes("out") == before)
        // A recording that has changed since, too.
        try home.write("2.txt", "800\n810\n790\n")
        #expect(try batch().errors.contains("chunk 2 is made anew: 2.txt has changed"))
        #expect(try bytes("out") != before)
    }

    /// Names in another encoding, as old disks have them, are said and not lost in silence.
    @Test func namesThatAreNoTextAreSaid() throws {
        let folder = home.path + "/old"
        _ = try CommandRunner.shell(
            "mkdir -p '\(folder)/a'; cp '\(home.path)/3.txt' '\(folder)/a/good.txt'; "
                + "cp '\(home.path)/3.txt' \"$(printf '%s/a/caf\\351.txt' '\(folder)')\"")
        let batch = try CommandRunner.run(["batch", folder, "--into", home.path + "/out2"])
        #expect(batch.errors.contains("the name of a/caf\\xE9.txt is no UTF-8"), "\(batch.errors)")
        #expect(batch.errors.contains("1 of 1 recordings analysed"))
        let analyze = try CommandRunner.run(["analyze", folder, "--quiet"])
        #expect(analyze.status == 1 && analyze.errors.contains("[bad_name]"))
    }

    @Test func theReportHasEveryRecordingOneClickAway() throws {
        _ = try batch()
        let out = home.path + "/out"
        let report = try CommandRunner.run(["batch", "report", out, "--output", "html"])
        #expect(report.status == 0 && report.errors.contains("out/report/index.html"))
        let page = try String(contentsOfFile: out + "/report/index.html", encoding: .utf8)
        let detail = try String(
            contentsOfFile: out + "/report/recordings/00000.html", encoding: .utf8)
        for number in 0..<30 {
            #expect(
                page.contains("<a href=\"recordings/00000.html#r\(number)\"><bdi>id\(number)</bdi>")
            )
            #expect(detail.contains("id=\"r\(number)\""))
        }
        #expect(detail.contains("subject: S, 1"))
        #expect(page.contains("<code>not_found</code>") && page.contains(">28</span>"))
        // It goes over an earlier report, and over nothing else.
        #expect(try CommandRunner.run(["batch", "report", out]).status == 0)
        try FileManager.default.createDirectory(
            atPath: home.path + "/site/recordings", withIntermediateDirectories: true)
        try home.write("site/index.html", "<p>mine</p>")
        try home.write("site/recordings/raw.dat", "raw")
        let site = try CommandRunner.run(["batch", "report", out, "--out", home.path + "/site"])
        #expect(site.status == 73)
        #expect(FileManager.default.fileExists(atPath: home.path + "/site/recordings/raw.dat"))
        #expect(try CommandRunner.run(["batch", "report", out, "--out", ""]).status == 64)
        let other = try CommandRunner.run(["batch", "report", out, "--out", home.path])
        #expect(other.status == 73 && other.errors.contains("has other files"))
        #expect(try CommandRunner.run(["batch", "report", home.path]).status == 66)
    }

    /// Bytes that change within their size and time are detected by their sums alone.
    @Test func checksumsDetectChangesThatSizeAndTimeMiss() throws {
        _ = try batch("--checksums")
        let before = try bytes("out")
        let path = home.path + "/2.txt"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let setTime = "touch -r '\(path).ref' '\(path)'"
        _ = try CommandRunner.shell("cp -p '\(path)' '\(path).ref'")
        try (text.dropLast() + "1").write(toFile: path, atomically: false, encoding: .utf8)
        _ = try CommandRunner.shell(setTime)
        #expect(try !batch().errors.contains("anew"))
        #expect(
            try batch("--checksums").errors.contains("chunk 2 is made anew: 2.txt has other bytes"))
        #expect(try bytes("out") != before)
        // And a new time of the same bytes is no change.
        try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
        #expect(try !batch("--checksums").errors.contains("anew"))
    }

    /// Rows that a user edited are not handed on as if they were ours.
    @Test func editedRowsAreNotExported() throws {
        _ = try batch()
        let out = home.path + "/out"
        try Data("id,short\nid3\n".utf8).write(
            to: URL(fileURLWithPath: out + "/rows/000003.csv.gz"))
        for words in [["batch", "export", out], ["batch", "report", out]] {
            let output = try CommandRunner.run(words)
            #expect(output.status == 65, "\(words)")
            #expect(output.errors.contains("rows/000003.csv.gz is not as it was"), "\(words)")
        }
        #expect(try batch().errors.contains("chunk 3 is made anew"))
        #expect(try CommandRunner.run(["batch", "report", out]).status == 0)
    }

    @Test func eachRowOfAWindowHasAllItsNumbers() throws {
        _ = try batch("--window", "60")
        let out = home.path + "/out"
        #expect(try CommandRunner.run(["batch", "report", out]).status == 0)
        let page = try String(
            contentsOfFile: out + "/report/recordings/00000.html", encoding: .utf8)
        for name in ["HRV_RMSSD", "HRV_SampEn", "HRV_HRT_TS"] {
            #expect(page.contains("<th scope=\"col\">\(name)</th>"), "\(name)")
        }
    }

    /// Recordings and manifest that lie in the folder of the batch stay where they are.
    @Test func onlyTheBatchIsPutAside() throws {
        _ = try batch(into: ".")
        let again = try batch("--restart", into: ".")
        #expect(again.status == 1 && again.errors.contains("28 of 30 recordings analysed"))
        let name = (home.path as NSString).lastPathComponent
        #expect(again.errors.contains("\(name).before-1 now"))
        let aside = home.path + ".before-1"
        defer { try? FileManager.default.removeItem(atPath: aside) }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: aside).sorted()
                == ["batch.json", "done", "failed", "rows", "work"])
    }

    /// The files in the folder of another batch are no recordings, whatever their names.
    @Test func otherBatchesAreNoRecordings() throws {
        try FileManager.default.createDirectory(
            atPath: home.path + "/in/deep", withIntermediateDirectories: true)
        try home.write("in/deep/a.txt", CommandRunner.beats)
        let (one, two) = (home.path + "/in/one", home.path + "/in/two")
        for words in [[one], [two], [one], [one, "--restart"], [one], [two]] {
            let output = try CommandRunner.run(["batch", home.path + "/in", "--into"] + words)
            #expect(output.status == 0, "\(words) \(output.errors)")
            #expect(output.errors.contains("1 of 1 recordings analysed"))
            try Data("870\n".utf8).write(to: URL(fileURLWithPath: one + "/rows.txt"))
        }
    }

    /// The annotations that are read are watched, whatever their ending.
    @Test func changedAnnotationsAreMadeAnew() throws {
        func write(_ count: Int) throws {
            try home.write(
                "a.my",
                WFDBAnnotationWriter.bytes(
                    of: (0..<count).map {
                        WFDBAnnotation(sample: 100 * $0 + $0 * $0 % 7, code: WFDBCode.normal)
                    }))
        }
        try home.write("a.hea", "a 0 128\n")
        for (manifest, words) in [
            ("path\na\n", ["--annotator", "my"]), ("path,annotator\na,my\n", []),
        ] {
            try home.write("m.csv", manifest)
            for checks in [[], ["--checksums"]] {
                try? FileManager.default.removeItem(atPath: home.path + "/out")
                func run() throws -> String {
                    try CommandRunner.run(
                        ["batch", self.manifest, "--into", home.path + "/out"] + words + checks
                    ).errors
                }
                try write(300)
                _ = try run()
                let before = try export("out")
                try write(400)
                #expect(try run().contains("chunk 0 is made anew: a has "))
                #expect(try export("out") != before)
            }
        }
    }

    @Test func aFreshFolderCanBeRestarted() throws {
        #expect(try batch("--restart", into: "fresh").status == 1)
        #expect(!FileManager.default.fileExists(atPath: home.path + "/fresh.before-1"))
    }

    /// One of the recordings of a file is known by its file.
    @Test func aPartOfAFileIsMadeAnewWithItsFile() throws {
        try home.write("m.csv", "path\n3.txt#1\n")
        #expect(try batch().errors.contains("1 of 1 recordings analysed"))
        try home.write("3.txt", CommandRunner.beats)
        #expect(try batch().errors.contains("3.txt#1 has changed"))
    }

    @Test func aRecordingThatIsAnotherOneIsSetAside() throws {
        let sum = String(repeating: "0", count: 64)
        try home.write("m.csv", "path,sha256\n3.txt,\(sum)\n4.txt,\n")
        let output = try batch()
        #expect(output.errors.contains("1 of 2 recordings analysed, 1 failed"))
        #expect(try export("out", "--failed").contains("3.txt,3.txt,wrong_sum,"))
        let status = try CommandRunner.run(["batch", "status", home.path + "/out", "--json"])
        #expect(status.text.contains(#""isRunning" : false"#))
    }

    @Test func anotherBatchIsRefusedAndPutAside() throws {
        _ = try batch()
        let options = try batch("--window", "60")
        #expect(options.status == 64)
        #expect(
            options.errors.contains("it was begun with no options, and now there are --window=60.0")
        )
        try home.write("m.csv", "path,id,subject\n0.txt,id0,x\n")
        let other = try batch()
        #expect(
            other.status == 64
                && other.errors.contains("it was begun with 30 recordings, and now there are 1"))
        #expect(try batch("--restart").status == 0)
        #expect(FileManager.default.fileExists(atPath: home.path + "/out.before-1/batch.json"))
    }
}
