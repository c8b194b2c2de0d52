import Foundation
import TestSupport
import Testing

@Suite struct BenchCommandTests {
    private static let short = ["bench", "--quick", "--filter", "REAL-FFT n=120"]

    @Test func jsonHasRatiosAndAccuracyOfTheCasesAskedFor() throws {
        let output = try CommandRunner.run(Self.short + ["--json", "--instructions", "plain"])
        #expect(output.status == 0 && output.errors == "")
        let root = try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any])
        #expect(root["instructions"] as? String == "plain")
        #expect(root["quick"] as? Bool == true)
        let cases = try #require(root["cases"] as? [[String: Any]])
        #expect(cases.map { $0["workload"] as? String } == ["n=120"])
        let variants = try #require(cases.first?["variants"] as? [[String: Any]])
        #expect(variants.map { $0["name"] as? String } == ["as shipped", "naive DFT"])
        #expect(variants.allSatisfy { $0["accurate"] as? Bool == true })
        #expect(variants.allSatisfy { ($0["least_ns"] as? Double ?? 0) > 0 })
    }

    @Test func tableIsTheDefaultAndGoesToAFileIfAsked() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/bench.txt"
        let output = try CommandRunner.run(Self.short + ["--out", file])
        #expect(output.status == 0 && output.text == "")
        let table = try String(contentsOfFile: file, encoding: .utf8)
        #expect(table.contains("PhysioDSP/real-fft n=120") && table.contains("naive DFT"))
        #expect(!table.contains("n=256"))
    }

    @Test func anUnknownCaseIsRefusedWithTheOnesThereAre() throws {
        let output = try CommandRunner.run(["bench", "--filter", "nothing like it"])
        #expect(output.status == 64 && output.text == "")
        #expect(output.errors.contains("PhysioDSP/lomb-scargle"))
    }

    @Test(arguments: [
        ["--instructions", "sse"], ["--output", "csv"], ["--json", "--output", "table"],
    ])
    func impossibleRequestsAreRefused(arguments: [String]) throws {
        #expect(try CommandRunner.run(["bench"] + arguments).status == 64)
    }

    @Test func aFolderThatIsNotThereIsKnownAtOnce() throws {
        let output = try CommandRunner.run(Self.short + ["--out", "/nowhere/at/all/bench.txt"])
        #expect(output.status == 73)
    }
}
