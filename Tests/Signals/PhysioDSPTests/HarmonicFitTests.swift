import Foundation
@testable import PhysioDSP
import TestSupport
import Testing

@Suite struct HarmonicFitTests {
    private static let count = 40
    private static let times = (0..<count).map { 0.8 * Double($0) + 0.1 * sin(Double($0)) }
    private static let phases = times.map { 0.09 * $0 + 0.0004 * $0 * $0 }

    private static func values(outlier: Double = 0) -> [Double] {
        (0..<count).map { index -> Double in
            let (i, t, phase) = (Double(index), times[index], phases[index])
            let rhythm = 4 * cos(2 * .pi * phase - 1) + 1.2 * sin(4 * .pi * phase)
            let rest = sin(1.7 * i) + 0.7 * cos(0.31 * i * i)
            return 70 + 0.05 * t + rhythm + rest + (index == 17 ? outlier : 0)
        }
    }

    struct Golden: Sendable {
        let outlier: Double
        let harmonicCount: Int
        /// S0, S1, r1, level, slope, second derivative, c1, -s1.
        let sums: [Double]
        /// F, its probability, standard error of the response.
        let inference: [Double]
    }

    /// numpy 2.4.6: `b = lstsq(X, y)`, `r = y - X @ b`, `w = minimum(1, 2.5 * 1.4826 *
    /// median(abs(r)) / abs(r))`, then the same of the rows times sqrt(w), with all columns (S1) and
    /// with the first three (S0); scipy 1.17.1: `stats.f.sf(F, 2 * M, n - p)`; the
    /// standard error by `inv(X.T @ W @ X)`.
    static let goldens = [
        Golden(
            outlier: 0, harmonicCount: 2,
            sums: [
                372.0442208846164, 32.87306623246935, -0.11526052643461296, 70.78189296545398,
                0.03293537404737262, 0.0018498219975554, 2.306068871016818, -3.167003449285358,
            ], inference: [75.52343532593882, 3.8989866894311367e-16, 0.2448953311044628]),
        Golden(
            outlier: 0, harmonicCount: 1,
            sums: [
                372.0442208846164, 63.9957173818821, 0.19376395955490075, 70.76325637789319,
                0.030894687901272252, 0.004112877719674582, 2.337410809635968, -3.2139921156560707,
            ], inference: [43.514779423909836, 3.221458599082841e-10, 0.43401995966469814]),
        Golden(
            outlier: 25, harmonicCount: 2,
            sums: [
                495.3249222637758, 132.45530424736916, -0.07075855177791078, 71.10172148826724,
                0.032508526353460486, -0.0024834071057734997, 2.2724778790021993,
                -3.473081605102236,
            ], inference: [18.334206563430623, 5.1038911788988115e-08, 0.5218269501275398]),
        Golden(
            outlier: 25, harmonicCount: 3,
            sums: [
                520.999999217749, 150.98160105365352, -0.08094735666071294, 71.1539963117766,
                0.03364177603802746, -0.003253316398272851, 2.257320395787385, -3.542561421105987,
            ], inference: [9.473507034161743, 6.292968309641466e-06, 0.6008887131697082]),
    ]

    /// Condition of the columns is below 10, so that two solutions in doubles differ by some 100 ulp;
    /// differences of sums lose two digits more.
    private static let tolerance = 1e-11

    @Test(arguments: goldens) func isTheLeastSquaresFitOfNumpy(golden: Golden) throws {
        let fit = try HarmonicFit(
            times: Self.times, values: Self.values(outlier: golden.outlier), phases: Self.phases,
            harmonicCount: golden.harmonicCount)
        let found = [
            fit.trendSquares, fit.residualSquares, fit.lagOneCorrelation, fit.level,
            fit.slopePerSecond, fit.curvaturePerSecondSquared, fit.response.real,
            fit.response.imaginary, fit.f, fit.pValue, fit.responseStandardError,
        ]
        for (index, expected) in (golden.sums + golden.inference).enumerated() {
            // A probability of 1e-17 is as sure as F times the degrees of freedom.
            let tolerance = index == 9 ? 1e-9 : Self.tolerance
            #expect(relativeError(found[index], expected) < tolerance, "\(index) \(found[index])")
        }
    }

