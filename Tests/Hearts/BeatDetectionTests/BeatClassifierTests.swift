import BeatDetection
import Foundation
import PhysioTypes
import Testing

/// An ECG of Gaussian waves, the same as `Scripts/beat_classes/golden.py` makes.
struct GeneratedECG {
    private typealias Wave = (at: Double, width: Double, height: Double)

    private static let normal: [Wave] = [
        (-0.16, 0.022, 0.12), (0, 0.011, 1.0), (0.03, 0.010, -0.25), (0.28, 0.045, 0.3),
    ]
    private static let block: [Wave] = [
        (-0.2, 0.022, 0.12), (-0.02, 0.022, 0.9), (0.04, 0.025, 0.6), (0.33, 0.05, -0.3),
    ]
    private static let supraventricular: [Wave] = [
        (-0.14, 0.022, -0.1), (0, 0.011, 0.95), (0.03, 0.010, -0.25), (0.28, 0.045, 0.3),
    ]
    private static let ventricular: [Wave] = [
        (-0.03, 0.030, 1.2), (0.06, 0.035, -0.6), (0.33, 0.06, -0.45),
    ]

    let rateHz: Double
    var samples: [Double]
    var seconds: [Double] = []
    var kinds: [BeatClass] = []

    /// - Parameter ventricularHeight: factor of the height of V.
    /// - Parameter fusedShare: the part of V in a fusion beat; the rest is N.
    /// - Parameter kind: of the beat of that number; V come 0.28 s, S 0.22 s and F 0.08 s before their time; Q are as wide as a
    ///   block and have a spike of one sample 48 ms before.
    init(
        rateHz: Double = 250, hasBlock: Bool = false, ventricularHeight: Double = 1,
        fusedShare: Double = 0.5,
        kind: (Int) -> BeatClass = {
            $0 % 17 == 9 ? .ventricular : $0 % 23 == 14 ? .supraventricular : .normal
        }
    ) {
        self.rateHz = rateHz
        var time = 1.0
        for index in 0..<300 {
            let kind = kind(index)
            let prematurity: [BeatClass: Double] = [
                .ventricular: 0.28, .supraventricular: 0.22, .fusion: 0.08,
            ]
            seconds.append(time - (prematurity[kind] ?? 0))
            kinds.append(kind)
            time += 0.8 + 0.02 * sin(0.7 * Double(index))
        }
        samples = [Double](repeating: 0, count: Int((time + 1) * rateHz))
        for (second, kind) in zip(seconds, kinds) {
            let ventricularWaves = Self.scaled(Self.ventricular, by: ventricularHeight)
            let waves =
                switch kind {
                case .normal: hasBlock ? Self.block : Self.normal
                case .supraventricular: Self.supraventricular
                case .ventricular: ventricularWaves
                case .fusion:
                    Self.scaled(hasBlock ? Self.block : Self.normal, by: 1 - fusedShare)
                        + Self.scaled(ventricularWaves, by: fusedShare)
                case .unclassifiable: Self.block
                }
            for wave in waves { add(wave, at: second) }
            if kind == .unclassifiable { samples[Int((second - 0.048) * rateHz)] += 0.8 }
        }
        var state = 1
        for index in samples.indices {
            state = (state * 1_103_515_245 + 12345) % 2_147_483_648
            samples[index] += 0.04 * (Double(state) / 2_147_483_648 - 0.5)
        }
    }

    private static func scaled(_ waves: [Wave], by factor: Double) -> [Wave] {
        waves.map { ($0.at, $0.width, $0.height * factor) }
    }

    private mutating func add(_ wave: Wave, at second: Double) {
        let center = second + wave.at
        let first = max(0, Int((center - 6 * wave.width) * rateHz))
        let last = min(samples.count, Int((center + 6 * wave.width) * rateHz) + 1)
        for index in first..<last {
            let u = (Double(index) / rateHz - center) / wave.width
            samples[index] += wave.height * exp(-0.5 * u * u)
        }
    }

    func classes(leads: [[Double]]? = nil, blockCount: Int = .max) -> [BeatClassEstimate] {
        let leads = leads ?? [samples]
        var classifier = BeatClassifier(sampleRatesHz: leads.map { _ in rateHz })
        for (index, lead) in leads.enumerated() {
            var rest = lead[...]
            while !rest.isEmpty {
                classifier.push(Array(rest.prefix(blockCount)), lead: index)
                rest = rest.dropFirst(blockCount)
            }
        }
        return classifier.finish(seconds: seconds)
    }
}

@Suite struct BeatClassifierTests {
    /// The study's output is rounded to .001, and the product stores samples in single precision.
    private static let probabilityTolerance = 0.002

