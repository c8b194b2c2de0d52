import Foundation
import RecordingFiles
import TestSupport
import Testing

/// `hrv datasets`, and records of data sets where a recording may stand.
@Suite struct DatasetsCommandTests {
    private let home: TemporaryFolder
    private var mirror: String { home.path + "/mirror" }

    /// A mirror of nsrdb of two records with 300 beats each.
    init() throws {
        home = try TemporaryFolder()
        let folder = home.path + "/mirror/nsrdb/1.0.0"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var files: [String: [UInt8]] = ["RECORDS": Array("16265\n16272\n".utf8)]
        for record in ["16265", "16272"] {
            files["\(record).hea"] = Array("\(record) 0 128\n".utf8)
            files["\(record).atr"] = WFDBAnnotationWriter.bytes(
                of: (0..<300).map {
                    WFDBAnnotation(sample: 100 * $0 + $0 * $0 % 7, code: WFDBCode.normal)
                })
        }
        for (name, bytes) in files { try home.write("mirror/nsrdb/1.0.0/\(name)", bytes) }
        let sums = files.map { name, bytes in
            var digest = SHA256()
            digest.add(bytes)
            return "\(digest.hex()) \(name)"
        }
        try home.write("mirror/nsrdb/1.0.0/SHA256SUMS.txt", sums.joined(separator: "\n") + "\n")
    }

    private func datasets(_ words: String...) throws -> CommandRunner.Output {
        try hrv(["datasets"] + words)
    }

    /// Runs `hrv` where only the sets that this test fetched are present.
    private func hrv(_ words: [String]) throws -> CommandRunner.Output {
        try CommandRunner.run(words, home: home, variables: ["RESONANCE_DATASETS": ""])
    }

    @Test func aSetIsFetchedCheckedUsedAndMended() throws {
        let asked = try datasets("fetch", "nsrdb", "--mirror", mirror)
        #expect(asked.status == 64 && asked.errors.contains("nobody can be asked here: add --yes"))
        let fetched = try datasets("fetch", "nsrdb", "--mirror", mirror, "--yes")
        #expect(fetched.status == 0)
        #expect(fetched.errors.contains("5 files fetched, 0 were there"))
        #expect(fetched.errors.contains("trusted on first use"))
        let path = try datasets("path", "nsrdb").text.trimmingCharacters(in: .newlines)
        #expect(path.hasSuffix("/datasets/nsrdb/1.0.0"))

        let one = try hrv(["analyze", "nsrdb:16265", "--output", "csv", "--quiet"])
        let same = try hrv(["analyze", path + "/16265.hea", "--output", "csv", "--quiet"])
        #expect(one.status == 0 && one.text == same.text && !one.text.isEmpty)
        let all = try hrv(["analyze", "nsrdb:*", "--output", "csv", "--quiet"])
        #expect(all.text.split(separator: "\n").count == 3)

        try Data([1]).write(to: URL(fileURLWithPath: path + "/16265.atr"))
        let broken = try datasets("verify", "nsrdb")
        #expect(broken.status == 1 && broken.text.contains("wrong: 16265.atr"))
        #expect(broken.text.contains("records   2 of 18"))
        let mended = try datasets("fetch", "nsrdb", "--mirror", mirror, "--yes")
        #expect(mended.errors.contains("1 files fetched, 4 were there"))
    }

    @Test func aBatchAcceptsNamesOfRecords() throws {
        _ = try datasets("fetch", "nsrdb", "--mirror", mirror, "--yes")
        let out = home.path + "/out"
        let batch = try hrv(["batch", "nsrdb:*", "--into", out])
        #expect(batch.errors.contains("2 of 2 recordings analysed"))
        let rows = try hrv(["batch", "export", out]).text
        #expect(
            rows.split(separator: "\n").dropFirst().map { $0.prefix(24) }
                == ["nsrdb:16265,nsrdb:16265,", "nsrdb:16272,nsrdb:16272,"])
        // In a manifest one that is not here fails alone.
        try home.write("m.csv", "path\nnsrdb:16272\nnsrdb:99\n")
        let manifest = try hrv(["batch", home.path + "/m.csv", "--into", home.path + "/out2"])
        #expect(manifest.errors.contains("1 of 2 recordings analysed, 1 failed"))
        let failed = try hrv(["batch", "export", home.path + "/out2", "--failed"]).text
        #expect(failed.contains("nsrdb:99,nsrdb:99,not_found,nsrdb:99: there is no record 99 in "))
        // On standard input too.
        let input = try CommandRunner.run(
            ["batch", "-", "--into", home.path + "/out3"], input: "nsrdb:16265\n", home: home,
            variables: ["RESONANCE_DATASETS": ""])
        #expect(input.status == 0)
    }

    /// A set that comes later is found by one more attempt.
    @Test func aRecordThatCameIsTriedOnceMore() throws {
        try home.write("m.csv", "path\nnsrdb:16272\n")
        let out = home.path + "/out"
        let before = try hrv(["batch", home.path + "/m.csv", "--into", out])
        #expect(before.status == 65)
        #expect(
            try hrv(["batch", "export", out, "--failed"]).text.contains("datasets fetch nsrdb"))
        _ = try datasets("fetch", "nsrdb", "--mirror", mirror, "--yes")
        let after = try hrv(["batch", "retry", out])
        #expect(after.status == 0 && after.errors.contains("1 of 1 recordings analysed"))
    }

    @Test func whatIsNotHereIsASentence() throws {
        for words in [
            ["analyze", "mitdb:100"], ["batch", "mitdb:*", "--into", home.path + "/out"],
            ["datasets", "verify", "mitdb"], ["datasets", "path", "mitdb"],
            ["datasets", "fetch", "mitdb", "--yes", "--mirror", "http://127.0.0.1:9"],
        ] {
            let output = try hrv(words)
            #expect(output.status == 69, "\(words)")
            #expect(
                output.text.isEmpty && output.errors.contains("/datasets/mitdb/1.0.0"), "\(words)")
        }
        for word in ["info", "verify"] {
            let output = try datasets(word, "mitdb:100")
            #expect(output.status == 64 && output.errors.contains("name the set alone, mitdb"))
        }
        #expect(try datasets("info", "mitbd").errors.contains("did you mean mitdb?"))
    }

    @Test func whatIsKnownIsSaidWithItsDoubts() throws {
        let list = try datasets().text.split(separator: "\n")
        #expect(list.count > 15 && list[0].hasPrefix("id "))
        #expect(try datasets("info", "svdb").text.contains("(ODC-By 1.0) (not verified)"))
        let json = try datasets("info", "mitdb", "--json").text
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let licence = object?["licence"] as? [String: Any]
        #expect(licence?["verified"] as? Bool == false)
        #expect((object?["records"] as? [String: Any])?["value"] as? Int == 48)
    }
}