    @Test func theSecondResponseIsThatOfNumpy() throws {
        let fit = try HarmonicFit(times: Self.times, values: Self.values(), phases: Self.phases)
        let second = try #require(fit.secondHarmonicResponse)
        #expect(relativeError(second.real, -0.15386529980667357) < Self.tolerance)
        #expect(relativeError(second.imaginary, -1.2626090017106586) < Self.tolerance)
        #expect(relativeError(fit.rSquared, 0.9116420457914749) < Self.tolerance)
        #expect(relativeError(fit.adjustedRSquared, 0.900931990735896) < Self.tolerance)
        let one = try HarmonicFit(
            times: Self.times, values: Self.values(), phases: Self.phases, harmonicCount: 1)
        #expect(one.secondHarmonicResponse == nil)
    }

    /// The model itself comes back, by phases that run faster and faster.
    @Test func theModelIsFoundExactly() throws {
        let middle = 0.5 * (Self.times[0] + Self.times[Self.count - 1])
        let values = (0..<Self.count).map { index -> Double in
            let t = Self.times[index] - middle
            let turns = 2 * Double.pi * Self.phases[index]
            let first = 3 * cos(turns) - 4 * sin(turns)
            return 66 + 0.2 * t - 0.015 * t * t + first + 0.5 * cos(2 * turns) + 2 * sin(2 * turns)
        }
        let fit = try HarmonicFit(times: Self.times, values: values, phases: Self.phases)
        #expect(abs(fit.level - 66) < 1e-11)
        #expect(abs(fit.slopePerSecond - 0.2) < 1e-12)
        #expect(abs(fit.curvaturePerSecondSquared + 0.03) < 1e-12)
        #expect(abs(fit.response.real - 3) < 1e-11 && abs(fit.response.imaginary - 4) < 1e-11)
        let second = try #require(fit.secondHarmonicResponse)
        #expect(abs(second.real - 0.5) < 1e-11 && abs(second.imaginary + 2) < 1e-11)
        #expect(abs(fit.amplitude - 10) < 1e-10)
        #expect(fit.adjustedRSquared > 1 - 1e-15 && fit.pValue < 1e-100)
    }

    @Test func onlyTheFractionOfAPhaseCounts() throws {
        let values = Self.values()
        let shifted = try HarmonicFit(
            times: Self.times.map { $0 + 5000 }, values: values, phases: Self.phases.map { $0 + 64 }
        )
        let fit = try HarmonicFit(times: Self.times, values: values, phases: Self.phases)
        // Phases and times have fewer digits there: 64 and 5000 ulp.
        #expect(abs(shifted.response.real - fit.response.real) < 1e-10)
        #expect(abs(shifted.response.imaginary - fit.response.imaginary) < 1e-10)
        #expect(relativeError(shifted.adjustedRSquared, fit.adjustedRSquared) < 1e-10)
    }

    /// An outlier of 60 among 60 samples moves plain least squares by 2 x 60 / 60 = 2, these by a fifth
    /// of that at most.
    @Test func aSingleOutlierHardlyCounts() throws {
        var generator = SplitMix64(seed: 11)
        let times = (0..<60).map { 0.9 * Double($0) }
        var values = times.map { 70 + 5 * cos(2 * .pi * 0.1 * $0) + 0.3 * generator.gaussian() }
        values[30] += 60
        let fit = try HarmonicFit(times: times, values: values, phases: times.map { 0.1 * $0 })
        #expect((fit.response - ComplexNumber(5)).squaredMagnitude < 0.4 * 0.4)
    }

    @Test(arguments: [70, 70.1, 1.0 / 3, 1e-9, 1e12, 0]) func aConstantHasNoRhythm(value: Double)
        throws
    {
        let fit = try HarmonicFit(
            times: Self.times, values: [Double](repeating: value, count: Self.count),
            phases: Self.phases)
        #expect(fit.rSquared == 0 && fit.adjustedRSquared == 0 && fit.amplitude == 0)
        #expect(fit.f == 0 && fit.pValue == 1 && fit.responseStandardError == 0)
        #expect(fit.level == value)
    }

    @Test func aTrendAloneHasNoRhythm() throws {
        let values = Self.times.map { 60.1 + 0.37 * $0 - 0.002 * $0 * $0 }
        let fit = try HarmonicFit(times: Self.times, values: values, phases: Self.phases)
        #expect(fit.adjustedRSquared == 0 && fit.f == 0 && fit.amplitude == 0)
    }

