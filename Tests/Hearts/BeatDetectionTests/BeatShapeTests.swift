import BeatDetection
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

/// Beats made of Gaussian curves that mirror each other about the R peak, so that its time is exact
/// whatever low-pass follows; a P wave and a T wave whose slope is nothing there.
struct GaussianECG {
    /// One beat.
    struct Beat {
        var seconds: Double
        var gain = 1.0
        /// 1: narrow.
        var width = 1.0
    }

    let rateHz: Double
    let beats: [Beat]
    var samples: [Double]
    /// R to S of a beat of gain and width 1.
    static let range = gaussian(0) - lowest

    private static let lowest = (0...600).map { gaussian(Double($0) * 1e-4) }.min() ?? 0

    private static func hump(_ t: Double, _ at: Double, _ width: Double) -> Double {
        let x = (t - at) / width
        return x * x < 80 ? PlatformMath.exp(-0.5 * x * x) : 0
    }

    private static func gaussian(_ t: Double) -> Double {
        hump(t, 0, 0.01) - 0.2 * hump(t, 0.028, 0.009) - 0.2 * hump(t, -0.028, 0.009)
    }

    init(rateHz: Double, beats: [Beat]) {
        self.rateHz = rateHz
        self.beats = beats
        samples = [Double](repeating: 0, count: Int(((beats.last?.seconds ?? 0) + 0.5) * rateHz))
        for beat in beats {
            let first = max(0, Int((beat.seconds - 0.4) * rateHz))
            for index in first..<min(samples.count, Int((beat.seconds + 0.49) * rateHz)) {
                let t = Double(index) / rateHz - beat.seconds
                samples[index] += beat.gain * Self.gaussian(t / beat.width)
                samples[index] += 0.1 * Self.hump(t, -0.16, 0.018) + 0.25 * Self.hump(t, 0.3, 0.03)
            }
        }
    }

    /// A rhythm whose RMSSD is exactly that asked for.
    init(rateHz: Double, count: Int = 200, rmssdMs: Double = 20, seed: UInt64 = 1) {
        var random = SplitMix64(seed: seed)
        var deviations = (0..<count).map { index in
            PlatformMath.sin(0.57 * Double(index)) + 0.7 * PlatformMath.sin(1.41 * Double(index))
                + 0.3 * random.gaussian()
        }
        let scale = rmssdMs / 1000 / Self.rmssd(of: deviations)
        deviations = deviations.map { 0.85 + scale * $0 }
        var time = 0.613
        self.init(
            rateHz: rateHz,
            beats: deviations.map { interval in
                defer { time += interval }
                return Beat(seconds: time)
            })
    }

    static func rmssd(of intervals: [Double]) -> Double {
        let steps = zip(intervals.dropFirst(), intervals).map { $0 - $1 }
        return (steps.reduce(0) { $0 + $1 * $1 } / Double(steps.count)).squareRoot()
    }

    enum Noise: CaseIterable {
        case white, muscle, motion
    }

    /// Adds noise of a ratio of signal to noise after the usual definition, R to S squared over 8.
    mutating func add(_ noise: Noise, decibel: Double, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var values = samples.map { _ in random.gaussian() }
        switch noise {
        case .white: break
        case .muscle:
            let band = SectionCascade.butterworth(
                .bandPass(lowHz: 20, highHz: min(100, 0.45 * rateHz)), order: 2,
                sampleRateHz: rateHz)
            values = band.zeroPhaseFiltered(values)
        case .motion:
            // A walk that forgets within half a second, and a step every ten.
            var level = 0.0
            let decay = PlatformMath.exp(-2 / rateHz)
            for index in values.indices {
                let step = random.uniform(in: 0...1) < 0.1 / rateHz ? 8 * rateHz.squareRoot() : 0
                level = decay * level + values[index] + step
                values[index] = level
            }
        }
        let spread = Statistics.standardDeviation(values) ?? 1
        let scale = Self.range / 8.0.squareRoot() / PlatformMath.exp(decibel / 20 * 2.302585092994)
        for index in samples.indices { samples[index] += scale / spread * values[index] }
    }

