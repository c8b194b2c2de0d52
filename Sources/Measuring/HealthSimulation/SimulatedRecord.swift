/// One record of the file.
package struct SimulatedRecord: Sendable {
    package var kind: HealthKind
    package var device: HealthDevice
    package var day: Int
    package var startMs: Int64
    package var endMs: Int64
    /// The value in the unit of the kind; 0 for sleep.
    package var value: Double
    package var stage: SimulatedStage?
    package var beatSegment: SimulatedBeatSegment?
    /// Name of the zone, where the file states it.
    package var zoneName: String?

    init(
        _ kind: HealthKind, _ device: HealthDevice, day: Int, startMs: Int64, endMs: Int64,
        value: Double = 0
    ) {
        self.kind = kind
        self.device = device
        self.day = day
        self.startMs = startMs
        self.endMs = endMs
        self.value = value
    }
}