    @Test func theStudysOutputOnAGeneratedECGComesOut() throws {
        let expected = beatClassesOfTheStudy.split { $0 == " " || $0 == "\n" }
            .map { $0.split(separator: ":") }
        let found = GeneratedECG().classes()
        try #require(found.count == expected.count && expected.allSatisfy { $0.count == 3 })
        for (estimate, fields) in zip(found, expected) {
            #expect(String(estimate.label.letter) == fields[0])
            let (v, s) = (try #require(Double(fields[1])), try #require(Double(fields[2])))
            #expect(abs(estimate.ventricularProbability - v) < Self.probabilityTolerance)
            #expect(abs(estimate.supraventricularProbability - s) < Self.probabilityTolerance)
        }
    }

    @Test func theSameClassesComeInBlocksOfAnyLength() {
        let ecg = GeneratedECG()
        let whole = ecg.classes()
        #expect(ecg.classes(blockCount: 1) == whole && ecg.classes(blockCount: 977) == whole)
    }

    @Test(arguments: [100.0, 128, 360, 1000])
    func classesAreRightAtEveryRate(rateHz: Double) {
        let ecg = GeneratedECG(rateHz: rateHz)
        let found = ecg.classes().map(\.label)
        let wrong = zip(found, ecg.kinds).filter { $0 != $1 }
        // The study misses one of the twelve supraventricular beats at each of these rates.
        #expect(wrong.count == 1 && wrong.allSatisfy { $0 == .normal && $1 == .supraventricular })
    }

    @Test(arguments: [-1.0, 1000, 1e-6])
    func polarityAndUnitDoNotMatter(factor: Double) {
        let ecg = GeneratedECG()
        let labels = ecg.classes(leads: [ecg.samples.map { $0 * factor + 7 * factor }]).map(\.label)
        #expect(labels == ecg.classes().map(\.label))
    }

    @Test func aSecondLeadOfNothingButZeroChangesNoClass() {
        let ecg = GeneratedECG()
        let flat = [Double](repeating: 0, count: ecg.samples.count)
        #expect(ecg.classes(leads: [ecg.samples, flat]).map(\.label) == ecg.classes().map(\.label))
    }

    @Test(arguments: [false, true])
    func bigeminyBesideABundleBranchBlockIsRight(hasBlock: Bool) {
        let ecg = GeneratedECG(hasBlock: hasBlock) {
            $0.isMultiple(of: 2) ? .normal : .ventricular
        }
        #expect(ecg.classes().map(\.label) == ecg.kinds)
    }

    @Test(arguments: [false, true])
    func aRegularRhythmIsNormalWhateverItsShape(hasBlock: Bool) {
        let ecg = GeneratedECG(hasBlock: hasBlock) { _ in .normal }
        #expect(ecg.classes().allSatisfy { $0.label == .normal })
    }

    @Test func regularBeatsInNoiseAloneAreNotEctopic() {
        var ecg = GeneratedECG { _ in .normal }
        var state: UInt64 = 7
        ecg.samples = ecg.samples.map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24) - 0.5
        }
        #expect(ecg.classes().allSatisfy { $0.label == .normal })
    }

    @Test func withoutSamplesOrBeatsThereIsNoClass() {
        var ecg = GeneratedECG()
        #expect(ecg.classes(leads: [[]]).isEmpty)
        ecg.seconds = []
        #expect(ecg.classes().isEmpty)
    }

    @Test func missingSamplesLeaveTheOtherBeatsAsTheyAre() {
        let ecg = GeneratedECG()
        var holes = ecg.samples
        for index in 30_000..<32_500 { holes[index] = index.isMultiple(of: 2) ? .nan : .infinity }
        let (found, whole) = (ecg.classes(leads: [holes]), ecg.classes())
        for (index, second) in ecg.seconds.enumerated()
        where second < 115 || second > 135 {
            #expect(found[index].label == whole[index].label)
        }
    }

    // MARK: - Paced beats, and a signal too poor for a class

    @Test(arguments: [360.0, 500, 1000])
    func beatsWithSpikesAreOfClassQ(rateHz: Double) {
        let ecg = GeneratedECG(rateHz: rateHz) { $0 % 17 == 9 ? .ventricular : .unclassifiable }
        let found = ecg.classes()
        #expect(found.map(\.label) == ecg.kinds)
        #expect(
            found.allSatisfy {
                $0.ventricularProbability + $0.supraventricularProbability
                    + $0.unclassifiableProbability <= 1
            })
        #expect(ecg.classes(blockCount: 977) == found)
    }

    @Test func wideBeatsWithoutSpikesAreNotPaced() {
        let ecg = GeneratedECG(rateHz: 360, hasBlock: true) { _ in .normal }
        let found = ecg.classes()
        #expect(found.count == ecg.seconds.count)
        #expect(found.allSatisfy { $0.unclassifiableProbability == 0 })
    }

    @Test func singleSpikesAreNoPacemaker() {
        let ecg = GeneratedECG(rateHz: 360, hasBlock: true) {
            $0 % 5 == 0 ? .unclassifiable : .normal
        }
        let found = ecg.classes()
        #expect(found.count == ecg.seconds.count)
        #expect(found.allSatisfy { $0.label != .unclassifiable })
    }

    @Test func aPoorSignalShowsNoClass() {
        let classes = [BeatClass.normal, .ventricular, .supraventricular, .normal, .ventricular].map
        {
            BeatClassEstimate(
                label: $0, ventricularProbability: 0.5, supraventricularProbability: 0.25)
        }
        let checked = BeatClassifier.checked(classes, qualities: [0.25, 0.5, 0.9, 0.7, nil])
        #expect(
            checked.map(\.label) == [.unclassifiable, .ventricular, .normal, .normal, .ventricular])
        #expect(checked[0].probability == 0.75)
        #expect(checked[0].ventricularProbability == 0.125)
        #expect(checked[0].supraventricularProbability == 0.0625)
        #expect(checked[2].probability == 0.25)
        #expect(BeatClassifier.checked(classes, qualities: []) == classes)
    }
}
