public import PhysioTypes

/// Phase-rectified signal averaging: the mean course of the intervals about every beat at which the
/// heart slows down (or speeds up), and from it deceleration (or acceleration) capacity.
///
/// An anchor is an interval longer (shorter) than the neighbour before it by at most
/// ``maximumChangeShare`` of that neighbour; larger changes are taken for errors. Around each anchor
/// x[i] the window x[i - L] ... x[i + L - 1] is taken, where it lies whole in one segment without a
/// gap; X is the mean of all windows. The capacity is (X(0) + X(1) - X(-1) - X(-2)) / 4.
///
/// Constant series have no anchor.
///
/// ```swift
/// let ramp = NNSeries(intervalsMs: (0..<40).map { 800 + 5 * Double($0) })
/// PhaseRectifiedAveraging(ramp, anchors: .decelerations).capacityMs  // 5
/// ```
///
/// - SeeAlso: Bauer 2006, Lancet 367:1674, doi 10.1016/S0140-6736(06)68735-7; Bauer 2006, Physica A
///   364:423 (the method).
public struct PhaseRectifiedAveraging: Sendable, Equatable {
    public enum AnchorKind: Sendable, Equatable, CaseIterable {
        /// Intervals longer than the one before: deceleration capacity, DC.
        case decelerations
        /// Intervals shorter than the one before: acceleration capacity, AC, as a rule below 0.
        case accelerations
    }

    /// Largest change at an anchor, as a share of the interval before it (Bauer 2006).
    public static let maximumChangeShare = 0.05

    public let anchors: AnchorKind
    /// The number of anchors that have a whole window.
    public let anchorCount: Int
    /// X(-L) ... X(L - 1); ms; 2 L numbers; empty without an anchor.
    public let averagedIntervalsMs: [Double]

    /// - Parameter halfLength: L >= 2 intervals; 2 suffices for the capacity and keeps the most
    ///   anchors, more show the course.
    /// - Precondition: `halfLength` >= 2.
    /// - Complexity: O(N L); allocates the result and the list of segments.
    public init(_ nn: NNSeries, anchors: AnchorKind, halfLength: Int = 2) {
        precondition(halfLength >= 2, "the capacity needs two intervals on either side")
        let x = nn.intervalsMs
        var count = 0
        var sums = [Double](repeating: 0, count: 2 * halfLength)
        for segment in nn.contiguousRanges where segment.count >= 2 * halfLength {
            let centres = segment.lowerBound + halfLength...segment.upperBound - halfLength
            for index in centres where anchors.isAnchor(x[index], after: x[index - 1]) {
                count += 1
                for offset in sums.indices { sums[offset] += x[index - halfLength + offset] }
            }
        }
        self.anchors = anchors
        anchorCount = count
        averagedIntervalsMs = count > 0 ? sums.map { $0 / Double(count) } : []
    }

    /// Deceleration or acceleration capacity; ms; nil without an anchor.
    public var capacityMs: Double? {
        guard anchorCount > 0 else { return nil }
        let middle = averagedIntervalsMs.count / 2
        let after = averagedIntervalsMs[middle] + averagedIntervalsMs[middle + 1]
        return (after - averagedIntervalsMs[middle - 1] - averagedIntervalsMs[middle - 2]) / 4
    }
}

extension PhaseRectifiedAveraging.AnchorKind {
    fileprivate func isAnchor(_ interval: Double, after previous: Double) -> Bool {
        let change = interval - previous
        guard abs(change) <= PhaseRectifiedAveraging.maximumChangeShare * previous else {
            return false
        }
        return self == .decelerations ? change > 0 : change < 0
    }
}
