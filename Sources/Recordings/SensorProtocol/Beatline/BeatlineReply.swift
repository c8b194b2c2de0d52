/// A message of the toolkit to a bridge: one case for each type of line, version 1.
public enum BeatlineReply: Sendable, Equatable {
    case hello(Hello)
    case pace(Pace)
    case haptic(Haptic)
    case beat(Beat)
    case metric(BeatlineMetric)
    /// Answered by ``BeatlineMessage/ack(_:)``.
    case command(Command)
    case pong(id: Int, timeMicroseconds: Int?)
    case warning(Warning)
    case bye(reason: String?)
    /// The next segment in lockstep, for the tick of this time; µs.
    case go(timeMicroseconds: Int)
    case breath(BreathParameters)
    case workout(Workout)

    /// The name and version of the sender.
    public struct Hello: Sendable, Equatable {
        /// 1 is spoken.
        public var version: Int
        /// Name and version of the program.
        public var application: String?
        /// The time of the toolkit's clock; µs.
        public var timeMicroseconds: Int?

        /// - Parameter application: name and version of the program.
        public init(version: Int = 1, application: String?, timeMicroseconds: Int?) {
            self.version = version
            self.application = application
            self.timeMicroseconds = timeMicroseconds
        }
    }

    /// A phase of a breath that is about to begin.
    public struct Pace: Sendable, Equatable {
        /// The phase that begins.
        public enum Phase: String, Sendable, Equatable, CaseIterable {
            case inhale = "in"
            case hold = "hold_in"
            case exhale = "out"
            case secondHold = "hold_out"
            /// No more breaths: pause, or the end.
            case stop
        }

        /// Counts up in a session.
        public var id: Int?
        /// The time of the toolkit's clock; µs.
        public var timeMicroseconds: Int?
        /// The time from the reception of the line until the phase begins; ms.
        public var leadMs: Double?
        /// The phase that begins.
        public var phase: Phase
        /// The length of the phase; ms; nil at a stop.
        public var durationMs: Double?
        /// The rate of the whole breath.
        public var breathsPerMinute: Double?
        /// Number of the breath.
        public var cycle: Int?

        /// - Parameter phase: a stop needs neither duration nor rate.
        public init(
            id: Int?, timeMicroseconds: Int?, leadMs: Double?, phase: Phase,
            durationMs: Double? = nil, breathsPerMinute: Double? = nil, cycle: Int? = nil
        ) {
            self.id = id
            self.timeMicroseconds = timeMicroseconds
            self.leadMs = leadMs
            self.phase = phase
            self.durationMs = durationMs
            self.breathsPerMinute = breathsPerMinute
            self.cycle = cycle
        }
    }

    /// A touch.
    public struct Haptic: Sendable, Equatable {
        /// The form of the touch as the person feels it.
        public enum Shape: String, Sendable, Equatable, CaseIterable {
            case tick, rise, fall, buzz
        }

        /// Counts up in a session.
        public var id: Int?
        /// The time of the toolkit's clock; µs.
        public var timeMicroseconds: Int?
        /// The time from the reception of the line until the touch begins; ms.
        public var leadMs: Double
        /// ms; above 0.
        public var durationMs: Double
        /// 0...1.
        public var level: Double
        /// The form of the touch as the person feels it.
        public var shape: Shape
        /// A receiver that is later by more leaves it out; ms.
        public var timeToLiveMs: Double?

        /// - Parameter level: strength; 0...1.
        public init(
            id: Int?, timeMicroseconds: Int?, leadMs: Double, durationMs: Double, level: Double,
            shape: Shape, timeToLiveMs: Double?
        ) {
            self.id = id
            self.timeMicroseconds = timeMicroseconds
            self.leadMs = leadMs
            self.durationMs = durationMs
            self.level = level
            self.shape = shape
            self.timeToLiveMs = timeToLiveMs
        }
    }

    /// A beat as the toolkit understood it.
    public struct Beat: Sendable, Equatable {
        /// The kind of the beat, or the problem of its interval.
        public enum Flag: String, Sendable, Equatable, CaseIterable {
            case ok, ectopic, missed, extra, range, gap
        }

        /// The time of the toolkit's clock; µs.
        public var timeMicroseconds: Int?
        /// The interval that it ends; ms.
        public var intervalMs: Double?
        /// The kind of the beat.
        public var flag: Flag

        /// - Parameter intervalMs: ms; nil for the first beat and behind a gap.
        public init(timeMicroseconds: Int?, intervalMs: Double?, flag: Flag) {
            self.timeMicroseconds = timeMicroseconds
            self.intervalMs = intervalMs
            self.flag = flag
        }
    }

    /// A command; an unknown one is refused by its receiver.
    public struct Command: Sendable, Equatable {
        /// The number by which its answer is known.
        public var id: Int
        /// ``startECG`` and the like.
        public var name: String?
        /// Key of the sensor.
        public var device: String?

        /// Names that bridges know.
        public static let startECG = "start_ecg"
        public static let stopECG = "stop_ecg"
        public static let connect = "connect"
        public static let disconnect = "disconnect"
        public static let readBattery = "read_battery"

        /// - Parameter id: by which its answer is known.
        public init(id: Int, name: String?, device: String?) {
            self.id = id
            self.name = name
            self.device = device
        }
    }

    /// The problem of a line of the bridge.
    public struct Warning: Sendable, Equatable {
        /// The number of the line in its connection, counted from 1.
        public var line: Int?
        /// A short word for programs.
        public var code: String
        /// A sentence for a person.
        public var text: String?

        /// - Parameter line: of its connection, counted from 1.
        public init(line: Int?, code: String, text: String?) {
            self.line = line
            self.code = code
            self.text = text
        }
    }

    /// A whole breath, announced at its beginning.
    public struct BreathParameters: Sendable, Equatable {
        /// The length of the inhalation; above 0; s.
        public var inhaleSeconds: Double
        /// Full lungs; s; nil is none.
        public var holdSeconds: Double?
        /// The length of the exhalation; above 0; s.
        public var exhaleSeconds: Double
        /// The rate of the breath; the time that it leaves after the phases is a second hold.
        public var breathsPerMinute: Double?
        /// The time of the toolkit's clock; µs.
        public var timeMicroseconds: Int?
        /// The time from the reception of the line until the breath begins; ms.
        public var leadMs: Double?
        /// Number of the breath.
        public var cycle: Int?

        /// - Parameter breathsPerMinute: what it leaves after the phases is a second hold.
        public init(
            inhaleSeconds: Double, holdSeconds: Double?, exhaleSeconds: Double,
            breathsPerMinute: Double?, timeMicroseconds: Int? = nil, leadMs: Double? = nil,
            cycle: Int? = nil
        ) {
            self.inhaleSeconds = inhaleSeconds
            self.holdSeconds = holdSeconds
            self.exhaleSeconds = exhaleSeconds
            self.breathsPerMinute = breathsPerMinute
            self.timeMicroseconds = timeMicroseconds
            self.leadMs = leadMs
            self.cycle = cycle
        }
    }

    /// A command to a watch: the session begins or ends.
    public enum Workout: String, Sendable, Equatable, CaseIterable {
        case start = "startWorkout"
        case stop = "stopWorkout"
    }
}
