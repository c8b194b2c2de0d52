import BatchRuns
import Testing

@Suite struct ManifestTests {
    private static func read(_ text: String) throws(BatchFailure) -> Manifest {
        try Manifest(csv: text, name: "m.csv", folder: "study")
    }

    @Test func columnsOfOursShapeTheReadingAndOthersAreCopied() throws {
        let manifest = try Self.read(
            "\u{FEFF}subject,path,id,unit,signal,visit\r\nS1,a.txt,r1,ms,,\"1, late\"\r\n\nS2,/data/b.edf,,,ECG,2\r\n"
        )
        #expect(manifest.furtherColumns == ["subject", "visit"])
        #expect(manifest.records.map(\.id) == ["r1", "/data/b.edf"])
        #expect(
            manifest.records[0].options == ["unit": "ms"]
                && manifest.records[1].options == ["signal": "ECG"])
        #expect(manifest.records.map(\.furtherValues) == [["S1", "1, late"], ["S2", "2"]])
        #expect(manifest.records.map { manifest.path(of: $0) } == ["study/a.txt", "/data/b.edf"])
    }

    @Test(arguments: [
        ("", "m.csv is empty"), ("file\na.txt\n", "no column path"),
        ("path,path\na,b\n", "two columns path"),
        ("path,id\na.txt,1\nb.txt,1\n", "line 2 and in line 3"),
        ("path,id\n,1\n", "m.csv:2: the path is empty"),
        ("path\na,b\n", "m.csv:2: there are 2 values and 1 columns"),
        ("path,,id\na,,1\n", "column 2 has no name"),
        ("path,\na,1\n", "m.csv:2: there are 2 values and 1 columns"),
        ("path,sha256\na,77\n", "64 hexadecimal digits"),
    ])
    func whatIsWrongIsNamed(text: String, words: String) {
        let error = #expect(throws: BatchFailure.self) { try Self.read(text) }
        #expect(error?.text.contains(words) == true, "\(error?.text ?? "")")
        #expect(error?.kind == .usage)
    }

    @Test func commasBehindTheLastColumnSayNothing() throws {
        let manifest = try Self.read("path,subject,,\na,1,,\nb,,\n,,,\nc\n,\n")
        #expect(manifest == (try Self.read("path,subject\na,1\nb,\nc,\n")))
        #expect(manifest.furtherColumns == ["subject"])
    }

    @Test func anyChangeChangesTheSum() throws {
        let texts = [
            "path,subject\na,1\n", "path,subject\na,2\n", "path,visit\na,1\n",
            "path,subject\nb,1\n", "path,id,subject\na,x,1\n",
            "path,unit,subject\na,ms,1\n", "path,subject\na,1\nb,1\n",
        ]
        let sums = try texts.map { text in try Self.read(text).digest }
        #expect(Set(sums).count == texts.count)
        let spaced = try Self.read("path , subject\r\na,1\r\n").digest
        #expect(spaced == sums[0])
    }
}