    /// Takes the beats, given up to 18 ms beside their positions.
    func shapes(rewinds: Bool = true, seed: UInt64 = 5) -> [BeatShape] {
        var random = SplitMix64(seed: seed)
        let given = beats.map { ($0.seconds + random.uniform(in: -0.018...0.018)) * rateHz }
        var shapes = BeatShapeAnalyzer(sampleRateHz: rateHz)
        var result: [BeatShape] = []
        for _ in 0..<(rewinds ? 2 : 1) {
            shapes.rewind()
            result = given.map { position in
                let first = max(0, Int(position - 0.35 * rateHz))
                let end = min(samples.count, Int(position + 0.35 * rateHz))
                return shapes.push(
                    Array(samples[first..<end]), position: position - Double(first),
                    firstSample: first)
            }
        }
        return result
    }

    /// Returns the delays with which beats are placed; ms.
    func errorsMs(_ shapes: [BeatShape]) -> [Double] {
        zip(shapes, beats).map { 1000 * ($0.sample / rateHz - $1.seconds) }
    }
}

@Suite struct BeatShapeTests {
    static let rates = [100, 125.44, 130, 199.5, 250, 360, 512.844, 1000, 4000.0]

    @Test(arguments: rates) func cleanBeatsArePlacedExactly(rate: Double) {
        let ecg = GaussianECG(rateHz: rate, count: 60)
        let errors = ecg.errorsMs(ecg.shapes())
        // Curves of fifth order through samples every 2.5 to 5 ms of a wave of at most 40 Hz.
        #expect(errors.allSatisfy { abs($0) < 0.1 }, "\(errors.map(abs).max() ?? 0)")
    }

    /// 12 dB is more noise than a strap has at rest.
    @Test(
        arguments: TestEffort.pick([250.0], all: [130, 250, 360, 1000]), GaussianECG.Noise.allCases)
    func noiseMovesBeatsLittle(rate: Double, noise: GaussianECG.Noise) throws {
        var ecg = GaussianECG(rateHz: rate)
        ecg.add(noise, decibel: 12, seed: 21)
        let shapes = ecg.shapes()
        let errors = ecg.errorsMs(shapes)
        #expect(abs(try #require(Statistics.mean(errors))) < 0.5)
        #expect(try #require(Statistics.standardDeviation(errors)) < 1.5)
        let intervals = zip(shapes.dropFirst(), shapes).map {
            1000 * ($0.sample - $1.sample) / rate
        }
        #expect(abs(GaussianECG.rmssd(of: intervals) / 20 - 1) < 0.03)
    }

    /// No estimate of the position of a known wave w in white noise of variance s^2 a sample has less
    /// variance than s^2 / sum w'^2 (Cramer and Rao); that flanks may differ costs the rest.
    @Test func whiteNoiseMovesBeatsHardlyMoreThanItMust() throws {
        var ecg = GaussianECG(rateHz: 250, count: 400)
        let wave = GaussianECG(rateHz: 250, beats: [.init(seconds: 0.5)]).samples[100..<150]
        let slopes = zip(wave.dropFirst(2), wave).map { 125 * ($0 - $1) }
        let deviation = GaussianECG.range / 8.0.squareRoot() / 3.981
        let bound = 1000 * deviation / slopes.reduce(0) { $0 + $1 * $1 }.squareRoot()
        ecg.add(.white, decibel: 12, seed: 3)
        let errors = ecg.errorsMs(ecg.shapes())
        let found = try #require(Statistics.standardDeviation(errors))
        #expect(found < 1.9 * bound, "\(found) and \(bound) ms")
    }

