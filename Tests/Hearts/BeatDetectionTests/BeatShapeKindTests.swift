import BeatDetection
import PhysioDSP
import PhysioTypes
import RecordingFiles
import Testing
import TestSupport

@Suite struct BeatShapeKindTests {
    /// A rhythm of 0.8 s with 2 % of breathing, in which every ninth beat comes after a share of the
    /// interval and is so wide; the next keeps the time.
    private static func ecg(early share: Double, width: Double, normalWidth: Double = 1)
        -> GaussianECG
    {
        var ecg = GaussianECG(
            rateHz: 250,
            beats: (0..<180).map { index in
                let oscillation = 0.016 * PlatformMath.sin(1.5 * Double(index))
                let isOdd = index % 9 == 8
                return .init(
                    seconds: 0.6 + 0.8 * Double(index) + oscillation
                        - (isOdd ? (1 - share) * 0.8 : 0),
                    gain: isOdd && width > 1 ? 1.3 : 1, width: isOdd ? width : normalWidth)
            })
        ecg.add(.white, decibel: 18, seed: 2)
        return ecg
    }

    private static func kinds(_ ecg: GaussianECG) -> (normal: Int, other: Int) {
        let shapes = ecg.shapes()
        return (
            shapes.indices.count { $0 % 9 != 8 && shapes[$0].kind == .normal },
            shapes.indices.count { $0 % 9 == 8 && shapes[$0].kind == .other }
        )
    }

    @Test func wideEarlyBeatsAreOther() {
        #expect(Self.kinds(Self.ecg(early: 0.65, width: 3)) == (160, 20))
    }

    @Test func earlyBeatsOfNormalShapeAreOther() {
        #expect(Self.kinds(Self.ecg(early: 0.7, width: 1)) == (160, 20))
    }

    @Test func wideBeatsInTimeAreOther() {
        #expect(Self.kinds(Self.ecg(early: 1, width: 3)) == (160, 20))
    }

    /// A block of a bundle branch, or a pacemaker: what most beats look like is normal.
    @Test func theShapeOfTheMajorityIsNormal() {
        #expect(Self.kinds(Self.ecg(early: 1, width: 3, normalWidth: 3)) == (160, 0))
    }

    @Test func breathingIsNotEarly() {
        let ecg = GaussianECG(rateHz: 250, count: 300, rmssdMs: 60)
        let odd = ecg.shapes().filter { $0.kind != .normal }
        #expect(odd.isEmpty, "\(odd)")
    }

    @Test func aBeatFoundLateIsClassifiedAtItsOwnPosition() {
        let ecg = GaussianECG(rateHz: 250, count: 40)
        var shapes = BeatShapeAnalyzer(sampleRateHz: 250)
        var order = Array(ecg.beats.indices)
        order.swapAt(20, 21)
        for index in order {
            let beat = shapes.push(
                ecg.samples, position: ecg.beats[index].seconds * 250, firstSample: 0)
            #expect(beat.kind == .normal)
            if index == 20, let ratio = beat.intervalRatio { #expect(abs(ratio - 1) < 0.1) }
        }
    }

    @Test func qualityFollowsTheRatioOfSignalToNoise() {
        for rate in TestEffort.pick([250.0], all: [130, 250, 1000]) {
            for noise in [GaussianECG.Noise.white, .muscle] {
                let medians = [24.0, 12, 6, 0].map { decibel -> Double in
                    var ecg = GaussianECG(rateHz: rate, count: 100)
                    ecg.add(noise, decibel: decibel, seed: 6)
                    return ecg.shapes().map(\.quality).sorted()[50]
                }
                #expect(medians[0] > 0.93 && medians[1] > 0.72 && medians[3] < 0.5)
                #expect(zip(medians, medians.dropFirst()).allSatisfy { $0 > $1 }, "\(medians)")
            }
        }
    }

    /// Floors on annotated recordings, whose beats are given up to 17 ms beside their positions.
    @Test(.needsDatasets) func recordingsKeepTheirNormalBeats() throws {
        var (ventricular, found, normal, retained) = (0, 0, 0, 0)
        for name in ["100", "106", "119", "200", "212", "228", "233"] {
            let scored = try Self.scored(name)
            for (symbol, shape) in scored where "VE".contains(symbol) {
                ventricular += 1
                found += shape.kind == .normal ? 0 : 1
            }
            for (symbol, shape) in scored where "NLR/".contains(symbol) {
                normal += 1
                retained += shape.kind == .normal ? 1 : 0
            }
        }
        #expect(Double(found) >= 0.985 * Double(ventricular), "\(found) of \(ventricular)")
        #expect(Double(retained) >= 0.99 * Double(normal), "\(retained) of \(normal)")
    }

    /// Annotations stand on a grid of 2.8 ms, which alone makes 0.80 ms, and a hand put them there.
    @Test(.needsDatasets) func detectedPositionsMatchTheAnnotations() throws {
        let annotated = try AnnotatedBeats.read(path: Datasets.path("mitdb/100"))
        let errors = zip(annotated.beats, try Self.scored("100")).dropLast()
            .map { ($1.shape.sample - Double($0.sample)) / 0.36 }
        let middle = errors.sorted()[errors.count / 2]
        #expect(abs(middle) < 1, "\(middle)")
        let spread = try #require(Statistics.standardDeviation(errors))
        #expect(spread < 1.2, "\(spread)")
    }

    private static func scored(_ name: String) throws -> [(symbol: Character, shape: BeatShape)] {
        let path = try Datasets.path("mitdb/" + name)
        var reader = try RecordingFile.openSignals(path: path)
        let samples = try reader.wholeSignal(0).samples
        let beats = try AnnotatedBeats.read(path: path).beats
        var random = SplitMix64(seed: 12)
        let given = beats.map { Double($0.sample) + random.uniform(in: -6...6) }
        var shapes = BeatShapeAnalyzer(sampleRateHz: 360)
        var result: [BeatShape] = []
        for _ in 0..<2 {
            shapes.rewind()
            result = given.map { position in
                let first = max(0, Int(position) - 126)
                return shapes.push(
                    Array(samples[first..<min(samples.count, Int(position) + 126)]),
                    position: position - Double(first), firstSample: first)
            }
        }
        return zip(beats, result).map { ($0.symbol, $1) }
    }
}
