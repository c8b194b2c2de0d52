import Foundation
import TestSupport
import Testing

/// A withheld value is withheld in every output: no number of it appears in a table, a report, a
/// figure, a CSV or a page.
@Suite struct WithheldOutputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func beats(_ seed: UInt64) -> [Int] {
        var random = SplitMix64(seed: seed)
        return (0..<420).map { index in
            Int((850 + 40 * sin(0.6 * Double(index)) + 12 * random.gaussian()).rounded())
        }
    }

    /// Beats of which a quarter are artefacts: the same time in other pieces.
    private func faulty() throws -> String {
        var beats = Self.beats(1)
        for index in stride(from: 5, to: 410, by: 4) {
            let sum = beats[index] + beats[index + 1]
            beats[index] = sum / 4
            beats[index + 1] = sum - sum / 4
        }
        return try folder.write("faulty.txt", beats.map { "\($0)" }.joined(separator: "\n"))
    }

    /// A fifth of the time without beats.
    private func sparse() throws -> String {
        var (ms, lines) = (0, ["time,rr"])
        for (index, interval) in Self.beats(2).enumerated() {
            ms += interval
            if (150..<240).contains(index) { continue }
            lines.append("\(Double(ms) / 1000),\(interval)")
        }
        return try folder.write("sparse.csv", lines.joined(separator: "\n"))
    }

    /// The numbers that are withheld, as outputs write them: four digits and all digits.
    private static func withheld(_ file: String) throws -> [String: [String]] {
        let output = try CommandRunner.run(["analyze", file, "--force", "--json"])
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
        var texts: [String: [String]] = [:]
        for (key, value) in rows[0] where key.hasPrefix("HRV_") && !key.hasPrefix("HRV_HRT") {
            // Numbers with few digits stand everywhere.
            guard let number = value as? Double, number != number.rounded() else { continue }
            let decimals = max(0, 3 - Int(log10(abs(number)).rounded(.down)))
            let short = String(format: "%.\(decimals)f", number)
            let isTelling = decimals > 0 && short.filter(\.isNumber).count >= 4
            let whole = "\(number)"
            // An edge of a band is no number of the heart.
            guard whole.filter(\.isNumber).count >= 5 else { continue }
            texts[key] = (isTelling ? [short] : []) + [whole]
        }
        return texts
    }

    /// The words of an output, without drawing instructions and styles.
    private static func words(_ text: String) -> String {
        text.replacing(#/<style[\s\S]*?<\/style>/#, with: " ").replacing(#/<[^>]*>/#, with: " ")
    }

    /// Returns true if a number occurs in a text by itself, and not as a part of another one.
    private static func stands(_ number: String, in words: String) -> Bool {
        words.ranges(of: number).contains { range in
            let before = words[..<range.lowerBound].last ?? " "
            let after = words[range.upperBound...].first ?? " "
            return !before.isNumber && before != "." && !after.isNumber
        }
    }

    private static let outputs: [[String]] = [
        ["analyze", "--output", "table"], ["analyze", "--output", "csv"], ["analyze", "--json"],
        ["analyze", "--ndjson"], ["analyze", "--output", "html"], ["analyze", "--json", "--ci"],
        ["analyze", "--output", "html", "--ci"],
        ["analyze", "--output", "csv", "--names", "kubios"],
        ["spectrum", "--output", "csv"], ["spectrum", "--json"],
        ["spectrum", "--output", "svg"],
    ]

    @Test func nothingOfItStandsAnywhere() throws {
        for file in [try faulty(), try sparse()] {
            let withheld = try Self.withheld(file)
            #expect(withheld.count > 50)
            for key in ["HRV_SD1", "HRV_SD2", "HRV_RMSSD", "HRV_LF_ms2"] {
                #expect(withheld[key]?.count == 2, "\(key)")
            }
            for arguments in Self.outputs {
                let output = try CommandRunner.run([arguments[0], file] + arguments.dropFirst())
                let words = Self.words(output.text)
                for (key, texts) in withheld {
                    for text in texts {
                        let stands = Self.stands(text, in: words)
                        #expect(!stands, "\(key) \(text) in \(arguments)")
                    }
                }
                #expect(output.errors.contains("withheld"), "\(arguments)")
            }
            // A spectrum is a number a line.
            let spectrum = try CommandRunner.run(["spectrum", file, "--output", "csv"])
            #expect(spectrum.text.split(separator: "\n").count == 1)
        }
    }

    /// The same search finds the numbers where they are given.
    @Test func theSearchFindsWhatIsGiven() throws {
        let file = try faulty()
        let withheld = try Self.withheld(file)
        for arguments in [["--output", "html"], ["--output", "csv"], ["--json"]] {
            let output = try CommandRunner.run(["analyze", file, "--force"] + arguments)
            let words = Self.words(output.text)
            let foundCount = withheld.count { entry in
                entry.value.contains { words.contains($0) }
            }
            // The rest is written with another number of digits, or as a power of ten.
            #expect(4 * foundCount > 3 * withheld.count, "\(arguments)")
        }
        let page = try CommandRunner.run(["analyze", file, "--force", "--output", "html"])
        #expect(page.text.contains("SD1 ") && page.text.contains("class=\"ellipse\""))
        let silent = try CommandRunner.run(["analyze", file, "--output", "html"])
        #expect(Self.words(silent.text).contains("SD1 and SD2 are withheld"))
        #expect(!silent.text.contains("class=\"ellipse\""))
    }

    // MARK: Hearts that do not follow

    /// Breath at 15 a minute, whatever is commanded.
    private static let free: String = {
        var random = SplitMix64(seed: 61)
        var (time, lines) = (0.0, [String]())
        while time < 600 {
            let length = 900 + 30 * sin(2 * .pi * time / 4) + 25 * random.gaussian()
            lines.append("\(Int(length.rounded()))")
            time += length.rounded() / 1000
        }
        return lines.joined(separator: "\n")
    }()

    @Test func aHeartThatDoesNotFollowHasNoBestRateAnywhere() throws {
        let schedule = ["--schedule", "6.5:2,6:2,5.5:2,5:2,4.5:2"]
        func output(_ shape: [String]) throws -> CommandRunner.Output {
            try CommandRunner.run(["resonance", "-"] + schedule + shape, input: Self.free)
        }
        let table = try output(["--output", "table"])
        #expect(table.text.contains("the heart does not follow"))
        #expect(!table.text.contains("interval:") && !table.text.contains("of 14 points"))
        #expect(table.errors.contains("[not_following]"))

        let csv = try output(["--output", "csv"]).text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        for name in ["points", "is_winner", "rate_bpm", "low_bpm", "high_bpm", "deviation_bpm"] {
            let column = try #require(csv[0].firstIndex { $0 == name })
            #expect(csv.dropFirst().allSatisfy { $0[column].isEmpty }, "\(name)")
        }
        #expect(csv.count == 6)

        let rows = try #require(
            try JSONSerialization.jsonObject(
                with: Data(try output(["--json"]).text.utf8)) as? [[String: Any]])
        let reasons = try #require(rows[0]["reasons"] as? [String: String])
        for name in [
            "rate_bpm", "low_bpm", "high_bpm", "deviation_bpm", "stepped_winner", "start_later_s",
        ] {
            #expect(rows[0][name] is NSNull && reasons[name] == "not_determined", "\(name)")
        }
        #expect((rows[0]["not_separable_from"] as? [Double])?.isEmpty == true)
        for row in try #require(rows[0]["criteria"] as? [[String: Any]]) {
            #expect(row["points"] is NSNull && (row["best_by"] as? [String])?.isEmpty == true)
        }
    }

    // MARK: Rows without an interval

    @Test func aRowWithoutOneIntervalIsAFailure() throws {
        let folder = try TemporaryFolder()
        let bad = try folder.write(
            "bad.txt", (0..<40).map { "\(4000 + $0 * 37 % 90)" }.joined(separator: "\n"))
        let good = try folder.write("good.txt", CommandRunner.beats)
        for command in [
            ["analyze"], ["analyze", "--correct", "none"], ["spectrum"], ["correct"],
            ["coherence", "--rate", "6"], ["coherence", "--rate", "6", "--correct", "none"],
            ["resonance", "--rates", "6"], ["explain", "--like", "kubios"],
        ] {
            let output = try CommandRunner.run(
                [command[0], bad, "--unit", "ms", "--quiet"] + command.dropFirst())
            #expect(output.status == 65, "\(command)")
            #expect(
                output.errors.contains("error:") && output.errors.contains("[no_nn]"), "\(command)")
        }
        // The others are written.
        let both = try CommandRunner.run(
            ["analyze", bad, good, "--unit", "ms", "--output", "csv"])
        #expect(both.status == 1 && both.text.split(separator: "\n").count == 3)
    }

    /// Options that make other things of the values than they are.
    @Test func anOptionAgainstAllValuesIsRefused() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("rr.txt", CommandRunner.beats)
        let long = try folder.write(
            "long.txt", (0..<12).map { _ in CommandRunner.beats }.joined(separator: "\n"))
        for arguments in [
            ["analyze", file, "--unit", "s"], ["correct", file, "--unit", "s"],
            ["analyze", file, "--rate", "250"], ["analyze", long, "--rate", "250"],
            ["detect", file, "--rate", "250"], ["spectrum", file, "--rate", "500"],
        ] {
            let output = try CommandRunner.run(arguments)
            #expect(output.status == 65 && output.text.isEmpty, "\(arguments) \(output.errors)")
        }
        #expect(try CommandRunner.run(["analyze", file, "--unit", "ms"]).status == 0)
    }
}
