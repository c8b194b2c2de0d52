import PhysioTypes
import Testing

@testable import BeatDetection

/// Sums of parts of a normal and of a ventricular beat, in two leads of which the second has V of other height and sign.
@Suite struct FusionBeatsTests {
    private static func kind(_ index: Int, every: BeatClass) -> BeatClass {
        index % 29 == 20 ? every : index % 17 == 9 ? .ventricular : .normal
    }

    /// Beat 20, 49, ... is of a kind; V are every 17th.
    private static func leads(
        _ kind: BeatClass, fusedShare: Double = 0.5, hasBlock: Bool = false
    ) -> [GeneratedECG] {
        [1, -0.7].map { height in
            GeneratedECG(
                hasBlock: hasBlock, ventricularHeight: height, fusedShare: fusedShare
            ) { Self.kind($0, every: kind) }
        }
    }

    private static func classes(_ leads: [GeneratedECG]) -> [BeatClassEstimate] {
        leads[0].classes(leads: leads.map(\.samples))
    }

    @Test(arguments: [false, true])
    func halvesOfBothShapesAreAFusion(hasBlock: Bool) {
        let leads = Self.leads(.fusion, hasBlock: hasBlock)
        let found = Self.classes(leads)
        let wrong = zip(found, leads[0].kinds).filter { $0.label != $1 }
        #expect(wrong.isEmpty, "\(wrong.map { "\($0.0) is \($0.1)" })")
        for estimate in found where estimate.label == .fusion {
            #expect(
                abs(estimate.probability - 0.55) < 1e-6
                    && estimate.fusionProbability == estimate.probability)
            #expect(
                estimate.ventricularProbability + estimate.supraventricularProbability < 0.4501)
        }
    }

    /// The fit finds the parts of which the beat was made; above a half, beats join the shape of V and change its template.
    @Test(arguments: [0.3, 0.4, 0.5])
    func theFitFindsTheParts(share: Double) throws {
        let leads = Self.leads(.fusion, fusedShare: share)
        let signals = leads.map { ecg in
            var lead = ClassificationLead(sampleRateHz: ecg.rateHz)
            lead.push(ecg.samples)
            return lead.finish().signal
        }
        let measures = BeatMeasures(leads: signals, seconds: leads[0].seconds)
        let fusionBeats = FusionBeats(
            measures,
            ventricularProbabilities: leads[0].kinds.map { $0 == .ventricular ? 0.99 : 0.5 },
            minVentricularProbability: 0.4)
        let beats = leads[0].kinds.indices.filter { leads[0].kinds[$0] == .fusion }
        try #require(beats.count == 10)
        for beat in beats {
            let fit = fusionBeats.fit(beat)
            // Noise, and shifts in steps of 8 and 16 ms.
            #expect(abs(fit.ventricularShare - share) < 0.06, "\(beat): \(fit)")
            #expect(fit.leftBySum < 0.05 && fit.leftByNormal > fit.leftBySum, "\(beat): \(fit)")
        }
    }

    @Test func oneLeadShowsNoFusion() {
        let lead = Self.leads(.fusion)[0]
        #expect(!lead.classes().contains { $0.label == .fusion })
        let flat = [Double](repeating: 0, count: lead.samples.count)
        let beside = lead.classes(leads: [lead.samples, flat])
        #expect(!beside.contains { $0.label == .fusion })
    }

    /// Little of one shape is the other one.
    @Test(arguments: [(0.05, BeatClass.normal), (0.95, .ventricular)])
    func aLittleOfOneShapeIsNone(share: Double, label: BeatClass) {
        let leads = Self.leads(.fusion, fusedShare: share)
        let found = Self.classes(leads)
        for (estimate, kind) in zip(found, leads[0].kinds) where kind == .fusion {
            #expect(estimate.label == label)
        }
    }

    /// Hearts without V, and other shapes beside V.
    @Test(arguments: [BeatClass.normal, .supraventricular, .ventricular])
    func otherBeatsAreNone(kind: BeatClass) {
        #expect(!Self.classes(Self.leads(kind)).contains { $0.label == .fusion })
        let leads = [1, -0.7].map { height in
            GeneratedECG(ventricularHeight: height) { $0 % 29 == 20 ? .fusion : .normal }
        }
        #expect(!Self.classes(leads).contains { $0.label == .fusion })
    }
}
