import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct AsymmetryTests {
    private static func table(_ metrics: Asymmetry) -> [String: Double?] {
        [
            "GI": metrics.guzikPercent, "SI": metrics.slopePercent, "AI": metrics.areaPercent,
            "PI": metrics.portaPercent, "EI": metrics.ehlers, "SD1d": metrics.sd1dMs,
            "SD1a": metrics.sd1aMs, "SD2d": metrics.sd2dMs, "SD2a": metrics.sd2aMs,
            "SDNNd": metrics.sdnndMs, "SDNNa": metrics.sdnnaMs, "C1d": metrics.c1d,
            "C1a": metrics.c1a, "C2d": metrics.c2d, "C2a": metrics.c2a, "Cd": metrics.cd,
            "Ca": metrics.ca,
        ]
    }

    @Test(arguments: TestSeries.kinds)
    func everyIndexAgreesWithItsDefinition(kind: String) {
        for (seed, count) in [(1, 20), (2, 300), (3, 2000)] {
            let nn = TestSeries.ofKind(kind, seed: UInt64(seed), count: count)
            let expected = referenceAsymmetry(nn)
            let found = Self.table(Asymmetry(nn))
            #expect(Set(found.keys) == Set(expected.keys))
            for (key, value) in expected {
                // Ehlers' index and the angles are differences: their error is of their terms.
                let error = abs((found[key].flatMap { $0 } ?? .nan) - value)
                #expect(error <= 1e-9 * max(1, abs(value)), "\(key) \(kind) \(count)")
            }
        }
    }

    @Test func indicesOfWhiteNoiseAreHalf() throws {
        let count = 100_000
        let metrics = Asymmetry(TestSeries.white(seed: 2, count: count))
        // Falls in n independent numbers: mean (n - 1) / 2, variance (n + 1) / 12.
        let deviation = 100 * (1.0 / 12 / Double(count)).squareRoot()
        #expect(abs(try #require(metrics.portaPercent) - 50) < 3 * deviation)
        // The rises less the falls are the last value less the first; E|d| = 2 sigma / sqrt pi, and
        // the deviation of that difference is sqrt 2 sigma.
        let spread = 50 * 2.0.squareRoot() / (2 / Double.pi.squareRoot() * Double(count))
        #expect(abs(try #require(metrics.guzikPercent) - 50) < 3 * spread)
    }

    @Test(arguments: ["white", "wandering", "whole ms"])
    func guzikTelescopes(kind: String) throws {
        let x = TestSeries.ofKind(kind, seed: 4, count: 500).intervalsMs
        let total = zip(x.dropFirst(), x).reduce(0) { $0 + abs($1.0 - $1.1) }
        let expected = 50 * (1 + (x[499] - x[0]) / total)
        let metrics = Asymmetry(NNSeries(intervalsMs: x))
        #expect(relativeError(try #require(metrics.guzikPercent), expected) < 1e-12)
    }

    @Test func turningTimeRoundGivesTheComplement() throws {
        let nn = TestSeries.ofKind("wandering", seed: 5, count: 400)
        let there = Asymmetry(nn)
        let back = Asymmetry(NNSeries(intervalsMs: nn.intervalsMs.reversed()))
        for path in [
            \Asymmetry.guzikPercent, \.slopePercent, \.areaPercent, \.portaPercent,
        ] {
            let sum = try #require(there[keyPath: path]) + #require(back[keyPath: path])
            #expect(relativeError(sum, 100) < 1e-12)
        }
        #expect(TestSeries.agree(there.ehlers, back.ehlers.map { -$0 }))
        #expect(TestSeries.agree(there.sd1dMs, back.sd1aMs))
        #expect(TestSeries.agree(there.sd2dMs, back.sd2aMs))
        #expect(TestSeries.agree(there.cd, back.ca))
    }

    @Test func thePartsAddUpToThePoincarePlot() throws {
        // sd2^2 is the whole variance; sd1^2 is about the line of identity, not the centre.
        let nn = TestSeries.ofKind("gaps", seed: 6, count: 400)
        let metrics = Asymmetry(nn)
        let d = nn.successiveDifferencesMs
        let mean = d.reduce(0, +) / Double(d.count)
        let plot = Poincare(nn)
        let sd1 = try #require(plot.sd1Ms)
        let sd2 = try #require(plot.sd2Ms)
        let excess = mean * mean / 2 * Double(d.count) / Double(d.count - 1)
        let short = try pow(#require(metrics.sd1dMs), 2) + pow(#require(metrics.sd1aMs), 2)
        let long = try pow(#require(metrics.sd2dMs), 2) + pow(#require(metrics.sd2aMs), 2)
        #expect(relativeError(short, sd1 * sd1 + excess) < 1e-12)
        #expect(relativeError(long, sd2 * sd2) < 1e-12)
    }

    @Test func rampsAreAllDeceleration() {
        let metrics = Asymmetry(TestSeries.ramp(count: 20, stepMs: 5))
        #expect(metrics.guzikPercent == 100 && metrics.slopePercent == 100)
        #expect(metrics.areaPercent == 100 && metrics.portaPercent == 0)
        #expect(TestSeries.agree(metrics.ehlers, 1 / 19.0.squareRoot()))
        #expect(metrics.sd1aMs == 0 && metrics.c1a == 0 && metrics.cd == 1)
        #expect(TestSeries.agree(metrics.sd1dMs, (19 * 12.5 / 18).squareRoot()))
    }

    @Test func alternatingSeriesHaveNoLength() {
        let metrics = Asymmetry(TestSeries.alternating(count: 21))
        #expect(metrics.guzikPercent == 50 && metrics.portaPercent == 50 && metrics.ehlers == 0)
        #expect(metrics.sd2dMs == 0 && metrics.sd2aMs == 0 && metrics.c2d == nil)
        #expect(metrics.cd == 0.5)
    }

    @Test func constantSeriesHaveDispersionZeroAndNoIndex() {
        for value in Self.table(Asymmetry(TestSeries.constant(count: 30))) {
            #expect(value.value == (value.key.hasPrefix("SD") ? 0 : nil), "\(value.key)")
        }
    }

    @Test func tooFewPairsHaveNoValue() {
        for nn in [
            NNSeries(intervalsMs: []), NNSeries(intervalsMs: [800]),
            TestSeries.joined([[800], [900], [700]]),
        ] {
            #expect(Self.table(Asymmetry(nn)).values.allSatisfy { $0 == nil })
        }
        let one = Asymmetry(NNSeries(intervalsMs: [800, 810]))
        #expect(one.guzikPercent == 100 && one.sd1dMs == nil && one.sdnndMs == nil)
    }

    /// NeuroKit2 0.2.13, `_hrv_nonlinear_poincare_hra(x)` with x of ``TestSeries/formula``.
    @Test func everyIndexAgreesWithNeuroKit() {
        let expected = [
            "GI": 50.20090732339598, "SI": 50.20492962670296, "AI": 50.19685143118977,
            "PI": 48.73096446700508, "C1d": 0.5018492880408248, "C1a": 0.49815071195917526,
            "SD1d": 23.84212594751084, "SD1a": 23.75410650303597, "C2d": 0.5614020739116301,
            "C2a": 0.43859792608836984, "SD2d": 20.656045501716, "SD2a": 18.257590504824552,
            "Cd": 0.5257624438863424, "Ca": 0.4742375561136576, "SDNNd": 22.306043861092128,
            "SDNNa": 21.184867084778173,
        ]
        let found = Self.table(Asymmetry(NNSeries(intervalsMs: TestSeries.formula)))
        for (key, value) in expected {
            #expect(TestSeries.agree(found[key].flatMap { $0 }, value), "\(key)")
        }
    }
}

/// The formulas one by one, with the angles as they are written.
private func referenceAsymmetry(_ nn: NNSeries) -> [String: Double] {
    let ends = (1..<nn.count).filter { nn.isAdjacentToPrevious[$0] }
    let pairs = ends.map { (x: nn.intervalsMs[$0 - 1], y: nn.intervalsMs[$0]) }
    let n = Double(pairs.count)
    let up = pairs.filter { $0.y > $0.x }
    let down = pairs.filter { $0.y < $0.x }
    let level = pairs.filter { $0.y == $0.x }
    typealias Pair = (x: Double, y: Double)
    func sum(_ of: [Pair], _ f: (Pair) -> Double) -> Double { of.map(f).reduce(0, +) }
    func percent(_ f: (Pair) -> Double) -> Double { 100 * sum(up, f) / sum(pairs, f) }
    func distance(_ p: Pair) -> Double { abs(p.y - p.x) / sqrt(2) }
    func angle(_ p: Pair) -> Double { abs(atan(1) - atan(p.y / p.x)) }
    func area(_ p: Pair) -> Double { angle(p) * (p.x * p.x + p.y * p.y) / 2 }
    let centre = (sum(pairs) { $0.x } / n, sum(pairs) { $0.y } / n)
    func along(_ p: Pair) -> Double { abs(p.x - centre.0 + p.y - centre.1) / sqrt(2) }
    func short(_ of: [Pair]) -> Double { sqrt(sum(of) { pow(distance($0), 2) } / (n - 1)) }
    func long(_ of: [Pair]) -> Double {
        sqrt((sum(of) { pow(along($0), 2) } + sum(level) { pow(along($0), 2) } / 2) / (n - 1))
    }
    let d = pairs.map { $0.y - $0.x }
    let (s1d, s1a, s2d, s2a) = (short(up), short(down), long(up), long(down))
    let (td, ta) = (sqrt((s1d * s1d + s2d * s2d) / 2), sqrt((s1a * s1a + s2a * s2a) / 2))
    func share(_ a: Double, _ b: Double) -> Double { a * a / (a * a + b * b) }
    return [
        "GI": percent(distance), "SI": percent(angle), "AI": percent(area),
        "PI": 100 * Double(down.count) / Double(up.count + down.count),
        "EI": d.map { $0 * $0 * $0 }.reduce(0, +)
            / pow(d.map { $0 * $0 }.reduce(0, +), 1.5),
        "SD1d": s1d, "SD1a": s1a, "SD2d": s2d, "SD2a": s2a, "SDNNd": td, "SDNNa": ta,
        "C1d": share(s1d, s1a), "C1a": share(s1a, s1d), "C2d": share(s2d, s2a),
        "C2a": share(s2a, s2d), "Cd": share(td, ta), "Ca": share(ta, td),
    ]
}
