/// Makes an activity of the messages of a file, in their order.
struct FITActivityBuilder {
    /// Numbers of messages in the profile.
    private enum MessageNumber {
        static let fileID: UInt16 = 0
        static let sport: UInt16 = 12
        static let session: UInt16 = 18
        static let lap: UInt16 = 19
        static let record: UInt16 = 20
        static let event: UInt16 = 21
        static let activity: UInt16 = 34
    }

    /// The largest numbers of entries of a file; a day of records is 86,400, and messages without
    /// fields cost a byte each.
    private enum Limit {
        static let sessions = 1000
        static let laps = 10_000
        static let records = 1_000_000
        static let timerEvents = 10_000
        static let errors = 1000
    }

    /// Number of the message by which a file says what it is, its first one.
    static let firstMessageNumber = MessageNumber.fileID

    private var activity = FITActivity()
    private var beats = FITBeatCollector()
    private var packedDistance = FITPackedDistance()

    /// Takes the next message.
    mutating func add(_ message: FITMessage) {
        activity.messageCount += 1
        switch message.number {
        case MessageNumber.fileID: setFileID(message)
        case MessageNumber.sport:
            activity.sport = message.integer(0)
            activity.subSport = message.integer(1)
        case MessageNumber.session:
            if activity.sessions.count < Limit.sessions {
                activity.sessions.append(Self.session(message))
            }
        case MessageNumber.lap:
            if activity.laps.count < Limit.laps { activity.laps.append(Self.lap(message)) }
        case MessageNumber.record: addRecord(message)
        case MessageNumber.event: addEvent(message)
        case MessageNumber.activity: setUTCOffset(message)
        default: beats.add(message)
        }
    }

    mutating func add(_ error: FITError) {
        if activity.errors.count < Limit.errors { activity.errors.append(error) }
    }

    /// The activity, after the last message.
    func finish() -> FITActivity {
        var activity = activity
        (activity.beats, activity.notices) = beats.finish()
        return activity
    }

    // MARK: Messages

    private mutating func setFileID(_ message: FITMessage) {
        activity.fileType = message.integer(0).map(FITFileType.init)
        activity.manufacturer = message.integer(1)
        activity.product = message.integer(2)
        activity.createdMs = message.unixMs(4)
        activity.productName = message.text(8)
    }

    private static func session(_ message: FITMessage) -> FITActivity.Summary {
        var session = summary(message)
        session.sport = message.integer(5)
        session.subSport = message.integer(6)
        session.speedMetresPerSecond =
            message.positiveValue(124, 1000) ?? message.positiveValue(14, 1000)
        session.averageHeartRateBpm = message.positiveValue(16)
        session.maximumHeartRateBpm = message.positiveValue(17)
        return session
    }

    private static func lap(_ message: FITMessage) -> FITActivity.Summary {
        var lap = summary(message)
        lap.speedMetresPerSecond =
            message.positiveValue(110, 1000) ?? message.positiveValue(13, 1000)
        lap.averageHeartRateBpm = message.positiveValue(15)
        lap.maximumHeartRateBpm = message.positiveValue(16)
        return lap
    }

    /// Returns the values that sessions and laps have in the same fields.
    private static func summary(_ message: FITMessage) -> FITActivity.Summary {
        var summary = FITActivity.Summary(startMs: message.unixMs(2), endMs: message.unixMs)
        summary.elapsedSeconds = message.scaledValue(7, 1000)
        summary.timerSeconds = message.scaledValue(8, 1000)
        summary.distanceMetres = message.positiveValue(9, 100)
        summary.energyKcal = message.positiveValue(11)
        return summary
    }

    private mutating func addRecord(_ message: FITMessage) {
        var record = FITActivity.Record(unixMs: message.unixMs)
        record.heartRateBpm = message.positiveValue(3)
        record.distanceMetres = message.scaledValue(5, 100)
        record.speedMetresPerSecond = message.scaledValue(73, 1000) ?? message.scaledValue(6, 1000)
        if let bytes = message.fieldBytes(8), let values = packedDistance.decode(bytes) {
            record.speedMetresPerSecond = record.speedMetresPerSecond ?? values.speed
            record.distanceMetres = record.distanceMetres ?? values.distance
        }
        if record != FITActivity.Record(unixMs: nil), activity.records.count < Limit.records {
            activity.records.append(record)
        }
        if let unixMs = message.unixMs { beats.noteTime(unixMs) }
    }

    private mutating func addEvent(_ message: FITMessage) {
        /// Numbers of the profile: the event of the timer, and the kinds of event that start and
        /// stop it.
        let timer = 0
        let startKinds: Set = [0]
        let stopKinds: Set = [1, 4, 8, 9]
        guard message.integer(0) == timer, let kind = message.integer(1),
            startKinds.contains(kind) || stopKinds.contains(kind)
        else { return }
        let isStart = startKinds.contains(kind)
        if isStart { beats.noteTimerStart() }
        if let unixMs = message.unixMs {
            if !isStart { beats.noteTime(unixMs) }
            guard activity.timerEvents.count < Limit.timerEvents else { return }
            activity.timerEvents.append(
                FITActivity.TimerEvent(unixMs: unixMs, isStart: isStart))
        }
    }

    private mutating func setUTCOffset(_ message: FITMessage) {
        guard let utc = message.unixMs, let local = message.unixMs(5) else { return }
        let quarterHours = Int((Double(local - utc) / 900_000).rounded())
        if abs(quarterHours) <= 14 * 4 { activity.utcOffsetMinutes = 15 * quarterHours }
    }
}

/// Speed and distance that share three bytes; the distance counts to 256 m and begins anew.
struct FITPackedDistance {
    /// Steps of 1/16 m since the first value.
    private var sixteenthMetreCount = 0
    private var lastDistance: Int?

    /// - Parameter bytes: the three bytes of a record.
    /// - Returns: m/s, nil where it is not known, and m since the first value; nil for another length.
    mutating func decode(_ bytes: ArraySlice<UInt8>) -> (speed: Double?, distance: Double)? {
        guard bytes.count == 3 else { return nil }
        let word = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        let speed = word & 0xFFF
        let distance = word >> 12
        sixteenthMetreCount += (distance - (lastDistance ?? distance)) & 0xFFF
        lastDistance = distance
        return (speed == 0xFFF ? nil : Double(speed) / 100, Double(sixteenthMetreCount) / 16)
    }
}
