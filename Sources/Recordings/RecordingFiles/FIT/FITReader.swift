package import PhysioTypes

/// Reads the R-R intervals of FIT files, as watches and bike computers write them.
///
/// Each file of a chain is a recording of its own. The recording begins at its first beat.
struct FITReader: BeatReader {
    static let formats = [
        RecordingFormat(
            name: RecordingFormat.fit,
            summary: "FIT activity with R-R intervals (messages hrv, beat_intervals, hr, raw_bbi)")
    ]

    static let fileExtensions = ["fit"]

    static func probe(_ head: InputHead) -> Likelihood {
        head.start.dropFirst(8).hasPrefix(text: FITDecoder.signature) ? .certain : .none
    }

    private var reading = FITActivityReader()
    /// A recording, or why there is none, for each file that is over.
    private var outcomes: [Result<Recording, RecordingError>] = []

    init(_ input: BeatInput) {}

    mutating func consume(_ block: ArraySlice<UInt8>) throws(RecordingError) {
        try reading.consume(block)
        add(reading.drainFinished())
    }

    /// The only recording of the input.
    mutating func finish() throws(RecordingError) -> Recording {
        try InputName(path: "-").recordings(finishAll()).onlyRecording()
    }

    /// A recording, or why there is none, for each file of the input.
    mutating func finishAll() throws(RecordingError) -> [Result<Recording, RecordingError>] {
        add(try reading.finish())
        return outcomes
    }

    private mutating func add(_ activities: [FITActivity]) {
        outcomes += activities.map { activity in
            Result { () throws(RecordingError) in try Self.recording(activity) }
        }
    }

    // MARK: A recording

    private static func recording(_ activity: FITActivity) throws(RecordingError) -> Recording {
        guard let beats = activity.beats else { throw noBeatsError(activity) }
        var rr = RRSeries(startSeconds: 0)
        rr.reserveCapacity(beats.intervalsMs.count)
        let gaps = Set(beats.gapIndices)
        for (index, interval) in beats.intervalsMs.enumerated() {
            rr.append(
                intervalMs: interval, endSeconds: beats.endSeconds[index],
                marks: gaps.contains(index) ? .afterGap : [])
        }
        try RecordingLimits.check(rr)
        var recipe = Recipe()
        recipe.set(.inputTimeMeaning, .text(beats.kind.name))
        if let device = activity.deviceName { recipe.set(.device, .text(device)) }
        return Recording(
            format: RecordingFormat.fit, rr: rr,
            startDate: beats.startMs.map {
                CivilTime.text(unixMs: $0, offsetMinutes: activity.utcOffsetMinutes)
            }, recipe: recipe, notices: activity.errorNotices + activity.notices)
    }

    /// Names what the file holds instead.
    private static func noBeatsError(_ activity: FITActivity) -> RecordingError {
        let counts = [
            (activity.sessions.count, "session"), (activity.records.count, "record"),
            (activity.messageCount, "message"),
        ].filter { $0.0 > 0 }.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
        let content = counts.isEmpty ? "nothing" : counts.joined(separator: ", ")
        let kind = activity.fileType.map { "\($0.text) (FIT)" } ?? "a FIT file of no stated type"
        let damage = activity.isIncomplete ? " before the damage" : ""
        return .noRR(
            "this is \(kind) with \(content)\(damage), but no R-R intervals: activities have them "
                + "where the device records heart-rate variability, which is switched on there")
    }
}

extension FITActivity {
    /// The device in words, as far as the file states it: the manufacturer, or the name it writes.
    package var deviceName: String? {
        productName ?? manufacturer.map { Self.manufacturerNames[$0] ?? "maker \($0)" }
    }

    /// Names of the manufacturers of the profile whose devices record hearts.
    private static let manufacturerNames: [Int: String] = [
        1: "Garmin", 23: "Suunto", 32: "Wahoo", 69: "Stages", 70: "Sigma", 107: "Magene",
        115: "iGPSPORT", 123: "Polar", 258: "Lezyne", 260: "Zwift", 265: "Strava", 267: "Bryton",
        289: "Hammerhead", 294: "Coros", 310: "Decathlon", 339: "Zepp",
    ]

    /// Each kind of damage once, by its first offset.
    package var errorNotices: [Notice] {
        FITError.Kind.allCases.compactMap { kind in
            let matchingErrors = errors.filter { $0.kind == kind }
            guard let notice = matchingErrors.first?.notice else { return nil }
            guard matchingErrors.count > 1 else { return notice }
            return Notice(
                notice.kind, code: notice.code,
                "\(notice.text) (\(matchingErrors.count) times, first here)")
        }
    }
}
