/// What a sensor, or the link to it, says; at a time that is told beside it.
public enum SensorEvent: Sendable, Equatable {
    /// R-R intervals; they arrive when the packet says.
    case packet(StrapPacket)
    /// A beat whose time is known: of the R peak; us on the clock of arrivals.
    case beat(atMicroseconds: Int)
    /// The device's own heart rate; beats/min; nil where it says that it knows none.
    case heartRate(Double?)
    /// Whether the electrodes touch the skin.
    case contact(Bool)
    /// Samples of a belt, larger while fuller; the last one was taken now.
    case respiration([Double], sampleRateHz: Double)
    /// Of the device.
    case battery(percent: Int)
    /// The link to the device is there, or is not.
    case link(isUp: Bool)
    /// Beats are missing before what follows.
    case gap
}
