import BeatCorrection
import HRVFeatures
package import HealthRecords
import PhysioDSP
import PhysioTypes

/// Distance of our SDNN of segments of beats from the value that the watch itself writes.
///
/// For each segment the difference is our SDNN less the record's value. Our SDNN is that of the
/// segment's NN intervals after correction, over n - 1.
package struct SDNNAgreement: Sendable, Hashable {
    /// Segments with both values.
    package let count: Int
    /// Median of the differences; ms.
    package let medianMs: Double
    /// 2.5 % and 97.5 % quantile of the differences, between which 95 % of them lie; ms.
    package let lowerLimitMs: Double
    package let upperLimitMs: Double

    /// - Returns: nil where no segment has two NN intervals.
    /// - Complexity: O(n) in all beats.
    package init?(_ beatSegments: [BeatSegment]) {
        let differences = beatSegments.compactMap { beatSegment in
            Self.sdnnMs(of: beatSegment).map { $0 - beatSegment.sdnnMs }
        }.sorted()
        guard let median = Statistics.quantile(0.5, ofSorted: differences),
            let low = Statistics.quantile(0.025, ofSorted: differences),
            let high = Statistics.quantile(0.975, ofSorted: differences)
        else { return nil }
        count = differences.count
        medianMs = median
        lowerLimitMs = low
        upperLimitMs = high
    }

    /// Our SDNN of one segment; ms; nil below two NN intervals.
    package static func sdnnMs(of beatSegment: BeatSegment) -> Double? {
        metrics(of: beatSegment).sdnnMs
    }

    /// The metrics of one segment after correction.
    static func metrics(of beatSegment: BeatSegment) -> TimeDomain {
        TimeDomain(ArtefactCorrection().correct(RRSeries(beatSegments: [beatSegment])).nn)
    }
}
