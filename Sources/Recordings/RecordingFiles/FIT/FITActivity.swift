package import PhysioTypes

/// The workouts and beats of one FIT file, with the files after it that continue it.
///
/// Everything is as the file states it; what it does not state is nil. Times are in ms since 1970.
package struct FITActivity: Sendable {
    /// The values stated for a whole workout, or for a lap of it.
    package struct Summary: Sendable, Hashable {
        package var startMs: Int64?
        /// The time at which the message was written, which is the end.
        package var endMs: Int64?
        /// Number of the sport in the profile; nil for laps.
        package var sport: Int?
        package var subSport: Int?
        /// The time from start to end, with pauses; s.
        package var elapsedSeconds: Double?
        /// Time that the timer ran; s.
        package var timerSeconds: Double?
        package var distanceMetres: Double?
        package var energyKcal: Double?
        package var speedMetresPerSecond: Double?
        package var averageHeartRateBpm: Double?
        package var maximumHeartRateBpm: Double?

        package init(startMs: Int64? = nil, endMs: Int64? = nil) {
            self.startMs = startMs
            self.endMs = endMs
        }
    }

    /// The values measured at one moment.
    package struct Record: Sendable, Hashable {
        /// Nil in rare files.
        package var unixMs: Int64?
        package var heartRateBpm: Double?
        /// The distance since the beginning of the activity; m.
        package var distanceMetres: Double?
        package var speedMetresPerSecond: Double?
    }

    /// A time at which the timer was started or stopped.
    package struct TimerEvent: Sendable, Hashable {
        package var unixMs: Int64
        package var isStart: Bool
    }

    /// The type that the file states for itself; nil where it states none.
    package var fileType: FITFileType?
    /// Number of the manufacturer in the profile.
    package var manufacturer: Int?
    /// Number that the manufacturer gives the device.
    package var product: Int?
    /// Name of the device in words; nil in most files.
    package var productName: String?
    package var createdMs: Int64?
    /// The sport for which the device was set, where no session states it.
    package var sport: Int?
    package var subSport: Int?
    package var sessions: [Summary] = []
    package var laps: [Summary] = []
    /// The records in the order of the file.
    package var records: [Record] = []
    package var timerEvents: [TimerEvent] = []
    /// The offset of local time from UTC, positive where local time is ahead; min; a multiple of
    /// 15.
    package var utcOffsetMinutes: Int?
    /// The R-R intervals; nil where there are none.
    package var beats: FITBeats?
    /// Data messages of every kind.
    package var messageCount = 0
    package var errors: [FITError] = []
    /// Notices about the beats for the person.
    package var notices: [Notice] = []

    package init() {}

    /// True if the file ends too early, or could not be read to its end.
    var isIncomplete: Bool { errors.contains { Self.fatalErrorKinds.contains($0.kind) } }

    /// The reason to doubt that the file is read as it was written: it could not be read to its
    /// end, or its checksum does not fit. Nil for a file that is whole.
    package var damage: Notice? {
        let error = errors.first { Self.fatalErrorKinds.contains($0.kind) }
        return (error ?? errors.first { $0.kind == .checksum })?.notice
    }

    /// Kinds of errors after which nothing more of the file is read.
    private static let fatalErrorKinds: [FITError.Kind] = [
        .truncated, .missingDefinition, .overrun,
    ]
}

/// The type that a FIT file states for itself; the raw values are those of the format.
package struct FITFileType: RawRepresentable, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let activity = FITFileType(rawValue: 4)

    private static let names: [Int: String] = [
        1: "a description of a device", 2: "settings", 3: "settings of a sport", 4: "an activity",
        5: "a planned workout", 6: "a course", 7: "a schedule", 9: "weights", 10: "totals",
        11: "goals", 14: "blood pressures", 15: "monitoring of a day",
        20: "the summary of an activity", 28: "monitoring of a day", 32: "monitoring of a day",
        34: "a segment", 35: "a list of segments",
    ]

    /// The type in words, with an article.
    var text: String { Self.names[rawValue] ?? "a file of type \(rawValue)" }
}
