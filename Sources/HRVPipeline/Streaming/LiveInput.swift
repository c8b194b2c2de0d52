public import PhysioRecordings

/// What arrives in a live session.
public enum LiveInput: Sendable, Equatable {
    /// R-R intervals of a strap; they arrive when the packet says.
    case packet(StrapPacket)
    /// A beat whose time is known: of the R peak, on the clock of arrivals; us.
    case beat(atMicroseconds: Int)
    /// The device's own heart rate; beats/min; nil where it says that it knows none.
    case heartRate(Double?)
    /// Whether the electrodes touch the skin.
    case contact(Bool)
    /// Samples of a belt, larger while fuller; the last one was taken now.
    case respiration([Double], sampleRateHz: Double)
    /// The link to the device is there, or is not.
    case link(isUp: Bool)
    /// Beats are missing, as the bridge says.
    case gap
    case pause
    case resume
}
