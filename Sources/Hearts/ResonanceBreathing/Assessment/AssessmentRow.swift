public import PhysioTypes

/// The results of the beats at one rate of an assessment: the six criteria.
///
/// ```swift
/// let row = AssessmentRow(step, breathing: breathing, breathsPerMinute: 6)
/// row[.amplitude].value  // beats/min
/// ```
public struct AssessmentRow: Sendable, Equatable, Codable {
    /// The rate commanded, or the middle of the rates; breaths/min.
    public let breathsPerMinute: Double
    /// The segment looked at; s.
    public let startSeconds: Double
    public let endSeconds: Double
    /// The values in the order of the criteria.
    private let values: [AssessmentValue]

    public subscript(criterion: AssessmentCriterion) -> AssessmentValue {
        values[AssessmentCriterion.allCases.firstIndex(of: criterion) ?? 0]
    }

    /// Least length for a spectrum; s: four periods of a rhythm of 0.067 Hz, 4 breaths/min.
    public static let minimumSpectrumSeconds = 60.0
    /// Minimum share of the segment inside NN intervals.
    public static let minimumCoverage = 0.9
    /// Breaths over which the amplitude is averaged, at least.
    public static let minimumBreathCount = 3
    /// Peaks below this share of the largest do not count.
    public static let minPeakShare = 0.1

    /// The criteria of a segment of corrected beats.
    ///
    /// Spectral criteria use all its intervals (``FrequencyDomain`` as it is by default, Hann taper, straight
    /// line removed), the others the accepted ones. Where less than ``minimumCoverage`` of the segment
    /// lies inside intervals, or more than a fifth of them are corrected, no criterion has a value;
    /// else a criterion without one says what it needs. The phase synchrony sees 120 s at most.
    ///
    /// - Parameter nn: the segment, as ``PhysioTypes/NNSeries/window(startSeconds:endSeconds:)`` gives
    ///   it.
    /// - Parameter breathing: the breaths commanded in it. Where their phase is not known, breaths at
    ///   the rate from any origin do: no criterion looks at the phase itself.
    /// - Parameter breathsPerMinute: what the row is called.
    /// - Complexity: O(n log n) for n intervals; allocates.
    public init(_ nn: NNSeries, breathing: CommandedBreathing, breathsPerMinute: Double) {
        self.breathsPerMinute = breathsPerMinute
        startSeconds = nn.startSeconds
        endSeconds = nn.endSeconds
        if let missingReason = Self.missingReason(nn) {
            values = AssessmentCriterion.allCases.map { _ in AssessmentValue(missing: missingReason)
            }
        } else {
            let measurement = AssessmentMeasurement(nn, breathing: breathing)
            values = AssessmentCriterion.allCases.map { criterion in
                AssessmentValue { () throws(MissingReason) in try measurement.value(criterion) }
            }
        }
    }

    /// - Precondition: a value for each criterion, in their order.
    init(
        breathsPerMinute: Double, startSeconds: Double, endSeconds: Double,
        values: [AssessmentValue]
    ) {
        precondition(
            values.count == AssessmentCriterion.allCases.count, "every criterion has a value")
        self.breathsPerMinute = breathsPerMinute
        self.startSeconds = startSeconds
        self.endSeconds = endSeconds
        self.values = values
    }

    /// - Throws: `dataCorrupted` where the criteria are others than today's.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        breathsPerMinute = try container.decode(Double.self, forKey: .breathsPerMinute)
        startSeconds = try container.decode(Double.self, forKey: .startSeconds)
        endSeconds = try container.decode(Double.self, forKey: .endSeconds)
        values = try container.decode([AssessmentValue].self, forKey: .values)
        guard values.count == AssessmentCriterion.allCases.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .values, in: container,
                debugDescription: "a row has \(AssessmentCriterion.allCases.count) criteria, not "
                    + "\(values.count)")
        }
    }

    private static func missingReason(_ nn: NNSeries) -> MissingReason? {
        guard nn.coverage >= minimumCoverage else {
            return .coverage(needed: minimumCoverage, found: nn.coverage)
        }
        let corrected = Double(nn.isCorrected.count { $0 }) / Double(max(1, nn.count))
        guard corrected <= HarmonicCoherence.maxCorrectedShare else {
            return .corrected(limit: HarmonicCoherence.maxCorrectedShare, found: corrected)
        }
        return nil
    }
}
