import BeatCorrection
import HRVFeatures
import HRVPipeline
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

/// Rows of recordings that say which of their beats are not normal.
@Suite struct KnownBeatsTests {
    /// Premature beats with their pauses, every so many beats; the intervals between two normal
    /// beats in order, and the differences of those that follow one another.
    private static func heart(
        _ count: Int, every period: Int, seed: UInt64 = 5
    ) -> (rr: RRSeries, normal: [Double], differences: [Double]) {
        var generator = SplitMix64(seed: seed)
        var (rr, normal, differences) = (RRSeries(), [Double](), [Double]())
        var last: Double?
        for beat in 1...count {
            func add(_ interval: Double, _ marks: RRSeries.Marks) {
                rr.append(
                    intervalMs: interval, endSeconds: rr.endSeconds + interval / 1000, marks: marks)
            }
            let interval = 850 + 12 * generator.gaussian()
            if beat % period == 0 {
                add(0.65 * interval, [.notNormal, .endBeatNotNormal, .ventricular])
                add(1.35 * interval, .notNormal)
                last = nil
            } else {
                add(interval, [])
                normal.append(interval)
                if let last { differences.append(interval - last) }
                last = interval
            }
        }
        return (rr, normal, differences)
    }

    private static func row(_ rr: RRSeries) throws -> (AnalysisRow, [Notice]) {
        let result = AnalysisPipeline().analyze(Recording(format: "test", rr: rr))
        let row = try #require(result.rows.first)
        return (row, result.notices + row.notices)
    }

    /// A sixth of the beats ventricular: the numbers of the intervals between the others.
    @Test func upToAFifthIsReported() throws {
        let (rr, normal, differences) = Self.heart(400, every: 5)
        #expect(abs(Double(400 / 5) / Double(rr.count) - 1.0 / 6) < 0.001)
        let (row, notices) = try Self.row(rr)
        let mean = normal.reduce(0, +) / Double(normal.count)
        let deviation =
            (normal.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            / Double(normal.count - 1)).squareRoot()
        let squares = differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)
        #expect(abs(try #require(row["HRV_MeanNN"]?.value) - mean) < 1e-9)
        #expect(abs(try #require(row["HRV_SDNN"]?.value) - deviation) < 1e-9)
        #expect(abs(try #require(row["HRV_RMSSD"]?.value) - squares.squareRoot()) < 1e-9)
        #expect(row["HRV_HF"]?.value != nil)
        // What is left out is left out of the coverage that is stated.
        #expect(abs(row.coverage - normal.reduce(0, +) / 1000 / rr.durationSeconds) < 1e-9)
        #expect(row.artefacts?.artefactCount == 0 && row.artefacts?.irregularCount == 0)
        #expect(row.artefacts?.ectopicCount == 80)
        let codes = notices.map(\.code)
        #expect(codes.contains("ectopic") && codes.contains("not_normal"))
        #expect(!codes.contains("irregular") && !codes.contains("bigeminy"))
    }

    @Test func aboveAFifthNothingIs() throws {
        let (row, notices) = try Self.row(Self.heart(400, every: 3).rr)
        #expect(row["HRV_MeanNN"]?.value == nil)
        #expect(row["HRV_MeanNN"]?.reason?.code == "coverage")
        #expect(!notices.map(\.code).contains("irregular"))
    }

    /// 2 normal, 1 premature, over and over: no bigeminy; every other beat is.
    @Test func bigeminyIsNamed() throws {
        var rr = RRSeries()
        func add(_ interval: Double, _ marks: RRSeries.Marks) {
            rr.append(
                intervalMs: interval, endSeconds: rr.endSeconds + interval / 1000, marks: marks)
        }
        for _ in 0..<100 { add(800, []) }
        for _ in 0..<5 {
            add(500, [.notNormal, .endBeatNotNormal, .ventricular])
            add(1100, .notNormal)
        }
        for _ in 0..<100 { add(800, []) }
        let notices = AnalysisPipeline().analyze(Recording(format: "test", rr: rr)).notices
        let text = try #require(notices.first { $0.code == "bigeminy" }?.text)
        // Five pairs of 1.6 s, with the normal beat that ends the interval before them.
        #expect(text.contains("for 9 of 168 s"), "\(text)")
    }

    /// An interval of two beats in a good signal is a pause, in a bad one a beat that was missed.
    @Test(arguments: [true, false])
    func aGoodSignalMissesNoBeat(isGood: Bool) throws {
        var generator = SplitMix64(seed: 8)
        var rr = RRSeries()
        for index in 0..<300 {
            let interval = (index == 150 ? 1700 : 850) + 10 * generator.gaussian()
            rr.append(
                intervalMs: interval, endSeconds: rr.endSeconds + interval / 1000,
                marks: isGood ? .goodSignal : [])
        }
        let result = AnalysisPipeline().analyze(Recording(format: "test", rr: rr))
        #expect(result.rows[0].beatCount == (isGood ? 299 : 301))
        #expect(result.notices.map(\.code).contains("pauses") == isGood)
    }
}