    @Test func neitherGainNorBaselineMovesBeats() {
        for rate in [130.0, 360] {
            let steady = GaussianECG(rateHz: rate, count: 80)
            var ecg = GaussianECG(
                rateHz: rate,
                beats: steady.beats.map {
                    .init(
                        seconds: $0.seconds,
                        gain: 1 + 0.3 * PlatformMath.sin(1.6 * $0.seconds))
                })
            for index in ecg.samples.indices {
                ecg.samples[index] += PlatformMath.sin(1.9 * Double(index) / rate) + 2
            }
            #expect(ecg.errorsMs(ecg.shapes()).allSatisfy { abs($0) < 0.15 })
        }
    }

    /// AVX2 and AVX-512 give the same bits. The plain level rounds once more for every product.
    @Test(arguments: TestEffort.pick(Array(rates.prefix(3)), all: rates))
    func instructionSetsAgree(rate: Double) {
        var ecg = GaussianECG(rateHz: rate, count: 40)
        ecg.add(.white, decibel: 3, seed: 8)
        let plain = InstructionSet.runLimited(to: .plain) { ecg.shapes() }
        let fused = InstructionSet.runLimited(to: .avx2) { ecg.shapes() }
        for set in InstructionSet.allCases where set > .plain && set <= .available {
            #expect(InstructionSet.runLimited(to: set) { ecg.shapes() } == fused)
        }
        #expect(fused.count == plain.count)
        for (a, b) in zip(fused, plain) {
            #expect(abs(a.sample - b.sample) < 1e-4)
            #expect(abs(a.quality - b.quality) < 1e-5)
            #expect(a.kind == b.kind && a.shape == b.shape && a.isClipped == b.isClipped)
            #expect(abs(a.correlation - b.correlation) < 1e-5)
            #expect(abs((a.intervalRatio ?? 0) - (b.intervalRatio ?? 0)) < 1e-5)
            #expect(abs(a.rangeMillivolts - b.rangeMillivolts) < 1e-5)
            #expect(abs(a.areaMillivoltSeconds - b.areaMillivoltSeconds) < 1e-6)
            #expect(abs(a.slopeMillivoltsPerSecond - b.slopeMillivoltsPerSecond) < 1e-3)
            #expect(abs(a.noiseMillivolts - b.noiseMillivolts) < 1e-6)
        }
    }

    /// Single precision is relative to the sample at the beat, whatever lies at the ends of its window.
    @Test func whatIsFarOffBesideABeatDoesNotMoveIt() {
        var ecg = GaussianECG(rateHz: 250, count: 60)
        ecg.add(.white, decibel: 20, seed: 5)
        let plain = ecg.shapes()[40]
        for distance in 62...72 {
            var other = ecg
            other.samples[Int(plain.sample.rounded()) - distance] += 1e7
            let beat = other.shapes()[40]
            #expect(abs(beat.sample - plain.sample) < 1e-6)
            #expect(!beat.isClipped && beat.shape == plain.shape)
        }
    }

    @Test func polarityScaleAndOffsetDoNotMatter() {
        var ecg = GaussianECG(rateHz: 250, count: 60)
        ecg.add(.white, decibel: 12, seed: 4)
        let plain = ecg.shapes()
        for (scale, offset) in [(-1.0, 0.0), (1 / 1024, 0), (8192, 0), (1, 300), (-200, -1e5)] {
            var other = ecg
            other.samples = ecg.samples.map { scale * $0 + offset }
            for (a, b) in zip(plain, other.shapes()) {
                // Scale and offset round in single precision: 2^-24 of 1, over slopes of 0.1 a
                // sample.
                #expect(abs(a.sample - b.sample) < 1e-6)
                #expect(a.kind == b.kind && abs(a.quality - b.quality) < 1e-6)
                #expect(abs(b.rangeMillivolts - abs(scale) * a.rangeMillivolts) < 1e-6 * abs(scale))
            }
        }
    }

