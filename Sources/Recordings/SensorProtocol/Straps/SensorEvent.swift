/// A report of a sensor, or of the link to it, at a time that is stated beside it.
public enum SensorEvent: Sendable, Equatable {
    /// R-R intervals; they arrive when the packet says.
    case packet(StrapPacket)
    /// A beat whose time is known: of the R peak; us on the clock of arrivals.
    case beat(atMicroseconds: Int)
    /// An ECG.
    case ecg(SensorECG)
    /// The device's own heart rate; beats/min; nil where it says that it knows none.
    case heartRate(Double?)
    /// The contact of the electrodes with the skin: true if they touch it.
    case contact(Bool)
    /// Samples of a belt, larger while fuller; the last one was taken now.
    case respiration([Double], sampleRateHz: Double)
    /// The charge of the device's battery.
    case battery(percent: Int)
    /// The link to the device is there, or is not.
    case link(isUp: Bool)
    /// Beats are missing before what follows.
    case gap
    /// Beats that count already, reported in another way by the same device: an ECG beside intervals, or
    /// intervals beside an ECG. No beats come of it; both together show the latency of intervals.
    indirect case redundant(SensorEvent)

    /// True if beats come of it.
    var hasBeats: Bool {
        switch self {
        case .packet, .beat, .ecg: true
        case .heartRate, .contact, .respiration, .battery, .link, .gap, .redundant: false
        }
    }
}

/// A block of an ECG; the last sample was taken when it is reported, or shortly before.
public struct SensorECG: Sendable, Equatable {
    /// The samples in any linear unit; NaN where one is missing.
    public let samples: [Double]
    /// The sample rate as the sensor states it: the true one may differ by some 0.1 %.
    public let sampleRateHz: Double
    /// The time of the last sample, by the sensor's own clock; ns; nil where it has none.
    public let stampNanoseconds: UInt64?

    /// - Precondition: the rate is finite and above 0.
    public init(samples: [Double], sampleRateHz: Double, stampNanoseconds: UInt64? = nil) {
        precondition(sampleRateHz > 0 && sampleRateHz.isFinite, "a rate is above 0 Hz")
        self.samples = samples
        self.sampleRateHz = sampleRateHz
        self.stampNanoseconds = stampNanoseconds
    }
}
