import Foundation
import HRVFeatures
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@Suite struct FrequencyDomainTests {
    static let estimators = SpectrumSettings.Estimator.allCases

    /// RR[i] = 900 + 20 sin(2 pi f t[i] + phase), t[i] the end of RR[i], up to 300 s.
    private static func tone(_ frequency: Double, phase: Double) -> NNSeries {
        var intervals: [Double] = []
        var time = 0.0
        while true {
            var interval = 900.0
            for _ in 0..<100 {
                interval = 900 + 20 * sin(2 * .pi * frequency * (time + interval / 1000) + phase)
            }
            time += interval / 1000
            guard time <= 300 else { return NNSeries(intervalsMs: intervals) }
            intervals.append(interval)
        }
    }

    private static func settings(_ estimator: SpectrumSettings.Estimator) -> SpectrumSettings {
        var settings = SpectrumSettings()
        settings.estimator = estimator
        return settings
    }

    /// Phases at which a tone is tried.
    private static let phases = stride(from: 0.0, to: 2 * .pi, by: .pi / 4)

    /// LF, HF and the power over 0 ... 0.55 Hz of a tone.
    private static func powers(
        _ frequency: Double, phase: Double, _ estimator: SpectrumSettings.Estimator
    ) throws -> (lf: Double, hf: Double, whole: Double) {
        let wide = try #require(FrequencyBand(lowHz: 0, highHz: 0.55))
        var settings = settings(estimator)
        settings.bands.set("WIDE", to: wide)
        let domain = FrequencyDomain(tone(frequency, phase: phase), settings: settings)
        return (
            try #require(domain.values[.lf]), try #require(domain.values[.hf]),
            try #require(domain.powerMsSquared(wide))
        )
    }

    /// Amplitude 20 ms is a power of 200 ms^2, wherever between the bands' outer edges it lies: in
    /// LF and HF together, on the edge between them too, and over 0 ... 0.55 Hz: within 1 %, by the
    /// autoregressive model, which sees the ends of the series most, 2 %. A third of the beat rate is
    /// left to the test below.
    @Test(
        arguments: estimators,
        [0.05, 0.06, 0.085, 0.10, 0.12, 0.145, 0.15, 0.155, 0.2, 0.25, 0.3, 0.33, 0.35, 0.36, 0.38])
    func aToneReturnsItsPower(estimator: SpectrumSettings.Estimator, frequency: Double) throws {
        for phase in Self.phases {
            let power = try Self.powers(frequency, phase: phase, estimator)
            let label = "\(frequency) Hz, phase \(phase)"
            let limit = estimator == .burg ? 4.0 : 2
            #expect(abs(power.lf + power.hf - 200) < limit, "\(label): \(power)")
            #expect(abs(power.whole - 200) < limit, "\(label): \(power)")
        }
    }

    /// A tone within 2 / T of a third of the beat rate has its second image in its own main lobe:
    /// there Lomb-Scargle is off by up to 4 %, with a sign that depends on the phase. An even grid
    /// has no such frequency.
    @Test func aThirdOfTheBeatRateIsUncertainForLombScargleOnly() throws {
        for estimator in Self.estimators {
            let powers = try Self.phases.map {
                try Self.powers(1 / 2.7, phase: $0, estimator).whole
            }
            let worst = powers.map { abs($0 - 200) }.max() ?? 0
            #expect(worst < (estimator == .lombScargle ? 8 : 2), "\(estimator): \(worst)")
            if estimator == .lombScargle { #expect(worst > 2) }
        }
    }

    /// A tone on the outer edge of a band has half of its power inside, as its peak is symmetric.
    /// Not so under Burg, whose peak of a pure tone is a line: it falls to either side.
    @Test(
        arguments: estimators.filter { $0 != .burg },
        [(0.04, true, false), (0.15, true, true), (0.4, false, true)])
    func aToneOnAnEdgeIsHalved(
        estimator: SpectrumSettings.Estimator, edge: (hz: Double, isLF: Bool, isHF: Bool)
    ) throws {
        for phase in Self.phases {
            let power = try Self.powers(edge.hz, phase: phase, estimator)
            #expect(abs(power.lf - (edge.isLF ? 100 : 0)) < 1, "phase \(phase): \(power)")
            #expect(abs(power.hf - (edge.isHF ? 100 : 0)) < 1, "phase \(phase): \(power)")
        }
    }

    @Test(arguments: estimators)
    func aToneLiesInItsBand(estimator: SpectrumSettings.Estimator) throws {
        let values = FrequencyDomain(
            Self.tone(0.1, phase: 1), settings: Self.settings(estimator)
        ).values
        #expect(abs(try #require(values[.lf]) - 200) < 2)
        // The multitaper's peak is as flat as its lobe is wide, 2.5 / 300 Hz.
        let width = estimator == .multitaper ? 2.5 / 300 : 0.0005
        #expect(abs(try #require(values[.lfPeak]) - 0.1) < width)
        #expect(try #require(values[.lfn]) > 99)
    }

    @Test func neighbouringBandsAddUpToTheTotal() throws {
        var generator = SplitMix64(seed: 12)
        let nn = NNSeries(intervalsMs: (0..<400).map { _ in 850 + 40 * generator.gaussian() })
        let values = FrequencyDomain(nn).values
        let domain = FrequencyDomain(nn)
        let ulf = try #require(domain.powerMsSquared(domain.bands.ulf))
        let parts = try [.vlf, .lf, .hf].map { try #require(values[$0]) }
        let sum = ulf + parts.reduce(0, +)
        #expect(relativeError(try #require(values[.totalPower]), sum) < 1e-12)
    }

    @Test func lombScargleNeedsNoRepairOfMissingBeats() throws {
        // Every seventh interval of a tone is not NN: the others still show its power.
        let whole = Self.tone(0.1, phase: 0)
        var rr = RRSeries()
        for (index, interval) in whole.intervalsMs.enumerated() {
            rr.append(
                intervalMs: interval, endSeconds: whole.endTimesSeconds[index],
                marks: index % 7 == 3 ? .notNormal : [])
        }
        let nn = NNSeries(rr)
        let values = FrequencyDomain(nn, settings: Self.settings(.lombScargle)).values
        // Density over the time covered: the power is that of the beats that are left.
        let share = nn.coveredSeconds / whole.coveredSeconds
        #expect(abs(try #require(values[.lf]) / share - 200) < 6)
    }

    @Test func welchUsesTheGapFreeSegmentOfMaximumLength() {
        var rr = RRSeries(intervalsMs: [Double](repeating: 900, count: 50))
        for index in 0..<200 {
            rr.append(
                intervalMs: 900 + Double(index % 5), endSeconds: 180 + Double(index),
                marks: index == 0 ? .afterGap : [])
        }
        let domain = FrequencyDomain(NNSeries(rr), settings: Self.settings(.welch))
        #expect(abs(domain.analysedSeconds - (199 + 0.9)) < 1e-9)
        #expect(abs(domain.resolutionHz - 1 / domain.analysedSeconds) < 1e-12)
    }

    /// Power left of a tone of 200 ms^2 at 0.35 Hz, with a beat about every 0.9 s.
    @Test(arguments: [
        (Resampling.bandLimited, 200.0), (.seventhDegree, 199), (.cubic, 182), (.linear, 102),
    ])
    func resamplingActsAsItsDocumentationSays(method: Resampling, expected: Double) throws {
        var settings = Self.settings(.welch)
        settings.resampling = method
        let values = FrequencyDomain(Self.tone(0.35, phase: 1), settings: settings).values
        #expect(abs(try #require(values[.hf]) - expected) < 3)
    }

    @Test func aBandNarrowerThanTheResolutionHasNoPower() {
        let nn = Self.tone(0.1, phase: 0)
        let welch = FrequencyDomain(nn, settings: Self.settings(.welch))
        #expect(welch.values[.ulf] == nil && welch.values[.vlf] != nil)
    }

    @Test func tooShortOrConstantSeriesHaveNoSpectrumOrNoPower() {
        for estimator in Self.estimators {
            let settings = Self.settings(estimator)
            let few = FrequencyDomain(
                NNSeries(intervalsMs: [800, 810, 805, 800]), settings: settings)
            #expect(few.spectrum == nil && few.values.isEmpty)
            let constant = FrequencyDomain(
                NNSeries(intervalsMs: [Double](repeating: 800, count: 400)), settings: settings)
            #expect(constant.values[.lf] == 0 && constant.values[.lfhf] == nil)
            #expect(constant.values[.lnHF] == nil && constant.values[.lfPeak] == nil)
        }
    }
}
