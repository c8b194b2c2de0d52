import Foundation
@testable import PhysioDSP
import TestSupport
import Testing

/// The normal equations against Householder's reflections, which solve the same problem without
/// squaring its condition.
@Suite struct HarmonicFitSolutionTests {
    private static let windowCount = 300

    private static func fit(
        _ window: HarmonicWindow, harmonicCount: Int, forcesReflections: Bool
    ) -> Result<HarmonicFit, HarmonicFit.Failure> {
        var workspace = HarmonicFit.Workspace()
        let samples = window.samples
        return Result { () throws(HarmonicFit.Failure) in
            try HarmonicFit(
                samples.span, harmonicCount: harmonicCount, workspace: &workspace,
                forcesReflections: forcesReflections)
        }
    }

    /// Returns two flags: normal equations solve a window, and a residual of it stands out.
    private static func isSolved(
        _ window: HarmonicWindow
    ) -> (byNormalEquations: Bool, withOutliers: Bool) {
        var workspace = HarmonicFit.Workspace()
        let samples = window.samples
        return workspace.withEquations(rows: samples.count, terms: 7) { equations in
            _ = equations.fill(samples.span)
            let isSolved = equations.solveByNormalEquations() != nil
            let weightRoots = HarmonicFit.Equations.doubles(equations.weightSquareRoots)
            return (isSolved, (0..<samples.count).contains { weightRoots[$0] < 1 })
        }
    }

    /// The largest difference of two fits: of shares as they are, of sums relative to themselves, of
    /// responses and levels relative to the deviation of the values from their trend.
    private static func difference(_ a: HarmonicFit, _ b: HarmonicFit) -> Double {
        let unit = (b.trendSquares / Double(b.sampleCount)).squareRoot()
        func far(_ a: Double, _ b: Double) -> Double { a == b ? 0 : abs(a - b) / unit }
        func far(_ a: ComplexNumber?, _ b: ComplexNumber?) -> Double {
            guard let a, let b else { return a == nil && b == nil ? 0 : .infinity }
            return max(far(a.real, b.real), far(a.imaginary, b.imaginary))
        }
        guard a.sampleCount == b.sampleCount, a.harmonicCount == b.harmonicCount else {
            return .infinity
        }
        return [
            abs(a.adjustedRSquared - b.adjustedRSquared), abs(a.rSquared - b.rSquared),
            abs(a.lagOneCorrelation - b.lagOneCorrelation), abs(a.pValue - b.pValue),
            relativeError(a.trendSquares, b.trendSquares),
            relativeError(a.residualSquares, b.residualSquares),
            relativeError(a.responseStandardError, b.responseStandardError),
            far(a.response, b.response), far(a.secondHarmonicResponse, b.secondHarmonicResponse),
            far(a.level, b.level), far(a.slopePerSecond, b.slopePerSecond),
            far(a.curvaturePerSecondSquared, b.curvaturePerSecondSquared),
        ].max() ?? 0
    }

    /// Windows of hearts differ by 1e-13 at most; those of hardly more samples than terms, nearly all of
    /// whose pivots are small at once, by 1e-10.
    private static let tolerance = 1e-9

    @Test(arguments: HarmonicWindow.Kind.allCases, [1, 2, 3])
    func itIsTheSolutionByReflections(kind: HarmonicWindow.Kind, harmonicCount: Int) {
        var (worst, fitted) = (0.0, 0)
        for seed in 0..<UInt64(Self.windowCount) {
            let window = HarmonicWindow(kind, seed: seed)
            let found = Self.fit(
                window, harmonicCount: harmonicCount, forcesReflections: false)
            let expected = Self.fit(
                window, harmonicCount: harmonicCount, forcesReflections: true)
            switch (found, expected) {
            case (.success(let found), .success(let expected)):
                fitted += 1
                let difference = Self.difference(found, expected)
                #expect(difference < Self.tolerance, "seed \(seed)")
                worst = max(worst, difference)
            case (.failure(let found), .failure(let expected)):
                #expect(found == expected, "seed \(seed)")
            default:
                Issue.record("seed \(seed): \(found), by reflections \(expected)")
            }
        }
        // Two ways of computing: were nothing compared, or one way compared with itself, it would be 0.
        #expect(worst > 0 && fitted > Self.windowCount / 6, "\(worst) \(fitted)")
    }

