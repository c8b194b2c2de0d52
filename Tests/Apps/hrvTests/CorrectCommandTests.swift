import Foundation
import TestSupport
import Testing

@Suite struct CorrectCommandTests {
    /// Beats of 800 ms: one missed (its interval is 1600 ms), one early by 200 ms, and one too many.
    private static let faulty: [Int] =
        [Int](repeating: 800, count: 10) + [1600] + [Int](repeating: 800, count: 9) + [600, 1000]
        + [Int](repeating: 800, count: 8) + [300, 500] + [Int](repeating: 800, count: 10)

    private static func text(_ intervals: [Int]) -> String {
        intervals.map { "\($0)\n" }.joined()
    }

    /// The lines of a csv as cells; times in whole ms, to leave the rounding of sums out of it.
    private static func cells(_ text: String) -> [[String]] {
        text.split(separator: "\n").dropFirst().map { line in
            var cells = line.split(separator: ",", omittingEmptySubsequences: false)
                .map(String.init)
            cells[0] = Double(cells[0]).map { "\(Int(($0 * 1000).rounded()))" } ?? cells[0]
            return cells
        }
    }

    private static func objects(_ output: CommandRunner.Output) throws -> [[String: Any]] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
    }

    private static let dataset = Repository.path("datasets/small/with-faults")

    // MARK: Shapes

    /// Every repair in a level rhythm is known: 800 ms.
    @Test func everyIntervalHasALine() throws {
        let output = try CommandRunner.run(
            ["correct", "-", "--correct", "lipponen"], input: Self.text(Self.faulty))
        #expect(output.status == 0)
        #expect(output.text.hasPrefix("t_s,rr_ms,nn_ms,flag\n"))
        var expected: [[String]] = []
        func add(_ end: Int, _ raw: String, _ nn: String, _ flag: String = "") {
            expected.append(["\(end)", raw, nn, flag])
        }
        for beat in 1...10 { add(800 * beat, "800", "800") }
        add(8800, "", "800", "missed")
        add(9600, "1600", "800", "missed")
        for beat in 13...21 { add(800 * beat, "800", "800") }
        add(17_400, "600", "800", "ectopic")
        add(18_400, "1000", "800", "ectopic")
        for beat in 24...31 { add(800 * beat, "800", "800") }
        add(25_100, "300", "", "extra")
        add(25_600, "500", "800", "extra")
        for beat in 33...42 { add(800 * beat, "800", "800") }
        #expect(Self.cells(output.text) == expected)
    }

    @Test func jsonHasTheSimulatedArtefacts() throws {
        let truth = try #require(
            try JSONSerialization.jsonObject(
                with: Data(contentsOf: URL(fileURLWithPath: Self.dataset + ".truth.json")))
                as? [String: Any])
        let artefacts = try #require(truth["faults"] as? [[String: Any]])
        var counts: [String: Int] = [:]
        for artefact in artefacts {
            counts[try #require(artefact["kind"] as? String), default: 0] += 1
        }
        let output = try CommandRunner.run(["correct", Self.dataset + ".txt", "--json"])
        #expect(output.status == 0 && output.errors == "")
        let object = try #require(try Self.objects(output).first)
        #expect(object["artefacts"] as? [String: Int] == counts)
        #expect(object["artefact_pct"] as? Double == 100 * Double(artefacts.count) / 332)
        let events = try #require(object["events"] as? [[String: Any]])
        #expect(
            events.map { $0["kind"] as? String } == artefacts.map { $0["kind"] as? String })
        // Sums of both columns: the beats' time is kept.
        let raw = try #require(object["rr_ms"] as? [Any]).compactMap { $0 as? Double }
        let nn = try #require(object["nn_ms"] as? [Any]).compactMap { $0 as? Double }
        #expect(raw.count == 332 && nn.count == 334)
        #expect(abs(raw.reduce(0, +) - nn.reduce(0, +)) < 1e-6)
        #expect(((object["recipe"] as? [String: Any])?["repair"] as? String) == "time-keeping")
    }

    @Test func theTableIsForPeople() throws {
        let output = try CommandRunner.run(
            ["correct", Self.dataset + ".txt", "--output", "table"])
        #expect(output.status == 0)
        #expect(output.text.contains("artefacts (%)"))
        #expect(output.text.split(separator: "\n").count < 20)
    }

    @Test func severalInputsHaveAFileColumnAndAFolderOfDrawings() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.txt", Self.text(Self.faulty))
        try folder.write("b.txt", "72\n75\n71\n")
        try folder.write("a.csv", Self.text(Self.faulty))
        let drawings = folder.path + "/new/drawings"
        let output = try CommandRunner.run(
            ["correct", folder.path, "--output", "csv", "--svg", drawings])
        #expect(output.status == 1)
        #expect(output.errors.contains("b.txt: error: the values look like heart rates"))
        #expect(output.errors.contains("2 of 3 inputs corrected, 1 failed"))
        let lines = output.text.split(separator: "\n")
        #expect(lines[0] == "file,t_s,rr_ms,nn_ms,flag")
        #expect(lines.count == 1 + 2 * 43)
        #expect(lines[1].hasPrefix("\(folder.path)/a.csv,0.8,800,"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: drawings).sorted() == [
                "a-2.svg", "a.svg",
            ])
    }

    @Test func theDrawingHasASignForEveryArtefact() throws {
        let folder = try TemporaryFolder()
        let drawing = folder.path + "/d.svg"
        let output = try CommandRunner.run(
            ["correct", Self.dataset + ".txt", "--ndjson", "--svg", drawing])
        #expect(output.status == 0)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any])
        let events = try #require(object["events"] as? [Any])
        let text = try String(contentsOfFile: drawing, encoding: .utf8)
        let counts = text.matches(of: /data-events="(\d+)"/).compactMap { Int($0.1) }
        #expect(counts.reduce(0, +) == events.count && counts.count == 3)
        // An existing folder takes a single drawing too.
        _ = try CommandRunner.run(
            ["correct", Self.dataset + ".txt", "--quiet", "--svg", folder.path])
        let second = try String(contentsOfFile: folder.path + "/with-faults.svg", encoding: .utf8)
        #expect(second == text)
    }

    /// Eighty beats without any rhythm, as in atrial fibrillation, among sinus ones.
    @Test func beatsWithoutARhythmAreLeftOutAndSaid() throws {
        let sinus = CommandRunner.beats.split(separator: "\n").map(String.init)
        let wild = (0..<80).map { "\(420 + $0 * $0 * 7919 % 701)" }
        let input = (sinus[..<150] + wild + sinus[150...]).joined(separator: "\n") + "\n"
        let output = try CommandRunner.run(["correct", "-", "--correct", "resonant"], input: input)
        #expect(output.status == 0)
        #expect(output.errors.contains("% of the beats show no rhythm by which"))
        #expect(output.errors.contains("[irregular]"))
        let cells = Self.cells(output.text)
        let irregular = cells.filter { $0[3] == "irregular" }
        #expect(irregular.allSatisfy { !$0[1].isEmpty && $0[2].isEmpty })
        let indices = cells.indices.filter { cells[$0][3] == "irregular" }
        // Where it begins and ends is known to some beats.
        #expect((130..<170).contains(indices.first ?? 0) && (210..<270).contains(indices.last ?? 0))
        let row = try #require(
            try Self.objects(
                CommandRunner.run(
                    ["analyze", "-", "--json", "--correct", "resonant"], input: input)
            ).first)
        let percent = try #require(row["irregular_pct"] as? Double)
        #expect(percent == 100 * Double(irregular.count) / 480)
        #expect((row["coverage"] as? Double ?? 1) < 0.9)
        #expect((row["reasons"] as? [String: String])?["HRV_RMSSD"] == "coverage")
    }

    // MARK: Rules and repairs

    @Test(arguments: ["time-keeping", "removal", "linear", "cubic", "monotone", "marking"])
    func everyRepairIsReachedByName(repair: String) throws {
        let output = try CommandRunner.run(
            ["correct", "-", "--correct", "malik", "--repair", repair],
            input: Self.text(Self.faulty))
        let cells = Self.cells(output.text)
        let raw = cells.compactMap { Int($0[1]) }
        #expect(output.status == 0 && raw == Self.faulty)
        let nn = cells.compactMap { Double($0[2]) }.reduce(0, +)
        let total = Double(Self.faulty.reduce(0, +))
        #expect((abs(nn - total) < 1e-6) == (repair != "removal"))
        #expect(cells.contains { $0[1] != $0[2] } == (repair != "marking"))
        #expect(cells.contains { $0[3] == "missed" })
    }

    // MARK: Bad input

    @Test(arguments: [
        (["--correct", "none"], "hrv analyze --correct none"), (["--correct", "malek"], "malik"),
        (["--repair", "spline"], "time-keeping"), (["--output", "svg"], "ndjson"),
        (["--svg", "-"], "--svg needs"), (["--json", "--ndjson"], "choose one of"),
        (["--jobs", "0"], "--jobs"),
    ])
    func unusableOptionsAreUsageErrors(arguments: [String], message: String) throws {
        let output = try CommandRunner.run(["correct", "x.txt"] + arguments)
        #expect(output.status == 64 && output.text == "")
        #expect(output.errors.contains(message), "\(output.errors)")
    }

    @Test func inputsThatCannotBeReadHaveTheirCodes() throws {
        let folder = try TemporaryFolder()
        #expect(try CommandRunner.run(["correct", folder.path]).status == 66)
        #expect(try CommandRunner.run(["correct", folder.path + "/none.txt"]).status == 66)
        #expect(try CommandRunner.run(["correct", "-"], input: "72\n75\n71\n").status == 65)
        let file = try folder.write("a.txt", Self.text(Self.faulty))
        let unwritable = try CommandRunner.run(
            ["correct", file, "--svg", folder.path + "/none/d.svg"])
        #expect(unwritable.status == 73)
        let folderIsFile = try CommandRunner.run(["correct", file, file, "--svg", file + "/x"])
        #expect(folderIsFile.status == 73)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.txt"])
    }

    /// 3 of 42 beats are more than 5 %.
    /// A result never replaces the recording that it is made of, nor another result.
    @Test func nothingThatIsReadIsOverwritten() throws {
        let folder = try TemporaryFolder()
        try folder.write("rest.txt", Self.text(Self.faulty))
        let recording = folder.path + "/rest.txt"
        let other = folder.path + "/x"
        for arguments in [
            ["correct", recording, "--out", recording],
            ["correct", recording, "--svg", folder.path + "/./rest.txt"],
            ["correct", recording, "--out", other, "--svg", other],
            ["analyze", recording, "--out", recording],
            ["spectrum", recording, "--out", recording],
        ] {
            let output = try CommandRunner.run(arguments)
            #expect(output.status == 64, "\(arguments)")
            #expect(output.errors.contains("name another file"))
        }
        #expect(try String(contentsOfFile: recording, encoding: .utf8) == Self.text(Self.faulty))
        #expect(!FileManager.default.fileExists(atPath: other))
    }

    /// The values that a person needs to compute RMSSD from the columns alone.
    @Test func jsonSaysWhichIntervalsAreNeighboursAndWhichAreMade() throws {
        let output = try CommandRunner.run(
            ["correct", "-", "--json"], input: Self.text(Self.faulty + [4000] + Self.faulty))
        let object = try #require(try Self.objects(output).first)
        let lengths = try #require(object["nn_ms"] as? [Any]).map { $0 as? Double }
        let adjacent = try #require(object["nn_adjacent"] as? [Any]).map { $0 as? Bool }
        let made = try #require(object["nn_made"] as? [Any]).map { $0 as? Bool }
        #expect(lengths.map { $0 == nil } == adjacent.map { $0 == nil })
        #expect(made.count { $0 == true } == 10)
        var squares = 0.0
        var count = 0
        var previous = 0.0
        for (length, isAdjacent) in zip(lengths, adjacent) {
            guard let length, let isAdjacent else { continue }
            if isAdjacent {
                squares += (length - previous) * (length - previous)
                count += 1
            }
            previous = length
        }
        let after = try #require(object["after"] as? [String: Double])
        #expect(count == lengths.count { $0 != nil } - 2)
        #expect(abs((squares / Double(count)).squareRoot() - (after["HRV_RMSSD"] ?? -1)) < 1e-9)
    }

    @Test func aWarningIsAFailureUnderStrict() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.txt", Self.text(Self.faulty))
        let lenient = try CommandRunner.run(["correct", file, "--correct", "lipponen"])
        #expect(lenient.status == 0)
        #expect(
            lenient.errors.contains(
                "a.txt: warning: 7.1 % of the beats are at fault (1 missed, 1 extra, 1 ectopic): "))
        let strict = try CommandRunner.run(
            ["correct", file, "--correct", "lipponen", "--strict", "--json"])
        #expect(strict.status == 65)
        #expect(try Self.objects(strict).count == 1)
    }

    @Test func noBeatsAreNoLines() throws {
        let output = try CommandRunner.run(["correct", "-"], input: "812\n")
        #expect(output.status == 0)
        #expect(output.text == "t_s,rr_ms,nn_ms,flag\n0.812,812,812,\n")
    }
}
