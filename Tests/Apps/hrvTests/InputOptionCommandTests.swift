import Foundation
import TestSupport
import Testing

/// Options for reading as the commands report and use them.
@Suite struct InputOptionCommandTests {
    private let folder: TemporaryFolder
    private let named: String
    private let peaks: String

    init() throws {
        folder = try TemporaryFolder()
        let rows = (0..<300).map { 900 + $0 * 37 % 60 }
        named = try folder.write("named.txt", "rr\n" + rows.map { "\($0)\n" }.joined())
        var position = 0
        let positions = rows.map { length in
            position += length
            return "\(position)\n"
        }
        peaks = try folder.write("peaks.txt", "R_peaks\n" + positions.joined())
    }

    @Test(arguments: ["analyze", "correct"])
    func anOptionWithoutEffectIsAWarning(command: String) throws {
        let output = try CommandRunner.run([command, named, "--rate", "1000", "--output", "csv"])
        #expect(output.status == 0)
        let words = "warning: --rate has no effect: it is for samples and positions"
        #expect(output.errors.contains(words) && output.errors.contains("rr-text [option_unused]"))
        let strict = try CommandRunner.run([command, named, "--rate", "1000", "--strict"])
        #expect(strict.status != 0)
        let used = try CommandRunner.run([command, peaks, "--rate", "1000", "--output", "csv"])
        #expect(!used.errors.contains("option_unused"))
    }

    @Test func theWarningStandsInJSON() throws {
        let output = try CommandRunner.run(["analyze", named, "--rate", "1000", "--json"])
        #expect(output.text.contains("\"option_unused\""))
    }

