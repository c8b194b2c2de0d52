/// A signal that moves with the breath, at any times: a belt, or one value a beat of an ECG.
///
/// ```swift
/// BreathingTrace(belt)
/// BreathingTrace(times: peakTimes, values: amplitudes, direction: .unknown)
/// ```
public struct BreathingTrace: Sendable, Equatable {
    /// The meaning of a larger value for the lungs.
    public enum Polarity: String, Sendable, Codable {
        /// They are fuller.
        case inhaleIsPositive = "fullerIsLarger"
        /// They are fuller or emptier, always the same: so with amplitudes of an ECG, whose sign
        /// depends on the lead and the body.
        case unknown
    }

    /// n times on the clock of the beats; s; finite, ascending.
    public let times: [Double]
    /// n finite values of any unit.
    public let values: [Double]
    public let polarity: Polarity

    /// Samples whose time or value is not finite are left out: a sensor was off.
    ///
    /// - Precondition: the arrays have one count; the times that stay do not go back.
    /// - Complexity: O(n); allocates.
    public init(times: [Double], values: [Double], polarity: Polarity) {
        precondition(times.count == values.count, "every value has a time")
        let finiteIndices = times.indices.filter { times[$0].isFinite && values[$0].isFinite }
        self.times = finiteIndices.map { times[$0] }
        self.values = finiteIndices.map { values[$0] }
        self.polarity = polarity
        precondition(
            zip(self.times, self.times.dropFirst()).allSatisfy { $0 <= $1 },
            "samples come in the order of their times")
    }

    /// Makes a trace of a signal at even times, of which larger is fuller.
    public init(_ signal: BreathingSignal) {
        self.init(
            times: signal.samples.indices.map {
                signal.startSeconds + Double($0) / signal.sampleRateHz
            }, values: signal.samples, polarity: .inhaleIsPositive)
    }
}

/// The newest seconds of a trace as their means, in memory of one size.
///
/// Breaths are slow: a mean of a second keeps 83 % of a breath at 20 a minute, and of a signal at any
/// rate it leaves few numbers whose noise is nearly independent.
struct OneSecondTraceMeans: Sendable, Codable {
    let polarity: BreathingTrace.Polarity
    /// Seconds remembered.
    private let capacity: Int
    private var means: [OneSecondMean] = []

    struct OneSecondMean: Sendable, Codable {
        let number: Double
        var timeSum: Double
        var valueSum: Double
        var count: Double

        var time: Double { timeSum / count }
        var value: Double { valueSum / count }
    }

    init(_ polarity: BreathingTrace.Polarity, capacity: Int) {
        self.polarity = polarity
        self.capacity = capacity
        means.reserveCapacity(capacity + 1)
    }

    /// Oldest first.
    var newestMeans: [OneSecondMean] { means }

    /// - Precondition: times do not go back, but within a second.
    mutating func append(_ value: Double, atSeconds time: Double) {
        guard value.isFinite, time.isFinite else { return }
        let number = time.rounded(.down)
        if let last = means.indices.last, means[last].number >= number {
            precondition(means[last].number == number, "samples come in the order of their times")
            means[last].timeSum += time
            means[last].valueSum += value
            means[last].count += 1
        } else {
            if means.count == capacity { means.removeFirst() }
            means.append(OneSecondMean(number: number, timeSum: time, valueSum: value, count: 1))
        }
    }

    mutating func removeAll() { means.removeAll(keepingCapacity: true) }

    private enum CodingKeys: String, CodingKey {
        case polarity = "direction"
        case capacity
        case means = "seconds"
    }
}
