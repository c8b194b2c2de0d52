public import PhysioSimulation

/// A simulated signal on which programs are timed.
@_spi(Studies) public struct DetectionWorkload: Sendable {
    public let name: String
    public let title: String
    /// The duration; s; the signal lasts up to two intervals longer: its last beat is whole.
    public let seconds: Double
    public let rateHz: Double

    public static let day = DetectionWorkload(
        name: "detection-24h-250hz", title: "24 h at 250 Hz", seconds: 86_400, rateHz: 250)
    public static let hour = DetectionWorkload(
        name: "detection-1h-250hz", title: "1 h at 250 Hz", seconds: 3_600, rateHz: 250)
    public static let halfHour = DetectionWorkload(
        name: "detection-30min-360hz", title: "30 min at 360 Hz", seconds: 1_800, rateHz: 360)

    /// The longest first: what a first call costs shows there.
    public static let all = [day, hour, halfHour]

    private static let baselineSNRDecibels = 12.0
    private static let muscleSNRDecibels = 18.0

    /// 70 beats a minute that vary; waves of the baseline and noise of muscles.
    public func run() -> SimulatedECG {
        var rhythm = BimodalRhythm(seed: 1)
        rhythm.heartRateBpm = 70
        rhythm.deviationBpm = 3
        var simulation = ECGSimulation(
            seed: 1, rhythm: ECGRhythm(intervalsMs: rhythm.intervalsMs(lastingSeconds: seconds)))
        simulation.sampleRateHz = rateHz
        simulation.noises = [
            ECGNoise(.baseline, level: .signalToNoise(decibels: Self.baselineSNRDecibels)),
            ECGNoise(.muscle, level: .signalToNoise(decibels: Self.muscleSNRDecibels)),
        ]
        return simulation.run()
    }
}
