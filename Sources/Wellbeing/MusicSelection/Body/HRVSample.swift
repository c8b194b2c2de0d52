/// The measure of a value of heart rate variability. Values of two measures are never compared.
package enum HRVMeasure: String, Sendable, Hashable, CaseIterable {
    case sdnn, rmssd
}

/// A heart rate variability: of a live heart the SDNN of the last 60 s, every 30 s.
package struct HRVSample: Sendable, Hashable {
    /// The share of time with beats below which a sample does not count. A choice of our own.
    package static let minCoverage = 0.9
    /// The share of corrected beats above which a sample does not count. A choice of our own.
    package static let maxCorrectedShare = 0.1
    /// The time after a pacer has led in which breathing still increases the SDNN; s.
    package static let pacingAftereffectSeconds = 120.0

    /// End of the window; s since 1970, UTC.
    package var timeSeconds: Double
    package var measure: HRVMeasure
    /// The value; ms.
    package var valueMs: Double
    /// Share of the window that has beats; 0 to 1.
    package var coverage: Double
    /// Share of the beats that were corrected; 0 to 1.
    package var correctedShare: Double
    /// True if a pacer led in the window or in the 2 min before its end.
    package var isPaced: Bool

    package init(
        timeSeconds: Double, measure: HRVMeasure = .sdnn, valueMs: Double, coverage: Double = 1,
        correctedShare: Double = 0, isPaced: Bool = false
    ) {
        self.timeSeconds = timeSeconds
        self.measure = measure
        self.valueMs = valueMs
        self.coverage = coverage
        self.correctedShare = correctedShare
        self.isPaced = isPaced
    }

    /// Coverage times the share of beats that were not corrected; 0 to 1.
    package var quality: Double { clamped(coverage) * clamped(1 - correctedShare) }

    /// Indicates whether the sample reflects the body: valid beats, and no pacer.
    package var counts: Bool {
        !isPaced && timeSeconds.isFinite && valueMs.isFinite && valueMs >= 0
            && coverage >= Self.minCoverage && correctedShare <= Self.maxCorrectedShare
    }
}
