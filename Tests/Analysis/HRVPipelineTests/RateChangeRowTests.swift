import BeatCorrection
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@testable import HRVPipeline

/// Rows of recordings in which the heart rate changes at once.
@Suite struct RateChangeRowTests {
    /// White intervals of two means.
    private static func intervals(_ parts: [(count: Int, meanMs: Double)]) -> [Double] {
        var generator = SplitMix64(seed: 9)
        return parts.flatMap { part in
            (0..<part.count).map { _ in
                (part.meanMs * (1 + 0.01 * generator.gaussian())).rounded()
            }
        }
    }

    private static func row(_ intervals: [Double], isForced: Bool = false) -> AnalysisRow {
        var settings = AnalysisSettings()
        settings.isForced = isForced
        return AnalysisPipeline(settings: settings).analyze(
            Recording(format: "test", rr: RRSeries(intervalsMs: intervals))
        ).rows[0]
    }

    /// 400 ms for two minutes, then 800 ms for three.
    private static let halved = intervals([(300, 400), (225, 800)])

    @Test func theTimeOfTheChangeIsNamed() throws {
        let notice = try #require(Self.row(Self.halved).notices.first { $0.code == "rate_change" })
        #expect(notice.kind == .note)
        #expect(
            notice.text.hasPrefix("the rate halves at 0:02:00: a change of rhythm, or every other"))
        let faster = Self.row(Self.intervals([(150, 900), (300, 600)]))
        let other = try #require(faster.notices.first { $0.code == "rate_change" })
        #expect(other.text.hasPrefix("the rate changes by a factor of 1.5"))
        #expect(!other.text.contains("missed"))
    }

    /// Values that the step would falsify are withheld; those in it or beside it are given.
    @Test func theStepIsNoVariability() throws {
        let row = Self.row(Self.halved)
        for key in [
            "HRV_SDNN", "HRV_CVNN", "HRV_SDRMSSD", "HRV_SD2", "HRV_SD2a", "HRV_LF", "HRV_HF",
            "HRV_LFHF",
            "HRV_DFA_alpha1", "HRV_SampEn",
        ] {
            #expect(row[key]?.value == nil && row[key]?.reason?.code == "rate_change", "\(key)")
        }
        #expect(row["HRV_LF"]?.reason?.text.contains("by a factor of 0.5 at 120 s") == true)
        for key in ["HRV_SD1", "HRV_pNN20", "HRV_PIP", "HRV_SD1d"] {
            #expect(row[key]?.value != nil, "\(key)")
        }
        let mean = Self.halved.reduce(0, +) / Double(Self.halved.count)
        #expect(abs(try #require(row["HRV_MeanNN"]?.value) - mean) < 1e-9)
        var squares = 0.0
        for index in 1..<Self.halved.count where index != 300 {
            let step = Self.halved[index] - Self.halved[index - 1]
            squares += step * step
        }
        let rmssd = (squares / Double(Self.halved.count - 2)).squareRoot()
        #expect(abs(try #require(row["HRV_RMSSD"]?.value) - rmssd) < 1e-9)
        let forced = Self.row(Self.halved, isForced: true)
        #expect(forced["HRV_SDNN"]?.isForced == true)
        #expect(try #require(forced["HRV_SDNN"]?.value) > 150)
    }

    /// Windows of the parts have all their numbers.
    @Test func thePartsAreGiven() {
        var settings = AnalysisSettings()
        settings.windows = .init(lengthSeconds: 60, stepSeconds: 60)
        let rows = AnalysisPipeline(settings: settings).analyze(
            Recording(format: "test", rr: RRSeries(intervalsMs: Self.halved))
        ).rows
        #expect(rows.count == 5)
        for row in rows { #expect(row["HRV_SDNN"]?.value ?? .infinity < 12) }
    }

    /// A step that is small beside what the heart does anyway withholds nothing, and neither does one
    /// of more than an hour, whose SDNN is of the changes of the rate.
    @Test(arguments: [(1900, 120), (4000, 1500)]) func slowChangesKeepTheirNumbers(
        count: Int, laterCount: Int
    ) {
        var generator = SplitMix64(seed: 4)
        let isLong = count > 2000
        var intervals = (0..<count).map { index in
            let slow = PlatformMath.sin(2 * .pi * Double(index) / 950)
            return (900 + (isLong ? 40 : 300) * slow + 9 * generator.gaussian()).rounded()
        }
        intervals += Self.intervals([(laterCount, 1200)])
        let row = Self.row(intervals)
        #expect(row.notices.contains { $0.code == "rate_change" })
        #expect(row["HRV_SDNN"]?.value ?? 0 > 100 && row["HRV_LF"]?.value != nil)
    }
}
