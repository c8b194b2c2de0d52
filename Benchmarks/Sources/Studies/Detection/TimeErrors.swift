public import PhysioSimulation

import BeatDetection

/// The distances of detected R peaks from the true ones, and the error that RMSSD has from them.
public struct TimeErrors: Sendable {
    public let method: String
    /// Beats that were not found, and detections that are no beats.
    let errorCount: Int
    /// Mean and standard deviation of detected less true time; ms.
    let biasMs: Double?
    let deviationMs: Double?
    /// The error of RMSSD over all intervals between detections, as a share of the true one;
    /// negative if too small.
    let rmssdError: Double?

    /// - Parameter positions: samples; ascending.
    public init(method: String, positions: [Double], in ecg: SimulatedECG) {
        self.method = method
        let rate = ecg.sampleRateHz
        let score = BeatComparison().score(
            BeatMarks(positions: positions, sampleRateHz: rate),
            reference: BeatMarks(positions: ecg.beats.map(\.sample), sampleRateHz: rate))
        errorCount = score.falseNegatives + score.falsePositives
        biasMs = score.offsetMeanMs
        deviationMs = score.offsetDeviationMs
        let truth = Self.rmssd(timesMs: ecg.beats.map { 1000 * $0.timeSeconds })
        let found = Self.rmssd(timesMs: positions.map { 1000 * $0 / rate })
        rmssdError = truth.flatMap { truth in found.map { $0 / truth - 1 } }
    }

    private static func rmssd(timesMs: [Double]) -> Double? {
        rmssd(zip(timesMs.dropFirst(), timesMs).map { $0 - $1 })
    }

    /// nil for fewer than two intervals.
    static func rmssd(_ intervalsMs: [Double]) -> Double? {
        zip(intervalsMs.dropFirst(), intervalsMs).map { ($0 - $1) * ($0 - $1) }.mean?.squareRoot()
    }
}
