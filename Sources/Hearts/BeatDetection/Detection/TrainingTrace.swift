import CHeartKernels
import PhysioDSP

/// The beats that the detector of ``QRSStream`` finds in a whole lead by given weights, and the
/// measures of every candidate it decided: from this the weights are fitted.
///
/// ```swift
/// let trace = TrainingTrace(millivolts, sampleRateHz: 250, weights: .standard)
/// trace.complexes.count  // as many as a stream reports
/// ```
@_spi(Studies) public struct TrainingTrace: Sendable {
    /// A candidate as it was when it was decided.
    public struct Candidate: Sendable, Equatable {
        /// The position of the middle of its energy: samples since the beginning.
        public let sample: Double
        /// The size of its peak around 10 Hz, in the unit of the lead; above 0.
        public let size: Double
        public let logOdds: Double
        /// True if it was taken for a beat when it was decided; false where it was found late
        /// afterwards.
        public let isBeat: Bool

        public init(sample: Double, size: Double, logOdds: Double, isBeat: Bool) {
            self.sample = sample
            self.size = size
            self.logOdds = logOdds
            self.isBeat = isBeat
        }
    }

    /// The complexes in the order they were reported in.
    public private(set) var complexes: [QRSStream.Complex] = []
    /// The candidates in the order they were decided in; those behind one that was found late come
    /// twice.
    public private(set) var candidates: [Candidate] = []
    /// Candidates by measures, row by row.
    public private(set) var measures: [Double] = []

    /// - Parameter samples: in one unit throughout; NaN where they are missing.
    /// - Precondition: the rate lies within ``DetectionLimits/sampleRatesHz``.
    /// - Complexity: O(n), a stream's time and some 0.2 us a candidate.
    public init(_ samples: [Double], sampleRateHz: Double, weights: QRSWeights) {
        var detector: OpaquePointer?
        guard ck_qrs_create(InstructionSet.inUse.level, sampleRateHz, &detector) == CK_OK,
            let detector
        else { preconditionFailure("a rate lies in 100 ... 4000 Hz, and there is memory") }
        defer { ck_qrs_destroy(detector) }
        var kernelWeights = weights.kernelWeights
        var collected = CollectedDecisions()
        withUnsafeMutablePointer(to: &collected) { collected in
            ck_qrs_study(detector, &kernelWeights, Self.collect, collected)
            complexes = Self.complexes(of: samples, by: detector)
        }
        candidates = collected.candidates
        measures = collected.measures
    }

    private struct CollectedDecisions {
        var candidates: [Candidate] = []
        var measures: [Double] = []
    }

    /// The context is a `CollectedDecisions`.
    private static let collect:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<ck_qrs_decision>
        ) -> Void = { context, decision in
            guard let decisionsPointer = context?.assumingMemoryBound(to: CollectedDecisions.self)
            else {
                return
            }
            let decision = decision.pointee
            decisionsPointer.pointee.candidates.append(
                Candidate(
                    sample: decision.position, size: decision.size, logOdds: decision.log_odds,
                    isBeat: decision.is_beat != 0))
            withUnsafeBytes(of: decision.measures) {
                decisionsPointer.pointee.measures.append(contentsOf: $0.bindMemory(to: Double.self))
            }
        }

    private static func complexes(
        of samples: [Double], by detector: OpaquePointer
    ) -> [QRSStream.Complex] {
        var complexes: [QRSStream.Complex] = []
        withUnsafeTemporaryAllocation(of: ck_qrs_beat.self, capacity: Int(CK_QRS_BEATS_MAX)) {
            beats in
            guard let beats = beats.baseAddress else { return }
            func appendBeats(_ count: Int) {
                for index in 0..<count { complexes.append(QRSStream.Complex(beats[index])) }
            }
            samples.withUnsafeBufferPointer { samples in
                var consumedTotal = 0
                while let start = samples.baseAddress, consumedTotal < samples.count {
                    var consumedCount = 0
                    appendBeats(
                        ck_qrs_push(
                            detector, start + consumedTotal, samples.count - consumedTotal,
                            &consumedCount, beats))
                    consumedTotal += consumedCount
                }
            }
            appendBeats(ck_qrs_finish(detector, beats))
        }
        return complexes
    }
}
