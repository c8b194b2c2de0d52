package import PhysioTypes

/// What one FIT file holds of workouts and beats, with the files after it that continue it.
///
/// Everything is as the file states it; what it does not state is nil. Times are in ms since 1970.
package struct FITActivity: Sendable {
    /// What is said of a whole workout, or of a lap of it.
    package struct Summary: Sendable, Hashable {
        package var startMs: Int64?
        /// When the message was written, which is the end.
        package var endMs: Int64?
        /// Number of the sport in the profile; nil for laps.
        package var sport: Int?
        package var subSport: Int?
        /// From start to end, with pauses; s.
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

    /// What was measured at one moment.
    package struct Record: Sendable, Hashable {
        /// Nil in rare files.
        package var unixMs: Int64?
        package var heartRateBpm: Double?
        /// Since the beginning of the activity; m.
        package var distanceMetres: Double?
        package var speedMetresPerSecond: Double?
    }

    /// A time at which the timer was started or stopped.
    package struct TimerEvent: Sendable, Hashable {
        package var unixMs: Int64
        package var isStart: Bool
    }

    /// What the file says it is; nil where it does not.
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
    /// In the order of the file.
    package var records: [Record] = []
    package var timerEvents: [TimerEvent] = []
    /// What the clock on the wall showed more than UTC; min; a multiple of 15.
    package var civilOffsetMinutes: Int?
    /// The R-R intervals; nil where there are none.
    package var beats: FITBeats?
    /// Data messages of every kind.
    package var messageCount = 0
    package var errors: [FITError] = []
    /// What the person should know of the beats.
    package var notices: [Notice] = []

    package init() {}

    /// Whether the file ends before its end, or could not be read to it.
    var isIncomplete: Bool { errors.contains { Self.fatalKinds.contains($0.kind) } }

    /// What makes it doubtful that the file is read as it was written: it could not be read to its end, or its
    /// checksum does not fit. Nil for a file that is whole.
    package var damage: Notice? {
        let error = errors.first { Self.fatalKinds.contains($0.kind) }
        return (error ?? errors.first { $0.kind == .checksum })?.notice
    }

    /// After these errors nothing of the file is read.
    private static let fatalKinds: [FITError.Kind] = [.truncated, .undefined, .overrun]
}

/// What a FIT file says it is; the raw values are those of the format.
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

    /// In words, with an article.
    var text: String { Self.names[rawValue] ?? "a file of type \(rawValue)" }
}
