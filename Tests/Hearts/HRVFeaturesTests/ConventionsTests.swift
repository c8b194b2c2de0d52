import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct ConventionsTests {
    /// Conventions without a change give the same values as the metrics themselves.
    @Test func defaultsAreOurOwnMetrics() {
        for nn in [
            EntropySeries.heart(400, seed: 5), EntropySeries.heart(90, seed: 6),
            NNSeries(intervalsMs: [800, 810]), NNSeries(intervalsMs: []),
        ] {
            let values = Conventions().values(of: nn)
            var expected = NonlinearMetrics(nn).values
            for group in [
                TimeDomain(nn).values, GeometricMetrics(nn).values, Poincare(nn).values,
                FrequencyDomain(nn).values,
            ] {
                expected.merge(group) { first, _ in first }
            }
            for (key, value) in expected {
                let isSame = values[key].map { abs($0 - value) <= 1e-9 * abs(value) } ?? false
                #expect(isSame, "\(key), \(nn.count) intervals")
            }
        }
    }

    /// Hostile series under every program's rules: numbers are finite, nothing traps.
    @Test(arguments: Dialect.allCases, [false, true])
    func hostileSeriesGiveNumbersOrNothing(dialect: Dialect, includingDefects: Bool) {
        var random = SplitMix64(seed: 11)
        let series: [[Double]] = [
            [], [800], [800, 810], [800, 810, 790], Array(repeating: 800, count: 40),
            (0..<60).map { $0.isMultiple(of: 2) ? 700 : 900 },
            (0..<60).map { 600 + 5 * Double($0) },
            (0..<60).map { _ in random.next() % 2 == 0 ? 800 : 850 },
            (0..<20).map { _ in 700 + Double(random.next() % 200) },
            Array(repeating: 800, count: 399) + [2900], (0..<130).map { _ in 250 },
        ]
        let conventions = dialect.conventions(includingDefects: includingDefects)
        for intervals in series {
            for (key, value) in conventions.values(of: NNSeries(intervalsMs: intervals)) {
                #expect(value.isFinite, "\(key) of \(intervals.count) intervals")
            }
        }
    }

    /// Kept gaps part the series, closed ones do not.
    @Test func closedGapsJoinTheirNeighbours() throws {
        var rr = RRSeries()
        for (index, interval) in [800.0, 900, 820, 840].enumerated() {
            rr.append(
                intervalMs: interval, endSeconds: Double(index) + 1,
                marks: index == 2 ? .afterGap : [])
        }
        let nn = NNSeries(rr)
        var closed = Conventions()
        closed.gaps = .closed
        // Differences 100 and 20 with the gap, 100, -80 and 20 without.
        let retained = try #require(Conventions().values(of: nn)[.rmssd])
        let joined = try #require(closed.values(of: nn)[.rmssd])
        #expect(abs(retained - (10_400.0 / 2).squareRoot()) < 1e-9)
        #expect(abs(joined - (16_800.0 / 3).squareRoot()) < 1e-9)
    }

    @Test func intervalsOutsideTheRangeAreGaps() throws {
        var conventions = Conventions()
        conventions.acceptedRangeMs = 375...2000
        let values = conventions.values(of: NNSeries(intervalsMs: [800, 2400, 820, 830]))
        #expect(values[.meanNN].map { abs($0 - 2450.0 / 3) < 1e-9 } == true)
        #expect(values[.rmssd].map { abs($0 - 10) < 1e-9 } == true)
    }

    /// The Task Force: pNN50 over all NN; normalised units over total less VLF, which for a short
    /// recording is LF + HF; VLF from 0.
    @Test func taskForceFollowsItsTables() throws {
        let nn = NNSeries(intervalsMs: [800, 860, 790, 805, 880, 815])
        let short = Dialect.taskForce.conventions(recordingSeconds: 300)
        #expect(short.values(of: nn)[.pnn50].map { abs($0 - 100 * 4 / 6) < 1e-12 } == true)
        let values = short.values(of: EntropySeries.heart(400, seed: 9))
        let lf = try #require(values[.lf])
        let hf = try #require(values[.hf])
        let total = try #require(values[.totalPower])
        let vlf = try #require(values[.vlf])
        #expect(abs(total - lf - hf - vlf) < 1e-9 * total)
        #expect(values[.lfn].map { abs($0 - 100 * lf / (lf + hf)) < 1e-9 } == true)
        #expect(short.bands.vlf.lowHz == 0)
        let long = Dialect.taskForce.conventions(recordingSeconds: 86_400)
        #expect(long.bands.vlf.lowHz == 0.003)
    }

    /// Kubios 2.2 on the same file, as quoted in another package's tests: what needs no detrending.
    /// Its detrending, window and taper there are not known, so that powers are not compared.
    @Test(.needsDatasets) func quotedKubiosValuesAgree() throws {
        let text = try Datasets.text("rr-short/systole_rr.txt")
        let intervals = text.split(whereSeparator: \.isNewline).dropFirst().compactMap {
            $0.split(separator: ",").last.flatMap { Double($0) }
        }
        var conventions = Dialect.kubios.conventions()
        conventions.timeDomainTrend = .none
        let values = conventions.values(
            of: NNSeries(intervalsMs: intervals), groups: [.timeDomain])
        for (key, quoted, digit) in [
            (MetricKey.meanNN, 883.24, 0.005), (.sdnn, 84.691, 0.0005), (.nn50, 64, 0.5),
            (.pnn50, 26.23, 0.005), (.rmssd, 45.545, 0.002),
        ] {
            let value = try #require(values[key])
            #expect(abs(value - quoted) <= digit, "\(key): \(value), not \(quoted)")
        }
    }
}
