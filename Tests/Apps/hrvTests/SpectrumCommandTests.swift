import Foundation
import TestSupport
import Testing

@Suite struct SpectrumCommandTests {
    /// A recording whose only rhythm is 400 ms^2 at 0.1 Hz.
    private static func tone(_ folder: TemporaryFolder) throws -> String {
        let file = folder.path + "/tone.txt"
        _ = try CommandRunner.run([
            "simulate", "rr", "--seed", "4", "--lf", "0.1,400", "--hf", "0.25,0", "--pink", "0",
            "--white", "0", "--out", file,
        ])
        return file
    }

    @Test func csvIntegratesToThePowerOfTheTone() throws {
        let folder = try TemporaryFolder()
        let output = try CommandRunner.run(["spectrum", Self.tone(folder)])
        #expect(output.status == 0)
        let lines = output.text.split(separator: "\n")
        #expect(lines[0] == "f_hz,psd_ms2_per_hz")
        let rows = lines.dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
        #expect(rows.count > 500)
        let step = rows[1][0] - rows[0][0]
        let power = rows.reduce(0) { $0 + $1[1] } * step
        #expect(abs(power - 400) < 4)
        let peak = rows.max { $0[1] < $1[1] }
        #expect(abs((peak?[0] ?? 0) - 0.1) < 0.001)
    }

    @Test(arguments: ["lomb", "welch", "multitaper", "fft", "burg"])
    func jsonAddsBandPowersMethodAndResolution(method: String) throws {
        let folder = try TemporaryFolder()
        let output = try CommandRunner.run(
            ["spectrum", Self.tone(folder), "--json", "--psd", method])
        #expect(output.status == 0)
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
        let row = try #require(rows.first)
        #expect(row["method"] as? String == method)
        #expect((row["resolution_hz"] as? Double ?? 0) > 0.003)
        let bands = try #require(row["bands"] as? [String: [String: Any]])
        #expect(abs((bands["LF"]?["power_ms2"] as? Double ?? 0) - 400) < 6)
        #expect(bands["ULF"]?["power_ms2"] is NSNull)
        #expect(bands["ULF"]?["reason"] as? String == "too_few")
        let densities = try #require(row["psd_ms2_per_hz"] as? [Double])
        if method == "burg" {
            #expect(row["confidence"] is NSNull && row["psd_dof"] is NSNull)
            let reasons = row["reasons"] as? [String: String]
            #expect(reasons == ["psd_dof": "not_measured", "confidence": "not_measured"])
        } else {
            let confidence = try #require(row["confidence"] as? [String: Any])
            #expect(confidence["level"] as? Double == 0.95)
            let low = try #require(confidence["low_ms2_per_hz"] as? [Double])
            let high = try #require(confidence["high_ms2_per_hz"] as? [Double])
            #expect(low.count == densities.count && high.count == densities.count)
            #expect(densities.indices.allSatisfy { low[$0] <= densities[$0] })
            #expect(densities.indices.allSatisfy { densities[$0] <= high[$0] })
            if row["psd_dof"] as? Double == 2 {
                #expect(abs(high[90] / low[90] - log(0.025) / log(0.975)) < 1e-9)
            }
            #expect(row["reasons"] == nil)
        }
        let frequencies = try #require(row["f_hz"] as? [Double])
        #expect(frequencies.count == densities.count)
    }

    @Test(arguments: [["--psd", "lomb,welch,burg"], ["--psd", "lomb", "--psd", "welch,burg"]])
    func severalEstimatorsStandBesideEachOther(options: [String]) throws {
        let folder = try TemporaryFolder()
        let file = try Self.tone(folder)
        let csv = try CommandRunner.run(["spectrum", file] + options)
        #expect(csv.status == 0)
        let lines = csv.text.split(separator: "\n")
        #expect(lines[0] == "estimator,f_hz,psd_ms2_per_hz")
        let names = lines.dropFirst().compactMap { $0.split(separator: ",").first }
        let blocks = names.enumerated().filter {
            $0.offset == 0 || names[$0.offset - 1] != $0.element
        }
        #expect(blocks.map(\.element) == ["lomb", "welch", "burg"])
        // What each estimator gives alone.
        let alone = try CommandRunner.run(["spectrum", file, "--psd", "welch"]).text
        let welch = lines.filter { $0.hasPrefix("welch,") }.map { $0.dropFirst(6) }
        #expect(welch == Array(alone.split(separator: "\n").dropFirst()))

        let two = try CommandRunner.run(["spectrum", file, file] + options).text
        #expect(two.hasPrefix("file,estimator,f_hz,psd_ms2_per_hz\n\(file),lomb,"))
    }

