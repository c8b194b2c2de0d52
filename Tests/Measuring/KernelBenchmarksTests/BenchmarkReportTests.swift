import Foundation
@_spi(Studies) @testable import KernelBenchmarks
import Testing

extension Measuring {
    @Suite struct BenchmarkReportTests {
        private static let environment = BenchmarkEnvironment(
            toolkitVersion: "1.2.3", processor: "Some \"CPU\"", instructions: .avx2,
            transform: "built-in", compilerVersion: "Swift 6.3", configuration: "release")

        /// Work whose time is 50 n^1.5 ns, at growth sizes 10,000 and 100,000.
        private static func report() -> BenchmarkReport {
            let results = [10_000, 100_000].map { size -> BenchmarkResult in
                let clock = FakeClock()
                let cost = UInt64((50 * Double(size) * Double(size).squareRoot()).rounded())
                return clock.measure(
                    [
                        clock.variant("as shipped", lasting: cost),
                        clock.variant("naive", lasting: 2 * cost, share: 0.5, outputs: [1.5]),
                    ], effort: .rounds(3), growthSize: size)
            }
            return BenchmarkReport(results: results, environment: environment)
        }

        @Test func growthExponentIsThatOfTheTimes() throws {
            let growth = try #require(Self.report().growth.first)
            #expect(growth.name == "Test/work")
            #expect(growth.fromSize == 10_000 && growth.toSize == 100_000)
            // Times are whole nanoseconds, the shorter of 5e7.
            #expect(abs(growth.exponent - 1.5) < 1e-7)
        }

        @Test func oneSizeHasNoGrowth() {
            var report = Self.report()
            report.results.removeLast()
            #expect(report.growth.isEmpty)
        }

        @Test func jsonHasEveryFigureInAFixedOrder() throws {
            let report = Self.report()
            let text = report.json.prettyText
            let root = try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            #expect(root["schema_version"] as? Int == 1)
            #expect(root["processor"] as? String == "Some \"CPU\"")
            #expect(root["instructions"] as? String == "avx2")
            let cases = try #require(root["cases"] as? [[String: Any]])
            #expect(cases.count == 2)
            let variants = try #require(cases[0]["variants"] as? [[String: Any]])
            #expect(variants[0]["least_ns"] as? Double == 50_000_000)
            #expect(variants[1]["least_ns"] as? Double == 200_000_000)
            #expect(variants[1]["times_first_least"] as? Double == 4)
            #expect(variants[1]["accurate"] as? Bool == false)
            #expect(variants[0]["allocations"] is NSNull)
            #expect((root["reasons"] as? [String: String])?["allocations"]?.isEmpty == false)
            #expect(report.json.prettyText == text)
            let indices = ["\"schema\"", "\"cases\"", "\"least_ns\"", "\"growth\""].map {
                text.range(of: $0)?.lowerBound
            }
            #expect(!indices.contains(nil))
            #expect(indices.compactMap { $0 } == indices.compactMap { $0 }.sorted())
        }

        @Test func theTableMarksPartialAndInaccurateVariants() {
            let table = Self.report().table
            #expect(table.contains("naive *") && table.contains("5.0e-1!"))
            #expect(table.contains("timed on a part of the frequencies"))
            #expect(table.contains("beyond what rounding explains"))
            #expect(table.contains("50.0 ms") && table.contains("1.50  from 10000 to 100000"))
            #expect(!table.contains("NaN"))
        }

        @Test func anInaccurateResultIsReportedWithItsDeviation() {
            let texts = Self.report().inaccuracies
            #expect(texts.count == 2)
            #expect(
                texts.first
                    == "Test/work n=8, naive: deviation 5.0e-1, allowed 1.0e-2 of the highest value"
            )
        }

        @Test func deviationsAreRelativeToTheHighestValueUnlessTheyHaveAUnit() {
            let clock = FakeClock()
            let variant = clock.variant("A", lasting: 2_000_000, outputs: [-199, nil, 3])
            let relative = clock.measure(
                [variant], effort: .rounds(1), expected: [-200, 7, 2])
            #expect(relative.variants[0].deviation == 1 / 200.0)
            #expect(relative.variants[0].isAccurate)
            let absolute = clock.measure(
                [variant], effort: .rounds(1), expected: [-200, 7, 2], deviationUnit: "beats")
            #expect(absolute.variants[0].deviation == 1)
            #expect(!absolute.variants[0].isAccurate)
        }

        @Test(
            arguments: [
                ([.nan, 1], [1, 1]), ([1], [1, 1]), ([nil, nil], [1, 1]), ([0, 0], [0, 0]),
            ] as [([Double?], [Double])])
        func outputsThatCannotBeComparedAreNotAccurate(outputs: [Double?], expected: [Double]) {
            let clock = FakeClock()
            let result = clock.measure(
                [clock.variant("A", lasting: 2_000_000, outputs: outputs)], effort: .rounds(1),
                expected: expected)
            #expect(!result.variants[0].isAccurate)
        }
    }
}

@Suite struct BenchmarkTextTests {
    @Test(arguments: [
        (0.4, "0.40 ns"), (999.4, "999 ns"), (999.6, "1.00 us"), (9_996, "10.0 us"),
        (1_240_000, "1.24 ms"), (191_700_000_000, "192 s"),
    ])
    func timesHaveThreeDigitsAndAUnit(nanoseconds: Double, text: String) {
        #expect(BenchmarkText.time(nanoseconds) == text)
    }

    @Test(arguments: [
        (0, "0"), (3.14e-15, "3.1e-15"), (9.96e-4, "1.0e-3"), (2.5, "2.5"), (.infinity, "inf"),
    ])
    func deviationsHaveTwoDigitsAndAnExponent(value: Double, text: String) {
        #expect(BenchmarkText.scientific(value) == text)
    }

    @Test func processorIsReadFromTheSystemsList() {
        let text = "processor\t: 0\nvendor_id\t: X\nmodel name\t: Fast CPU: 3 GHz\nflags\t: a b\n"
        #expect(BenchmarkEnvironment.modelName(inCPUInfo: text) == "Fast CPU: 3 GHz")
        #expect(BenchmarkEnvironment.modelName(inCPUInfo: "processor : 0\n") == nil)
    }
}
