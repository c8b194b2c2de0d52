import Foundation
import TestSupport
import Testing

@Suite struct FormatsCommandTests {
    private struct List: Decodable {
        struct Format: Decodable {
            let name: String
            let command: String?
        }
        let read: [Format]
        let written: [Format]
    }

    private static func list() throws -> List {
        let output = try CommandRunner.run(["formats", "--json"])
        #expect(output.status == 0)
        return try JSONDecoder().decode(List.self, from: Data(output.text.utf8))
    }

    /// Its help knows every option, and every value that is no name of the person's.
    @Test func everythingWrittenNamesACommandThatHasItsOptions() throws {
        var helps: [String: String] = [:]
        for format in try Self.list().written {
            let commands = try #require(format.command).components(separatedBy: " | ")
            for command in commands {
                let words = command.split(separator: " ").map(String.init)
                let path = words.dropFirst().prefix { $0.first?.isLowercase == true }
                let name = path.joined(separator: " ")
                let help = try helps[name] ?? CommandRunner.run(path + ["--help"]).text
                helps[name] = help
                #expect(help.contains("USAGE: hrv \(name) "), "\(command)")
                // Values in capitals are the person's.
                for word in words.dropFirst(1 + path.count) where word != word.uppercased() {
                    #expect(help.contains(word), "\(command): \(word)")
                }
            }
        }
    }

    @Test func aFolderGivesALineForEachFile() throws {
        let folder = try TemporaryFolder()
        let beats = (0..<60).map { "\(800 + $0 % 7 * 9)" }.joined(separator: "\n")
        try folder.write("a.txt", beats)
        try folder.write(
            "b.csv", "time,ecg\n" + (0..<99).map { "\($0 * 4),0.\($0 % 9)\n" }.joined())
        try folder.write("c.csv", "date,steps\nMonday,many\nTuesday,few\n")
        for name in ["d.pdf", "e.pdf", "f.jpg", ".hidden", "README.md"] {
            try folder.write(name, "812\n")
        }
        let output = try CommandRunner.run(["formats", folder.path])
        let lines = output.text.split(separator: "\n")
        #expect(output.status == 65 && lines.count == 4, "\(output.text)")
        #expect(lines.last?.hasPrefix("not looked at: 3 of other endings (2 .pdf, 1 .jpg)") == true)
        for (line, words) in zip(
            lines, ["beats, rr-text: 60 intervals", "signals, ecg-text: ", "refused: "])
        {
            #expect(line.contains(words), "\(line)")
        }
    }

    @Test func whatIsWrittenIsListed() throws {
        let list = try Self.list()
        let written = Set(list.written.map(\.name))
        for name in [
            "table", "csv", "json", "ndjson", "html", "svg", "methods", "wfdb-annotations", "wfdb",
            "ecg-text", "rr-text", "truth", "beatline",
        ] {
            #expect(written.contains(name))
        }
        #expect(
            list.read.contains { $0.name == "edf" } && list.read.allSatisfy { $0.command == nil })
        let table = try CommandRunner.run(["formats"]).text
        for format in list.written {
            #expect(table.contains(format.name) && table.contains(format.command ?? "-"))
        }
    }

    /// The formats of files that are read and written have one name.
    @Test func whatIsWrittenIsReadByThatName() throws {
        let folder = try TemporaryFolder()
        let out = folder.path + "/sim"
        let simulated = ["simulate", "ecg", "--duration", "30", "--seed", "3", "--out", out]
        #expect(try CommandRunner.run(simulated).status == 0)
        let made = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(made == ["sim.atr", "sim.dat", "sim.hea", "sim.truth.json"])
        let detected = try CommandRunner.run(["detect", out, "--ndjson"])
        #expect(detected.text.contains(#""format": "wfdb""#))
        let analyzed = try CommandRunner.run(["analyze", out + ".atr", "--force", "--ndjson"])
        #expect(analyzed.text.contains(#""format": "wfdb-annotations""#))
    }

    /// The description of a file has its format and its columns, without a word of them.
    @Test func aFileIsDescribedWithoutItsWords() throws {
        let folder = try TemporaryFolder()
        let rows = (0..<40).map {
            "Jane Secret,1980-02-0\($0 % 9 + 1),\(800 + $0 % 7),\(70 + $0 % 2)"
        }
        let table = try folder.write(
            "table.csv", Array((["name,birth date,rr_ms,hr"] + rows).joined(separator: "\n").utf8))
        let peaks = try folder.write(
            "peaks.txt", Array((1...40).map { "\($0 * 300)\n" }.joined().utf8))
        let output = try CommandRunner.run(["formats", "--json", table, peaks])
        #expect(output.status == 65)
        #expect(!output.text.contains("Secret") && !output.text.contains("1980"))
        let described = try JSONSerialization.jsonObject(with: Data(output.text.utf8))
        let files = try #require(described as? [[String: Any]])
        #expect(files.map { $0["outcome"] as? String } == ["read", "question"])
        let columns = try #require(files[0]["columns"] as? [[String: Any]])
        #expect(columns.map { $0["kind"] as? String }.suffix(2) == ["interval", "heart rate"])
        #expect(columns[2]["first"] as? [String] == ["800", "801", "802"])
        let readings = try #require(files[1]["readings"] as? [[String: String]])
        #expect(readings.map { $0["option"] } == ["--rate HZ", "--unit ms"])
        let text = try CommandRunner.run(["formats", table])
        #expect(text.status == 0 && text.text.contains("40 intervals"))
        #expect(!text.text.contains("Secret"))
    }
}