    @Test func jsonOfSeveralEstimatorsHoldsWhatEachGivesAlone() throws {
        let folder = try TemporaryFolder()
        let file = try Self.tone(folder)
        func row(_ psd: String) throws -> [String: Any] {
            let output = try CommandRunner.run(["spectrum", file, "--psd", psd, "--json"])
            let rows = try JSONSerialization.jsonObject(with: Data(output.text.utf8))
            return try #require((rows as? [[String: Any]])?.first)
        }
        let all = try row("multitaper,burg")
        #expect(
            Set(all.keys) == [
                "file", "format", "duration_s", "coverage", "artefact_pct", "estimators",
                "warnings",
            ])
        let estimators = try #require(all["estimators"] as? [[String: Any]])
        #expect(estimators.map { $0["method"] as? String } == ["multitaper", "burg"])
        for estimator in estimators {
            let alone = try row(try #require(estimator["method"] as? String))
            for (key, value) in estimator {
                #expect(alone[key] as? NSObject == value as? NSObject, "\(key)")
            }
        }
        #expect(estimators[0]["recipe"] as? NSObject != estimators[1]["recipe"] as? NSObject)
    }

    @Test(arguments: [
        ("lomb,lomb", "names lomb twice"), ("lomb,", "'lomb', 'welch', 'multitaper'"),
        ("loomb", "'lomb', 'welch', 'multitaper'"),
    ])
    func anEstimatorMisspeltOrNamedTwiceIsAUsageError(psd: String, words: String) throws {
        let output = try CommandRunner.run(["spectrum", "-", "--psd", psd], input: "")
        #expect(output.status == 64)
        #expect(output.errors.contains(words), "\(output.errors)")
    }

    @Test func aRowOfAnalyzeHasOneEstimator() throws {
        for options in [["--psd", "lomb,welch"], ["--psd", "lomb", "--psd", "welch"]] {
            let output = try CommandRunner.run(["analyze", "-"] + options, input: "")
            #expect(output.status == 64)
            #expect(output.errors.contains("hrv spectrum compares several"))
        }
    }

    @Test func whatAnEstimatorCannotDoIsSaidByName() throws {
        // Every interval follows a gap: no grid can be made.
        let text = (0..<60).map { "\($0 * 10 + 10) 0.8" }.joined(separator: "\n")
        let output = try CommandRunner.run(
            ["spectrum", "-", "--force", "--psd", "lomb,welch"], input: text)
        #expect(output.status == 0)
        #expect(output.errors.contains("no spectrum could be estimated by welch [no_spectrum]"))
        #expect(output.errors.components(separatedBy: "[coverage]").count == 2)
        #expect(output.text.contains("\nlomb,") && !output.text.contains("\nwelch,"))
    }

    @Test(arguments: ["blackman", "hamming", "cosine"])
    func tapersAreHannOrNone(taper: String) throws {
        let folder = try TemporaryFolder()
        let file = try Self.tone(folder)
        #expect(try CommandRunner.run(["spectrum", file, "--taper", "none"]).status == 0)
        let output = try CommandRunner.run(["spectrum", file, "--taper", taper])
        #expect(output.status == 64)
        #expect(output.errors.contains("'hann' and 'none'"))
    }

    @Test func svgIsADrawingOfItsOwn() throws {
        let folder = try TemporaryFolder()
        let file = try Self.tone(folder)
        let output = try CommandRunner.run(["spectrum", file, "--output", "svg"])
        #expect(output.status == 0)
        #expect(output.text.hasPrefix("<svg xmlns"))
        #expect(output.text.contains("</svg>") && output.text.contains("<style"))
        let two = try CommandRunner.run(["spectrum", file, file, "--output", "svg"])
        #expect(two.status == 64)
        #expect(two.errors.contains("svg shows one recording"))
    }

    @Test func aLongRecordingHasASpectrogramUnlessUnwanted() throws {
        let long = (0..<1500).map { "\(900 + $0 * 37 % 101)" }.joined(separator: "\n")
        func svg(_ input: String, _ options: String...) throws -> String {
            let output = try CommandRunner.run(
                ["spectrum", "-", "--output", "svg"] + options, input: input)
            #expect(output.status == 0)
            return output.text
        }
        let map = "class=\"spectrogram\""
        let whole = try svg(long, "--psd", "welch,lomb")
        #expect(whole.contains(map) && whole.contains("Density over time by Welch"))
        #expect(try !svg(long, "--no-spectrogram").contains(map))
        #expect(try !svg(String(long.prefix(4 * 1200))).contains(map))
        let constant = String(repeating: "1000\n", count: 1500)
        #expect(try svg(constant).contains("There is no spectrogram: the intervals do not vary."))
    }

    @Test func aFewBeatsHaveNoSpectrum() throws {
        let output = try CommandRunner.run(["spectrum", "-"], input: "800\n810\n805\n")
        #expect(output.status == 0)
        #expect(output.text == "f_hz,psd_ms2_per_hz\n")
        #expect(output.errors.contains("[no_spectrum]"))
        let strict = try CommandRunner.run(
            ["spectrum", "-", "--strict"], input: "800\n810\n805\n")
        #expect(strict.status == 65)
    }
}
