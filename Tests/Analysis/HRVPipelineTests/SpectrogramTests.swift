import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@testable import HRVPipeline

@Suite struct SpectrogramTests {
    /// Intervals of 900 ms and a tone of 20 ms, 200 ms^2: at 0.1 Hz up to `change` s, then at
    /// 0.25 Hz.
    private static func tones(seconds: Double, change: Double) -> RRSeries {
        var intervals: [Double] = []
        var time = 0.0
        while time < seconds {
            let hz = time < change ? 0.1 : 0.25
            var interval = 900.0
            for _ in 0..<60 {
                interval = 900 + 20 * sin(2 * .pi * hz * (time + interval / 1000))
            }
            intervals.append(interval)
            time += interval / 1000
        }
        return RRSeries(intervalsMs: intervals)
    }

    private static func spectrogram(
        _ series: RRSeries, _ change: (inout AnalysisSettings) -> Void = { _ in }
    ) -> AnalysisFigures.Spectrogram? {
        var settings = AnalysisSettings()
        settings.keepsFigures = true
        settings.includesSpectrogram = true
        change(&settings)
        let recording = Recording(format: "test", rr: series)
        return AnalysisPipeline(settings: settings).analyze(recording).figures?.spectrogram
    }

    /// Power of the rows in [low, high); ms^2.
    private static func power(
        _ column: [Double], _ low: Double, _ high: Double, rowWidthHz: Double
    ) -> Double {
        column.enumerated().filter {
            let middle = (Double($0.offset) + 0.5) * rowWidthHz
            return middle >= low && middle < high
        }.reduce(0) { $0 + $1.element } * rowWidthHz
    }

