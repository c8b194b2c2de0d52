import PhysioDSP

/// The RSA amplitudes of a slide's breaths, and the rate at which they are largest.
///
/// A loop that resonates near 5.6 breaths/min with a damping of 0.2 responds 1 / (damping 2 pi 5.6 / 60) s
/// = 8.5 s late, so that the RSA amplitude of a breath belongs to the rate of the breath before it, whose
/// middle lies 9 to 14 s earlier.
///
/// Amplitudes are smoothed over the rate, not over time, so that slides of any length are smoothed alike:
/// at each rate of a grid of 0.02 the mean of the amplitudes within 0.5 breaths/min is taken, with
/// weights (1 - |d|^3)^3, d the distance over 0.5. The best rate is that of the largest mean. Local
/// straight lines instead of means, and half or twice the width, find simulated people no better.
///
/// - SeeAlso: Cleveland 1979, J. Am. Stat. Assoc. 74:829 (the weights).
public struct SlidingAmplitudes: Sendable, Equatable, Codable {
    /// Half of what is smoothed over; breaths/min.
    public static let smoothingHalfWidth = 0.5
    /// Amplitudes that a smoothed value needs.
    public static let minimumAmplitudeCount = 4
    /// Share of the slide's breaths that must have an amplitude.
    public static let minimumAmplitudeShare = 0.5
    static let gridStep = 0.02

    /// Breaths/min and beats/min of the breaths that have an RSA amplitude, in their order.
    public private(set) var breathsPerMinute: [Double] = []
    public private(set) var rsaAmplitudesBpm: [Double] = []
    private var lastRate: Double?

    public init() {}

    /// Takes the next breath.
    ///
    /// - Parameter rsaAmplitudeBpm: nil, or not finite, where beats are missing.
    public mutating func append(breathsPerMinute rate: Double, rsaAmplitudeBpm: Double?) {
        defer { lastRate = rate }
        guard let amplitude = rsaAmplitudeBpm, amplitude.isFinite, rate.isFinite else { return }
        breathsPerMinute.append(lastRate ?? rate)
        rsaAmplitudesBpm.append(amplitude)
    }

    /// The rate of the largest smoothed RSA amplitude.
    ///
    /// - Parameter count: breaths of the whole slide.
    /// - Returns: nil where fewer than ``minimumAmplitudeShare`` of them have an amplitude, or none is above 0.
    /// - Complexity: O(n) for each of 125 rates.
    public func bestBreathsPerMinute(ofBreaths count: Int) -> Double? {
        guard Double(rsaAmplitudesBpm.count) >= Self.minimumAmplitudeShare * Double(count),
            let low = breathsPerMinute.min(), let high = breathsPerMinute.max()
        else { return nil }
        var best: (rate: Double, amplitude: Double)?
        for step in 0...Int((high - low) / Self.gridStep) {
            let rate = low + Double(step) * Self.gridStep
            guard let amplitude = smoothed(atBreathsPerMinute: rate) else { continue }
            if amplitude > best?.amplitude ?? 0 { best = (rate, amplitude) }
        }
        return best?.rate
    }

    /// The smoothed RSA amplitude at a rate; beats/min.
    ///
    /// - Returns: nil with fewer than ``minimumAmplitudeCount`` amplitudes near it.
    func smoothed(atBreathsPerMinute rate: Double) -> Double? {
        var (sum, weightSum, count) = (0.0, 0.0, 0)
        for (measuredRate, amplitude) in zip(breathsPerMinute, rsaAmplitudesBpm) {
            let distance = abs(measuredRate - rate) / Self.smoothingHalfWidth
            guard distance < 1 else { continue }
            let base = 1 - distance * distance * distance
            let weight = base * base * base
            sum += weight * amplitude
            weightSum += weight
            count += 1
        }
        return count >= Self.minimumAmplitudeCount ? sum / weightSum : nil
    }

    private enum CodingKeys: String, CodingKey {
        case breathsPerMinute
        case rsaAmplitudesBpm = "swingsBpm"
        case lastRate
    }
}
