import Foundation
import TestSupport
import Testing

@Suite struct AnalyzeCommandTests {
    private static let beats = CommandRunner.beats

    private static func json(_ output: CommandRunner.Output) throws -> [[String: Any]] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
    }

    // MARK: Shapes

    @Test func aFileBecomesARow() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.beats)
        let output = try CommandRunner.run(["analyze", file, "--json"])
        #expect(output.status == 0)
        // They oscillate slowly, and steadily.
        let notes = output.errors.split(separator: "\n")
        #expect(notes.count == 1 && notes[0].hasSuffix("[breath_outside_hf]"), "\(notes)")
        let rows = try Self.json(output)
        #expect(rows.count == 1)
        #expect(rows[0]["file"] as? String == file)
        #expect(rows[0]["format"] as? String == "rr-text")
        #expect(rows[0]["n_beats"] as? Int == 400)
        #expect((rows[0]["recipe"] as? [String: Any])?["psd"] as? String == "fft")
    }

    @Test func standardInputIsReadToo() throws {
        let output = try CommandRunner.run(["analyze", "-", "--output", "csv"], input: Self.beats)
        #expect(output.status == 0)
        let lines = output.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("format,start_s"))
    }

    @Test func severalFilesHaveAFileColumnAndKeepTheirOrder() throws {
        let folder = try TemporaryFolder()
        for name in ["c.txt", "a.txt", "b.txt"] { try folder.write(name, Self.beats) }
        let output = try CommandRunner.run(
            ["analyze", folder.path, "--output", "csv", "--jobs", "3"])
        #expect(output.status == 0)
        let names = output.text.split(separator: "\n").map { $0.split(separator: ",")[0] }
        #expect(names == ["file"] + ["a.txt", "b.txt", "c.txt"].map { "\(folder.path)/\($0)" })
    }

    @Test func windowsAreRowsOfTheirOwn() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.beats)
        let output = try CommandRunner.run(
            ["analyze", file, "--window", "100", "--step", "50", "--ndjson"])
        #expect(output.status == 0)
        let starts = try output.text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require((object as? [String: Any])?["start_s"] as? Double)
        }
        #expect(starts == [0, 50, 100, 150, 200, 250])
    }

    @Test func theReportIsOneFileThatNeedsNoNetwork() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.beats)
        let report = folder.path + "/report.html"
        let output = try CommandRunner.run(
            ["analyze", file, "--output", "html", "--out", report])
        #expect(output.status == 0 && output.text == "")
        let page = try String(contentsOfFile: report, encoding: .utf8)
        #expect(page.contains("<svg") && page.contains("HRV_RMSSD"))
        #expect(!page.contains("<script") && !page.contains("src="))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.sorted() == ["a.txt", "report.html"])
    }

    @Test func formatsListsWhatIsRead() throws {
        let output = try CommandRunner.run(["formats"])
        #expect(output.status == 0)
        for name in ["rr-text", "wfdb-annotations", "hrv-logger", "html"] {
            #expect(output.text.contains(name))
        }
    }

    // MARK: Bad input

    @Test func aTypoInAnOptionGetsASuggestion() throws {
        let output = try CommandRunner.run(["analyze", "x.txt", "--windw", "300"])
        #expect(output.status == 64)
        #expect(output.errors.contains("--window"))
    }

    @Test func aTypoInACommandGetsASuggestion() throws {
        let output = try CommandRunner.run(["analyse", "x.txt"])
        #expect(output.status == 64)
        #expect(output.errors.contains("did you mean \"analyze\"?"))
    }

    @Test(arguments: [
        (["--step", "30"], "--step needs --window"),
        (["--window", "0"], "--window must be at least"),
        (["--jobs", "0"], "--jobs"), (["--jobs", "-1"], "--jobs must be"),
        (["--window", "1e-9"], "--window must be at least"),
        (["--window", "100", "--step", "1e-9"], "--step must be at least"),
        (["--band", "TP=0.1,0.2"], "taken by a standard metric"),
        (["--band", "LF=0.2,0.1"], "band"),
        (["--json", "--ndjson"], "choose one of"), (["--format", "kubios"], "choose one of"),
        (["--unit", "minutes"], "'ms'"), (["--correct", "malek"], "malik"),
        (["--correct", "none", "--repair", "linear"], "--repair needs a rule"),
        (["--repair", "spline"], "time-keeping"),
        (["--like", "kubios", "--repair", "linear"], "--repair with --like needs --correct"),
    ])
    func unusableOptionsAreUsageErrors(arguments: [String], message: String) throws {
        let output = try CommandRunner.run(["analyze", "x.txt"] + arguments)
        #expect(output.status == 64)
        #expect(output.errors.contains(message), "\(output.errors)")
    }

    @Test func aMissingFileIsNamedWithASuggestion() throws {
        let folder = try TemporaryFolder()
        try folder.write("morning.txt", Self.beats)
        let output = try CommandRunner.run(["analyze", folder.path + "/mornin.txt"])
        #expect(output.status == 66)
        #expect(output.errors.contains("did you mean \"\(folder.path)/morning.txt\"?"))
        #expect(output.errors.contains("[not_found]"))
        #expect(output.text == "")
    }

    @Test func anEmptyFolderIsNoInput() throws {
        let folder = try TemporaryFolder()
        let output = try CommandRunner.run(["analyze", folder.path])
        #expect(output.status == 66)
        #expect(output.errors.contains("no recordings in this folder"))
    }

    @Test func anEmptyFolderAmongInputsIsAFailure() throws {
        let folder = try TemporaryFolder()
        let empty = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.beats)
        let output = try CommandRunner.run(["analyze", empty.path, file, "--ndjson"])
        #expect(output.status == 1)
        #expect(output.text.split(separator: "\n").count == 1)
    }

    @Test func oneBrokenFileDoesNotStopTheOthers() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.txt", Self.beats)
        try folder.write("b.txt", (0..<90).map { "\(60 + $0 % 30)" }.joined(separator: "\n"))
        try folder.write("c.txt", Self.beats)
        let output = try CommandRunner.run(["analyze", folder.path, "--ndjson"])
        #expect(output.status == 1)
        #expect(output.text.split(separator: "\n").count == 2)
        #expect(output.errors.contains("b.txt: error: the values look like heart rates"))
        #expect(output.errors.contains("2 of 3 inputs analysed, 1 failed"))
    }

    @Test(arguments: [
        ("", 66, "[empty]"), ("72\n75\n71\n", 65, "[rr_unit]"),
        ("0.8\n0.8\n0.8\n812\n805\n799\n", 65, ":4: error: the unit changes here"),
        ("0,812\n0,805,0,799\n", 65, ":2: error: a comma here may stand between"),
        ("1,2,3\n", 65, ":1: error: no column holds R-R intervals"),
    ])
    func badContentIsReportedWithCodeAndLine(text: String, status: Int32, message: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("bad.txt", text)
        let output = try CommandRunner.run(["analyze", file])
        #expect(output.status == status)
        #expect(output.errors.contains(message), "\(output.errors)")
        #expect(output.text == "")
    }

    @Test func aTypoInTheContentIsAWarningAndAFailureUnderStrict() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.beats + "\n8x0\n812\n")
        let lenient = try CommandRunner.run(["analyze", file, "--json"])
        #expect(lenient.status == 0)
        #expect(lenient.errors.contains("a.txt:401: warning: \"8x0\" is not a number"))
        #expect(try Self.json(lenient)[0]["n_beats"] as? Int == 401)
        let strict = try CommandRunner.run(["analyze", file, "--json", "--strict"])
        #expect(strict.status == 65)
        let quiet = try CommandRunner.run(["analyze", file, "--json", "--quiet"])
        #expect(quiet.status == 0 && quiet.errors == "")
    }

    @Test func aFewBeatsAreTooFewUnlessForced() throws {
        let text = "800\n810\n795\n820\n805\n"
        let row = try #require(
            try Self.json(CommandRunner.run(["analyze", "-", "--json"], input: text)).first)
        #expect(row["HRV_RMSSD"] is NSNull)
        #expect((row["reasons"] as? [String: String])?["HRV_RMSSD"] == "too_few")
        let forced = try #require(
            try Self.json(
                CommandRunner.run(["analyze", "-", "--json", "--force"], input: text)
            ).first)
        #expect(forced["HRV_RMSSD"] as? Double == 293.75.squareRoot())
    }

    // MARK: Output that fails

    @Test func aClosedPipeIsAQuietEnd() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.beats)
        let line =
            "\"$HRV\" analyze '\(file)' --window 10 --step 1 --ndjson | head -n 1 >/dev/null; "
            + "echo ${PIPESTATUS[0]}"
        let output = try CommandRunner.shell(line)
        #expect(output.text == "0\n")
        #expect(output.errors == "")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
    func aFullDiskIsAnIOError() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.beats)
        let output = try CommandRunner.shell("\"$HRV\" analyze '\(file)' --json >/dev/full")
        #expect(output.status == 74)
        #expect(output.errors.contains("cannot write standard output"))
        #expect(output.errors.contains("[io]"))
    }

    @Test func anImpossibleOutputPathIsNamed() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.beats)
        let output = try CommandRunner.run(
            ["analyze", file, "--json", "--out", folder.path + "/none/o.json"])
        #expect(output.status == 73)
        #expect(output.errors.contains("cannot create \(folder.path)/none/o.json"))
    }

    @Test func specialFilesAreWrittenToAndNeverReplaced() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.beats)
        let line =
            "cd '\(folder.path)' && mkfifo pipe && (head -c 7 pipe > read & "
            + "\"$HRV\" analyze '\(file)' --output csv --out pipe; wait) && test -p pipe && cat read"
        #expect(try CommandRunner.shell(line).text == "format,")
        let link = try CommandRunner.shell(
            "cd '\(folder.path)' && touch target && ln -s target link && "
                + "\"$HRV\" analyze '\(file)' --output csv --out link && test -L link && "
                + "head -c 7 target")
        #expect(link.text == "format,")
    }

    @Test func manyJobsAreNoMoreThanInputs() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.beats)
        let output = try CommandRunner.run(
            ["analyze", file, "--ndjson", "--jobs", "\(Int.max)"])
        #expect(output.status == 0)
    }

    @Test func messagesNameTheHeaderTheyAreAbout() throws {
        let folder = try TemporaryFolder()
        try folder.write("r.hea", "r 1 1000\nr.dat 16 0\n")
        // N at 500, N 800 later, end.
        try Data([0xF4, 0x05, 0x20, 0x07, 0, 0]).write(
            to: URL(fileURLWithPath: folder.path + "/r.atr"))
        let output = try CommandRunner.run(["analyze", folder.path + "/r.atr", "--ndjson"])
        #expect(output.errors.contains("/r.atr: warning: r.hea line 2: a gain of 0"))
    }

    @Test func aFailedRunLeavesNoOutput() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", "72\n75\n71\n")
        let target = folder.path + "/o.csv"
        let output = try CommandRunner.run(["analyze", file, "--out", target])
        #expect(output.status == 65)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.txt"])
    }

    @Test func dayAndNightAreRowsOfTheirOwn() throws {
        let hour = (1...3600).map { _ in "1000" }.joined(separator: "\n")
        let split = try CommandRunner.run(
            ["analyze", "-", "--night", "22:00-06:00", "--start", "21:30", "--output", "csv"],
            input: hour)
        #expect(split.status == 0)
        let lines = split.text.split(separator: "\n")
        #expect(lines.map { $0.split(separator: ",")[1] } == ["stretch", "all", "day", "night"])
        let unknown = try CommandRunner.run(
            ["analyze", "-", "--night", "22:00-06:00", "--output", "csv"], input: hour)
        #expect(unknown.errors.contains("--start HH:MM"))
        for arguments in [
            ["--night", "22:00"], ["--night", "22:00-22:00"], ["--start", "21:30"],
            ["--night", "22:00-06:00", "--window", "300"], ["--seed", "3"],
        ] {
            let refused = try CommandRunner.run(["analyze", "-"] + arguments, input: hour)
            #expect(refused.status == 64, "\(arguments)")
        }
    }

    @Test func intervalsAreGivenOnRequest() throws {
        let beats = (0..<360).map { "\(850 + $0 * 7919 % 61)" }.joined(separator: "\n")
        let arguments = ["analyze", "-", "--json", "--correct", "none", "--ci", "--seed", "9"]
        let output = try CommandRunner.run(arguments, input: beats)
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
        let intervals = try #require(rows[0]["ci"] as? [String: [Double]])
        let value = try #require(rows[0]["HRV_MeanNN"] as? Double)
        let ends = try #require(intervals["HRV_MeanNN"])
        #expect(ends.count == 2 && ends[0] < value && value < ends[1])
        #expect((rows[0]["recipe"] as? [String: Any])?["ci_seed"] as? String == "9")
        #expect(try CommandRunner.run(arguments, input: beats).text == output.text)
    }
}