    @Test func ofSeveralInputsOnlyWhatNoneUsedIsSaid() throws {
        let mixed = try CommandRunner.run(["analyze", folder.path, "--rate", "1000", "--json"])
        #expect(!(mixed.errors + mixed.text).contains("option_unused"))
        let dates = try CommandRunner.run(
            ["analyze", named, peaks, "--rate", "1000", "--dates", "day-first", "--json"])
        let warnings = dates.errors.split(separator: "\n").filter { $0.contains("option_unused") }
        #expect(warnings.count == 1, "\(warnings)")
        #expect(
            warnings.first?.hasPrefix("hrv: warning: --dates has no effect on any of these inputs")
                == true)
        #expect(!dates.text.contains("option_unused"))
    }

    @Test func aPartIsNamedByAnOptionToo() throws {
        let rows = ["anna", "ben"].flatMap { name in
            (0..<200).map { "\(name),\((name == "ben" ? 600 : 900) + $0 * 37 % 60)\n" }
        }
        let file = try folder.write("people.csv", "participant,rr\n" + rows.joined())
        for part in ["ben", "2"] {
            let output = try CommandRunner.run(["analyze", file, "--part", part, "--json"])
            let row = try #require(
                try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]]
            ).first
            #expect(row?["file"] as? String == "\(file)#\(part)")
            let mean = try #require(row?["HRV_MeanNN"] as? Double)
            #expect(abs(mean - 629.5) < 2)
        }
        let unknown = try CommandRunner.run(["analyze", file, "--part", "carl"])
        #expect(unknown.status == 66 && unknown.errors.contains("#anna, #ben"))
        let piped = try CommandRunner.run(
            ["analyze", "-", "--part", "ben", "--json"], input: "participant,rr\n" + rows.joined())
        #expect(piped.status == 0 && piped.text.contains("HRV_MeanNN"))
        let formats = try CommandRunner.run(["formats", file])
        #expect(formats.text.contains("#ben"))
    }

    /// An ECG of a minute with a complex every `samples` of 250 a second; mV.
    private static func ecg(every samples: Int) -> String {
        "ecg [mV]\n"
            + (0..<15_000).map { index in
                let distance = Double(index % samples - samples / 2) / 3
                return "\((1000 * exp(-distance * distance / 2)).rounded() / 1000)\n"
            }.joined()
    }

    @Test func detectReadsAPartOfEachInput() throws {
        let archive = TestZip.archive([
            .init("a.csv", Array(Self.ecg(every: 200).utf8)),
            .init("b.csv", Array(Self.ecg(every: 250).utf8)),
        ])
        let file = try folder.write("two.zip", archive)
        let output = try CommandRunner.run(
            ["detect", file, "--part", "b.csv", "--rate", "250", "--output", "csv"])
        #expect(output.status == 0, "\(output.errors)")
        let intervals = output.text.split(separator: "\n").dropFirst(3).compactMap {
            Double($0.split(separator: ",", omittingEmptySubsequences: false)[2])
        }
        #expect(intervals.count > 50 && intervals.allSatisfy { abs($0 - 1000) < 5 })
        let unknown = try CommandRunner.run(["detect", file, "--part", "c.csv"])
        #expect(unknown.status == 66)
        let record = folder.path + "/record"
        _ = try CommandRunner.run([
            "simulate", "ecg", "--duration", "60", "--seed", "4", "--out", record,
        ])
        let unused = try CommandRunner.run(["detect", record, "--rate", "100", "--output", "csv"])
        #expect(unused.errors.contains("--rate has no effect"), "\(unused.errors)")
    }

    @Test func aManifestHasPartsAndItsUnusedOptionsAreReported() throws {
        let rows = ["anna", "ben"].flatMap { name in
            (0..<200).map { "\(name),\((name == "ben" ? 600 : 900) + $0 * 37 % 60)\n" }
        }
        let file = try folder.write("people.csv", "participant,rr\n" + rows.joined())
        let manifest = try folder.write(
            "m.csv", "id,path,part,rate\n1,\(file),ben,\n2,\(named),,500\n3,\(peaks),,1000\n")
        let batch = ["batch", manifest, "--into", folder.path + "/out", "--dates", "day-first"]
        for _ in 0..<2 {
            let output = try CommandRunner.run(batch)
            #expect(output.status == 0, "\(output.errors)")
            let warnings = output.errors.split(separator: "\n").filter {
                $0.contains("option_unused")
            }
            #expect(warnings.count == 2, "\(output.errors)")
            #expect(
                output.errors.contains("--dates has no effect on any recording: it is for dates"))
            #expect(
                output.errors.contains(
                    "the manifest's rate has no effect on 1 of the 2 recordings that have one"))
        }
        let export = try CommandRunner.run(["batch", "export", folder.path + "/out"]).text
        let lines = export.split(separator: "\n").map(String.init)
        let header = lines[0].split(separator: ",").map(String.init)
        let mean = try #require(header.firstIndex(of: "HRV_MeanNN"))
        let cells = lines[1].split(separator: ",", omittingEmptySubsequences: false)
        #expect(lines[1].contains("people.csv#ben"))
        #expect(abs((Double(cells[mean]) ?? 0) - 629.5) < 2)
    }

    /// Samples hold zeros and `<`, as text of other encodings does; a beat every 288 samples of 360 a second.
    @Test func aRecordInAnArchiveIsNoHealthExport() throws {
        func words(_ values: [UInt16]) -> [UInt8] {
            values.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
        let header = "rec 1 360 36000\nrec.dat 16 200 16 0 0 0 0 ECG\n"
        let annotations = [UInt16](repeating: 1 << 10 | 288, count: 100) + [0]
        let archive = TestZip.archive([
            .init("study/rec.hea", Array(header.utf8)),
            .init("study/rec.dat", words((0..<36_000).map { UInt16($0 % 97) })),
            .init("study/rec.atr", words(annotations)),
        ])
        let file = try folder.write("study.zip", archive)
        let output = try CommandRunner.run(["analyze", file, "--correct", "none", "--json"])
        #expect(output.status == 0, "\(output.errors)")
        let row = try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]]
        ).first
        #expect(row?["HRV_MeanNN"] as? Double == 800)
    }
}
