public import PhysioSimulation

/// One simulated signal of the report on R-peak detection: a rate, a noise and a true RMSSD.
public struct TimedSignal: Sendable {
    public let rateHz: Double
    /// nil where there is none.
    public let noise: ECGNoise.Kind?
    public let trueRMSSDMs: Double

    static let durationSeconds = 600.0
    static let heartRateBpm = 70.0
    static let decibels = 12.0
    static let rates = [130.0, 250, 360, 1000]
    static let noises: [ECGNoise.Kind?] = [nil, .white, .muscle, .motion, .baseline]
    static let variations = [20.0, 50]

    public static let all = rates.flatMap { rate in
        noises.flatMap { noise in
            variations.map { TimedSignal(rateHz: rate, noise: noise, trueRMSSDMs: $0) }
        }
    }

    var noiseName: String { noise?.rawValue ?? "none" }

    /// The name of its file.
    public var name: String { "simulated-\(Int(rateHz))-\(noiseName)-\(Int(trueRMSSDMs))" }

    /// The same rhythm at every rate and in every noise.
    public func run() -> SimulatedECG { run(lastingSeconds: Self.durationSeconds) }

    func run(lastingSeconds duration: Double) -> SimulatedECG {
        var rhythm = BimodalRhythm(seed: UInt64(trueRMSSDMs))
        rhythm.heartRateBpm = Self.heartRateBpm
        let intervals = Self.scaled(
            rhythm.intervalsMs(lastingSeconds: duration), toRMSSDMs: trueRMSSDMs)
        var simulation = ECGSimulation(
            seed: UInt64(trueRMSSDMs), rhythm: ECGRhythm(intervalsMs: intervals))
        simulation.sampleRateHz = rateHz
        if let noise {
            simulation.noises = [
                ECGNoise(noise, level: .signalToNoise(decibels: Self.decibels))
            ]
        }
        return simulation.run()
    }

    /// The same deviations from the mean, all as much larger.
    private static func scaled(_ intervalsMs: [Double], toRMSSDMs wanted: Double) -> [Double] {
        guard let mean = intervalsMs.mean, let rmssd = TimeErrors.rmssd(intervalsMs), rmssd > 0
        else { return intervalsMs }
        return intervalsMs.map { mean + ($0 - mean) * wanted / rmssd }
    }
}