    @Test func whatCannotBeFittedSaysWhy() {
        func failure(
            _ times: [Double], _ values: [Double], _ phases: [Double]
        ) -> HarmonicFit.Failure? {
            do throws(HarmonicFit.Failure) {
                _ = try HarmonicFit(times: times, values: values, phases: phases)
                return nil
            } catch { return error }
        }
        let (t, y, p) = (Self.times, Self.values(), Self.phases)
        #expect(failure([], [], []) == .tooFewSamples(needed: 8, found: 0))
        #expect(
            failure(Array(t[..<7]), Array(y[..<7]), Array(p[..<7]))
                == .tooFewSamples(needed: 8, found: 7))
        #expect(failure(t, y, t.map { _ in 0.25 }) == .rankDeficient)
        #expect(failure(t.map { _ in 3 }, y, p) == .rankDeficient)
        for wrong in [Double.nan, .infinity, -.infinity] {
            for index in 0..<3 {
                var series = [t, y, p]
                series[index][20] = wrong
                #expect(failure(series[0], series[1], series[2]) == .notFinite)
            }
        }
        #expect(failure(t, y.map { $0 * 1e200 }, p) == .notFinite)
    }

    @Test func aWorkspaceServesAnySizes() throws {
        var workspace = HarmonicFit.Workspace()
        let values = Self.values(outlier: 9)
        for (count, harmonicCount) in [(40, 2), (12, 2), (25, 1), (40, 3), (8, 2), (40, 2)] {
            let shared = try HarmonicFit(
                times: Self.times.span.extracting(first: count),
                values: values.span.extracting(first: count),
                phases: Self.phases.span.extracting(first: count), harmonicCount: harmonicCount,
                workspace: &workspace)
            let alone = try HarmonicFit(
                times: Array(Self.times[..<count]), values: Array(values[..<count]),
                phases: Array(Self.phases[..<count]), harmonicCount: harmonicCount)
            #expect(shared == alone)
        }
    }

    /// 1,000 draws of white noise of deviation 2: the stated variance is 1.05^2 to 1.1^2 times that of
    /// each part of z, known from 2,000 squares to 3 %.
    @Test func theStandardErrorOfWhiteNoiseIsAlmostRight() throws {
        var generator = SplitMix64(seed: 5)
        let times = (0..<70).map { 0.86 * Double($0) }
        let phases = times.map { 0.09 * $0 }
        var (squares, stated) = (0.0, 0.0)
        for _ in 0..<1000 {
            let fit = try HarmonicFit(
                times: times, values: times.map { _ in 70 + 2 * generator.gaussian() },
                phases: phases)
            squares += 0.5 * fit.response.squaredMagnitude
            stated += fit.responseStandardError * fit.responseStandardError
        }
        #expect((1.0...1.3).contains(stated / squares), "\(stated / squares)")
    }

    @Test func mediansAreThoseOfSortedValues() {
        var generator = SplitMix64(seed: 21)
        for count in 1...60 {
            var values = (0..<count).map { _ in generator.uniform(in: -3...3).rounded() }
            if count.isMultiple(of: 3) { values = values.map { $0 + generator.gaussian() } }
            let sorted = values.sorted()
            let expected = 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2])
            let found = values.withUnsafeMutableBufferPointer { OrderStatistics.median($0) }
            #expect(abs(found - expected) <= 2 * expected.magnitude.ulp)
            for rank in 0..<count {
                #expect(OrderStatistics.value(atRank: rank, of: values) == sorted[rank])
            }
        }
    }

    /// Orders in which a pivot from the ends and the middle is near the least value in every round, and infinities.
    @Test func everyOrderOfValuesHasItsRanks() {
        let ramp = (0..<2000).map { Double(min($0, 1999 - $0)) }
        var killer = [Double]()
        for value in 0..<1000 { killer = [Double(value)] + killer + [Double(value) + 0.5] }
        let infinite = [1, Double.infinity, -Double.infinity, 2, Double.infinity, 0]
        for values in [ramp, killer, killer.reversed(), infinite] {
            let sorted = values.sorted()
            for rank in stride(from: 0, to: values.count, by: max(1, values.count / 50)) {
                #expect(OrderStatistics.value(atRank: rank, of: values) == sorted[rank])
            }
        }
    }
}