    /// The comparison sees one value that is wrong by 1e-5 beats/min.
    @Test(arguments: HarmonicWindow.Kind.allCases.filter { $0 != .fewPhases && $0 != .short })
    func theComparisonSeesSmallErrors(kind: HarmonicWindow.Kind) throws {
        for seed in 0..<50 as Range<UInt64> {
            let window = HarmonicWindow(kind, seed: seed)
            var wrong = window
            wrong.values[3] += 1e-5
            let fits = [window, wrong].map {
                Self.fit($0, harmonicCount: 2, forcesReflections: true)
            }
            #expect(Self.difference(try fits[0].get(), try fits[1].get()) > Self.tolerance)
        }
    }

    /// Hearts are solved by normal equations, some of them with weights; reflections are for the rest.
    @Test func windowsOfHeartsNeedNoReflections() {
        for kind in HarmonicWindow.Kind.allCases {
            let outcomes = (0..<200).map { Self.isSolved(HarmonicWindow(kind, seed: $0)) }
            let solved = outcomes.count { $0.byNormalEquations }
            let weighted = outcomes.count { $0.byNormalEquations && $0.withOutliers }
            switch kind {
            case .regular, .outliers, .changingRate, .missingBeats, .noise:
                #expect(solved == 200, "\(kind): \(solved)")
                #expect(weighted > 60 && (kind == .outliers || weighted < solved), "\(weighted)")
            case .short: #expect(solved > 50, "\(solved)")
            case .fewPhases: #expect(solved < 50, "\(solved)")
            }
        }
    }

    /// The result where the first step is refused is that of reflections to the last bit, and where
    /// no term is independent there is none.
    @Test func nearlyDependentTermsAreLeftToReflections() {
        var (refused, rankDeficient) = (0, 0)
        for seed in 0..<500 as Range<UInt64> {
            let window = HarmonicWindow(.fewPhases, seed: seed)
            let found = Self.fit(window, harmonicCount: 2, forcesReflections: false)
            if found == .failure(.rankDeficient) { rankDeficient += 1 }
            guard !Self.isSolved(window).byNormalEquations else { continue }
            refused += 1
            #expect(
                found == Self.fit(window, harmonicCount: 2, forcesReflections: true),
                "seed \(seed)")
        }
        #expect(
            refused > 100 && rankDeficient > 50 && rankDeficient < refused,
            "\(refused) \(rankDeficient)")
    }

    /// Earlier use of a workspace leaves no trace: neither more rows, nor weights, nor refusals.
    @Test func aFitDependsOnItsWindowOnly() throws {
        var workspace = HarmonicFit.Workspace()
        for seed in 0..<400 as Range<UInt64> {
            let kinds = HarmonicWindow.Kind.allCases
            let window = HarmonicWindow(kinds[Int(seed) % kinds.count], seed: seed)
            let samples = window.samples
            let harmonicCount = 1 + Int(seed) % 2
            let shared = try? HarmonicFit(
                samples.span, harmonicCount: harmonicCount, workspace: &workspace)
            let alone = try? Self.fit(
                window, harmonicCount: harmonicCount, forcesReflections: false
            ).get()
            #expect(shared == alone, "seed \(seed)")
        }
    }

    @Test func samplesAreWhatTimesAndPhasesSay() throws {
        let window = HarmonicWindow(.outliers, seed: 3)
        var workspace = HarmonicFit.Workspace()
        let samples = window.samples
        let found = try HarmonicFit(samples.span, workspace: &workspace)
        let expected = try HarmonicFit(
            times: window.times, values: window.values, phases: window.phases)
        #expect(found == expected)
        for phase in [0.25, -0.75, 1e6 + 0.25] {
            let phasor = HarmonicFit.phasor(atPhase: phase)
            #expect(abs(phasor.real) < 1e-9 && abs(phasor.imaginary - 1) < 1e-15)
        }
        #expect(HarmonicFit.phasor(atPhase: .infinity).real.isNaN)
    }
}
