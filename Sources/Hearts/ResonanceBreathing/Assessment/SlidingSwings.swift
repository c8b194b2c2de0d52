import PhysioDSP

/// The heart-rate swings of a slide's breaths, and the rate at which they are largest.
///
/// A loop that resonates near 5.6 breaths/min with a damping of 0.2 answers 1 / (damping 2 pi 5.6 / 60) s
/// = 8.5 s late, so that the swing of a breath belongs to the rate of the breath before it, whose
/// middle lies 9 to 14 s earlier.
///
/// Swings are smoothed over the rate, not over time, so that slides of any length are smoothed alike:
/// at each rate of a grid of 0.02 the mean of the swings within 0.5 breaths/min is taken, with
/// weights (1 - |d|^3)^3, d the distance over 0.5. The best rate is that of the largest mean. Local
/// straight lines instead of means, and half or twice the width, find simulated people no better.
///
/// - SeeAlso: Cleveland 1979, J. Am. Stat. Assoc. 74:829 (the weights).
public struct SlidingSwings: Sendable, Equatable, Codable {
    /// Half of what is smoothed over; breaths/min.
    public static let reach = 0.5
    /// Swings that a smoothed value needs.
    public static let minimumCount = 4
    /// Share of the slide's breaths that must have a swing.
    public static let minimumShare = 0.5
    static let gridStep = 0.02

    /// Breaths/min and beats/min of the breaths that have a swing, in their order.
    public private(set) var breathsPerMinute: [Double] = []
    public private(set) var swingsBpm: [Double] = []
    private var lastRate: Double?

    public init() {}

    /// Takes the next breath.
    ///
    /// - Parameter swingBpm: nil, or not finite, where beats are missing.
    public mutating func append(breathsPerMinute rate: Double, swingBpm: Double?) {
        defer { lastRate = rate }
        guard let swing = swingBpm, swing.isFinite, rate.isFinite else { return }
        breathsPerMinute.append(lastRate ?? rate)
        swingsBpm.append(swing)
    }

    /// The rate of the largest smoothed swing.
    ///
    /// - Parameter count: breaths of the whole slide.
    /// - Returns: nil where fewer than ``minimumShare`` of them have a swing, or none swings.
    /// - Complexity: O(n) for each of 125 rates.
    public func bestBreathsPerMinute(ofBreaths count: Int) -> Double? {
        guard Double(swingsBpm.count) >= Self.minimumShare * Double(count),
            let low = breathsPerMinute.min(), let high = breathsPerMinute.max()
        else { return nil }
        var best: (rate: Double, swing: Double)?
        for step in 0...Int((high - low) / Self.gridStep) {
            let rate = low + Double(step) * Self.gridStep
            guard let swing = smoothed(atBreathsPerMinute: rate) else { continue }
            if swing > best?.swing ?? 0 { best = (rate, swing) }
        }
        return best?.rate
    }

    /// The smoothed swing at a rate; beats/min.
    ///
    /// - Returns: nil with fewer than ``minimumCount`` swings near it.
    func smoothed(atBreathsPerMinute rate: Double) -> Double? {
        var (sum, weights, count) = (0.0, 0.0, 0)
        for (place, swing) in zip(breathsPerMinute, swingsBpm) {
            let distance = abs(place - rate) / Self.reach
            guard distance < 1 else { continue }
            let base = 1 - distance * distance * distance
            let weight = base * base * base
            sum += weight * swing
            weights += weight
            count += 1
        }
        return count >= Self.minimumCount ? sum / weights : nil
    }
}