    @Test(arguments: [SpectrumSettings.Estimator.lombScargle, .welch, .periodogram, .burg])
    func columnsHoldThePowerOfTheirTime(estimator: SpectrumSettings.Estimator) throws {
        let map = try #require(
            Self.spectrogram(Self.tones(seconds: 1300, change: 650)) {
                $0.spectrum.estimator = estimator
            })
        for (index, column) in map.columns.enumerated() {
            let start = map.startSeconds + Double(index) * map.stepSeconds
            let lf = Self.power(column, 0.04, 0.15, rowWidthHz: map.rowWidthHz)
            let hf = Self.power(column, 0.15, 0.4, rowWidthHz: map.rowWidthHz)
            if start + map.windowSeconds < 649 {
                #expect(abs(lf - 200) < 4 && hf < 2, "\(start) s: \(lf), \(hf)")
            } else if start > 651 {
                #expect(abs(hf - 200) < 4 && lf < 2, "\(start) s: \(lf), \(hf)")
            }
        }
    }

    @Test(arguments: [300, 1200, 3600, 86_400, 90_001, 172_800, 700_000.0])
    func windowsCoverTheRecordingWithoutLeavingABeatOut(seconds: Double) throws {
        let nn = NNSeries(
            intervalsMs: [800, 800], endTimesSeconds: [5, 6], isAdjacentToPrevious: [false, true],
            startSeconds: 4, endSeconds: 4 + seconds)
        let plan = try #require(SpectrogramPlan(nn))
        #expect(plan.startSeconds == 4 && plan.windowSeconds >= 300)
        #expect(plan.stepSeconds >= 5 && plan.stepSeconds <= plan.windowSeconds * (1 + 1e-9))
        let end = Double(plan.count - 1) * plan.stepSeconds + plan.windowSeconds
        #expect(end <= seconds * (1 + 1e-12) && end > seconds - plan.stepSeconds)
        #expect(plan.count <= 300)
        #expect(plan.count >= (seconds < 1800 ? Int(seconds - 300) / 5 : 300))
    }

    @Test func aSeriesShorterThanAWindowHasNoPlan() {
        #expect(SpectrogramPlan(NNSeries(intervalsMs: [Double](repeating: 800, count: 374))) == nil)
    }

    @Test func onlyLongRecordingsThatAreAskedHaveOne() {
        let even = [Double](repeating: 1000, count: 1201)
        func map(_ count: Int, isAsked: Bool) -> AnalysisFigures.Spectrogram? {
            Self.spectrogram(RRSeries(intervalsMs: Array(even.prefix(count)))) {
                $0.includesSpectrogram = isAsked
            }
        }
        #expect(map(1199, isAsked: true) == nil && map(1201, isAsked: false) == nil)
        #expect(map(1201, isAsked: true)?.columns.count == 181)
    }

    /// A gap of 100 s: windows that hold more than 30 s of it have less than 90 % coverage.
    @Test func windowsInAGapAreEmptyUnlessForced() throws {
        var random = SplitMix64(seed: 2)
        let intervals = (0..<1400).map { $0 == 700 ? 100_000 : random.uniform(in: 980...1020) }
        let series = RRSeries(intervalsMs: intervals)
        let gapEnd = series.endTimesSeconds[700]
        let map = try #require(Self.spectrogram(series))
        var emptyCount = 0
        for (index, column) in map.columns.enumerated() {
            let start = map.startSeconds + Double(index) * map.stepSeconds
            let missing = max(0, min(start + 300, gapEnd) - max(start, gapEnd - 100))
            #expect(column.isEmpty == (missing > 30), "\(start) s: \(missing)")
            if column.isEmpty { emptyCount += 1 }
        }
        #expect(emptyCount > 10)
        let forced = try #require(Self.spectrogram(series) { $0.isForced = true })
        #expect(forced.columns.allSatisfy { !$0.isEmpty })
    }

    /// A segment without a gap is 100 s long: less than LF asks for.
    @Test func anEstimatorThatNeedsAGridLeavesPiecesEmpty() throws {
        var random = SplitMix64(seed: 4)
        let count = 1500
        let series = NNSeries(
            intervalsMs: (0..<count).map { _ in random.uniform(in: 980...1020) },
            endTimesSeconds: (0..<count).map { Double($0 + 1) },
            isAdjacentToPrevious: (0..<count).map { $0 % 100 != 0 }, startSeconds: 0,
            endSeconds: Double(count))
        let plan = try #require(SpectrogramPlan(series))
        var settings = AnalysisSettings()
        #expect(plan.spectrogram(of: series, settings).columns.allSatisfy { !$0.isEmpty })
        settings.spectrum.estimator = .welch
        #expect(plan.spectrogram(of: series, settings).columns.allSatisfy { $0.isEmpty })
    }

    /// The fit ends at 0.9 of half a beat rate of 1 / 1.3 s, 0.346 Hz: 69 whole rows of 0.005 Hz.
    @Test func columnsEndWhereTheBeatsShowNoMore() throws {
        let series = RRSeries(intervalsMs: (0..<1000).map { $0.isMultiple(of: 2) ? 1310 : 1290 })
        let map = try #require(Self.spectrogram(series))
        #expect(Set(map.columns.map(\.count)).isSubset(of: [69]))
    }

    /// All bands below 0.3 Hz: the density is estimated to the end of the map all the same.
    @Test func rowsReachTheEndWhateverTheBandsAre() throws {
        var random = SplitMix64(seed: 6)
        let series = RRSeries(intervalsMs: (0..<2000).map { _ in random.uniform(in: 770...830) })
        let wide = try #require(Self.spectrogram(series))
        var bands = HRVBands.taskForce
        bands.set("HF", to: try #require(FrequencyBand(lowHz: 0.15, highHz: 0.3)))
        bands.set("VHF", to: try #require(FrequencyBand(lowHz: 0.3, highHz: 0.31)))
        let map = try #require(Self.spectrogram(series) { $0.spectrum.bands = bands })
        for (a, b) in zip(map.columns.joined(), wide.columns.joined()) {
            #expect(abs(a - b) <= 1e-9 * b)
        }
        #expect(map.columns.allSatisfy { $0.count == 100 && $0[95] > 0 })
    }
}
