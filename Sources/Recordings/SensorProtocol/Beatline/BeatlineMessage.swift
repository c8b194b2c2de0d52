/// A message of a bridge to the toolkit: one case for each type of line, version 1.
public enum BeatlineMessage: Sendable, Equatable {
    case hello(Hello)
    case device(Device)
    case state(ConnectionState, reason: String?)
    /// A value of a characteristic as it came: loses nothing.
    case gatt(GATT)
    /// R-R intervals; also what `heartRateData` says.
    case rr(RR)
    /// A heart rate alone, beats/min; nil for 0, which is unknown.
    case heartRate(bpm: Double?)
    case ppi(PPI)
    /// An R peak at the line's own time; confidence 0...1.
    case beat(confidence: Double?)
    case signal(BeatlineSignal)
    /// Charge, 0...100.
    case battery(percent: Int)
    case gap(Gap)
    /// A word of the person at this moment.
    case mark(label: String)
    case ping(id: Int)
    case ack(Ack)
    case error(code: String, message: String?)
    case bye(reason: String?)
    /// The end of a segment in lockstep; the line has a time.
    case tick

    /// The name and the abilities of the sender.
    public struct Hello: Sendable, Equatable {
        /// 1 or more; 1 is spoken.
        public var version: Int
        /// Name and version of the program.
        public var bridge: String?
        /// Such as `rr`, `gatt`, `ecg`, `haptic`, `lockstep`, `params`; others may come.
        public var capabilities: [String]

        /// - Parameter capabilities: what the bridge can do, by name.
        public init(version: Int = 1, bridge: String?, capabilities: [String]) {
            self.version = version
            self.bridge = bridge
            self.capabilities = capabilities
        }
    }

    /// A sensor, as far as it says.
    public struct Device: Sendable, Equatable {
        /// The name that the sensor gives itself.
        public var name: String?
        /// The manufacturer.
        public var manufacturer: String?
        /// Its model.
        public var model: String?
        /// Version of its program.
        public var firmware: String?
        /// The position on the body where it is worn, such as `chest`.
        public var location: String?
        /// The kind of signal that it measures, such as `ecg` or `ppg`.
        public var kind: String?
        /// Address of its radio, where the bridge may state it.
        public var address: String?

        /// Nil is left out of the line.
        public init(
            name: String? = nil, manufacturer: String? = nil, model: String? = nil,
            firmware: String? = nil, location: String? = nil, kind: String? = nil,
            address: String? = nil
        ) {
            self.name = name
            self.manufacturer = manufacturer
            self.model = model
            self.firmware = firmware
            self.location = location
            self.kind = kind
            self.address = address
        }
    }

    /// The state of the connection to a sensor; its data come while it is subscribed.
    public enum ConnectionState: String, Sendable, Equatable, CaseIterable {
        case scanning, connecting, connected, subscribed, lost, closed
    }

    /// A value of a Bluetooth characteristic.
    public struct GATT: Sendable, Equatable {
        /// The characteristic as sent: 4 or 8 hexadecimal digits or a UUID in full; see
        /// ``StrapService/uuid(_:)``.
        public var characteristic: String
        /// Any number of bytes.
        public var value: [UInt8]

        /// - Parameter characteristic: 4 or 8 hexadecimal digits or a UUID in full.
        public init(characteristic: String, value: [UInt8]) {
            self.characteristic = characteristic
            self.value = value
        }
    }

    /// A segment that was lost, by the sender's clock; µs.
    public struct Gap: Sendable, Equatable {
        /// Its beginning.
        public var fromMicroseconds: Int
        /// The end of the gap; not before `fromMicroseconds`.
        public var toMicroseconds: Int
        /// Beats that were lost; nil where unknown.
        public var lostBeatCount: Int?
        /// `link`, `overflow`, `contact`, `paused`, or what else the bridge says.
        public var reason: String?

        /// - Parameter toMicroseconds: not before the beginning.
        public init(
            fromMicroseconds: Int, toMicroseconds: Int, lostBeatCount: Int? = nil,
            reason: String? = nil
        ) {
            self.fromMicroseconds = fromMicroseconds
            self.toMicroseconds = toMicroseconds
            self.lostBeatCount = lostBeatCount
            self.reason = reason
        }
    }

    /// The answer to a command.
    public struct Ack: Sendable, Equatable {
        /// The number of the command.
        public var id: Int
        /// True if the command was carried out.
        public var isDone: Bool
        /// The reason that it was not carried out.
        public var error: String?

        /// - Parameter error: why it is not done.
        public init(id: Int, isDone: Bool, error: String? = nil) {
            self.id = id
            self.isDone = isDone
            self.error = error
        }
    }
}

/// A line of a bridge: a message, and what every line may have.
///
/// ```swift
/// let line = BeatlineLine(.battery(percent: 87), device: "0", timeMicroseconds: 5_000_000)
/// line.text  // {"type":"battery","dev":"0","t":5000000,"pct":87}
/// ```
public struct BeatlineLine: Sendable, Equatable {
    /// The message of the line.
    public var message: BeatlineMessage
    /// Key of the sensor as sent; nil where the line names none.
    public var device: String?
    /// The time at which its data were received, by the sender's clock that never goes back; µs.
    public var timeMicroseconds: Int?
    /// Time of day; µs since 1970.
    public var utcMicroseconds: Int?
    /// Number of the line in its connection; 0 or more.
    public var sequence: Int?

    /// The sensor of lines that name none.
    public static let defaultDevice = "0"

    /// - Parameter device: nil for the one sensor, or where no sensor is meant.
    public init(
        _ message: BeatlineMessage, device: String? = nil, timeMicroseconds: Int? = nil,
        utcMicroseconds: Int? = nil, sequence: Int? = nil
    ) {
        self.message = message
        self.device = device
        self.timeMicroseconds = timeMicroseconds
        self.utcMicroseconds = utcMicroseconds
        self.sequence = sequence
    }

    /// Key of the sensor.
    public var deviceKey: String { device ?? Self.defaultDevice }
}