    @Test(.slow) func afterARewindTheFirstBeatsAreAsExactAsTheLast() throws {
        var first: [Double] = []
        var last: [Double] = []
        for seed in 0..<40 {
            var ecg = GaussianECG(rateHz: 250, count: 20)
            ecg.add(.white, decibel: 12, seed: UInt64(100 + seed))
            let errors = ecg.errorsMs(ecg.shapes())
            first.append(errors[0])
            last.append(try #require(errors.last))
        }
        let early = try #require(Statistics.standardDeviation(first))
        let late = try #require(Statistics.standardDeviation(last))
        #expect(early < 1 && early < 1.3 * late, "\(early) and \(late) ms")
    }

    @Test func measuresAreThoseOfTheWave() {
        for rate in [130, 250, 1000.0] {
            let slow = GaussianECG(
                rateHz: rate, beats: (1...20).map { .init(seconds: Double($0), width: 3) })
            let shapes = slow.shapes()
            #expect(slow.errorsMs(shapes).allSatisfy { abs($0) < 0.1 })
            for beat in shapes.dropFirst() {
                // Waves three times as wide lie far below 40 Hz. By numerical integration of the
                // closed form: 0.9962, 0.0688 and 22.37; steps of up to 8 ms take their share.
                #expect(abs(beat.rangeMillivolts - 0.9962) < 0.035)
                #expect(abs(beat.areaMillivoltSeconds - 0.0688) < 0.002)
                #expect(abs(beat.slopeMillivoltsPerSecond - 22.37) < 0.3)
            }
        }
    }

    @Test func missingSamplesLeaveABeatWhereItWasGiven() {
        var ecg = GaussianECG(rateHz: 250, count: 12)
        let hole = Int(ecg.beats[6].seconds * 250)
        for index in (hole - 4)...(hole + 4) { ecg.samples[index] = .nan }
        let near = Int(ecg.beats[9].seconds * 250) + 12
        ecg.samples[near] = .infinity
        let shapes = ecg.shapes()
        #expect(!shapes[6].isLocated && shapes[6].quality == 0 && shapes[6].kind == .unclassified)
        #expect(abs(shapes[6].sample / 250 - ecg.beats[6].seconds) <= 0.018)
        #expect(shapes[9].isLocated && abs(ecg.errorsMs(shapes)[9]) < 0.5)
    }

    @Test func aPeakAtTheRailIsClipped() {
        var ecg = GaussianECG(rateHz: 360, count: 20)
        #expect(ecg.shapes().allSatisfy { !$0.isClipped && $0.quality > 0.95 })
        ecg.samples = ecg.samples.map { min($0, 0.6) }
        #expect(ecg.shapes().allSatisfy { $0.isClipped && $0.quality <= 0.4 })
    }

    @Test(arguments: TestEffort.pick([130.0], all: [130, 360, 4000]))
    func anyValuesAreAccepted(rate: Double) {
        var random = SplitMix64(seed: 77)
        var shapes = BeatShapeAnalyzer(sampleRateHz: rate)
        for round in 0..<300 {
            let count = Int(random.next() % UInt64(rate))
            let samples = (0..<count).map { index -> Double in
                switch round % 8 {
                case 0: .nan
                case 1: random.uniform(in: 0...1) < 0.1 ? .nan : random.gaussian()
                case 2: random.uniform(in: 0...1) < 0.01 ? .infinity : random.gaussian()
                case 3: 1e300 * random.gaussian()
                case 4: 1.5
                case 5: index.isMultiple(of: 2) ? 1e12 : -1e12
                case 6: 1e-300 * random.gaussian()
                default: Double.leastNonzeroMagnitude
                }
            }
            let position = random.uniform(in: -0.1...1.1) * Double(count)
            let beat = shapes.push(samples, position: position, firstSample: round * 100)
            #expect(abs(beat.sample - Double(round * 100) - position) < 0.13 * rate)
            #expect((0...1).contains(beat.quality) && (0...1).contains(beat.correlation))
            #expect(beat.rangeMillivolts.isFinite && beat.areaMillivoltSeconds.isFinite)
            #expect(beat.slopeMillivoltsPerSecond.isFinite && beat.noiseMillivolts.isFinite)
        }
        #expect(shapes.push([], position: 3, firstSample: 2).sample == 5)
        #expect(!shapes.push([1, 2, 3], position: .nan, firstSample: 0).isLocated)
    }
}
