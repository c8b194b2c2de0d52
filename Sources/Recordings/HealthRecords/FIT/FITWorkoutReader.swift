package import RecordingFiles

/// Reads the workouts of FIT files, one file after the other.
///
/// A session is a workout, unless it is the way from one sport to the next. Where a file has no session, as when the
/// battery ran out, its records make one. Memory: one file of a chain.
package struct FITWorkoutReader {
    /// Sources in the order in which the receiver was notified of them.
    private var sources: [HealthSource] = []
    /// The first damage of all files.
    private var damageText: String?
    private var recordCount = 0
    private var bytesRead: Int64 = 0

    package init() {}

    /// The summary of all files so far.
    package var summary: HealthFileSummary {
        HealthFileSummary(origin: .fit, damageText: damageText, recordCount: recordCount)
    }

    /// Reads the next file, which may be a chain of several.
    ///
    /// - Parameter name: what the file is called where damage is reported; nil for a file alone.
    /// - Parameter byteCount: of all files together, for the progress; nil where it is not known.
    /// - Throws: ``RecordingError`` where this is no FIT file or cannot be read, and what the receiver throws.
    package mutating func read(
        _ source: ByteSource, named name: String? = nil, byteCount: Int64? = nil,
        into sink: inout some HealthSink
    ) throws {
        let previousByteCount = bytesRead
        var fileBytes: Int64 = 0
        try FITFile.read(
            source,
            progress: { count in
                fileBytes = count
                try sink.progress(bytesRead: previousByteCount + count, byteCount: byteCount)
            }
        ) { activity in
            if damageText == nil, let damage = activity.damage {
                damageText = (name.map { "\($0): " } ?? "") + damage.text
            }
            try emit(activity, into: &sink)
        }
        bytesRead = previousByteCount + fileBytes
    }

    private mutating func emit(
        _ activity: FITActivity, into sink: inout some HealthSink
    ) throws {
        recordCount += activity.sessions.count + activity.laps.count + activity.records.count
        let mapping = FITWorkoutMapping(activity)
        for _ in 0..<mapping.undatedCount { try sink.error(.badDate) }
        for _ in 0..<mapping.rejectedCount { try sink.error(.badValue) }
        guard !mapping.sessions.isEmpty else { return }
        let source = HealthSource(activity)
        var index = sources.firstIndex(of: source)
        if index == nil {
            index = sources.count
            sources.append(source)
            try sink.source(source)
        }
        for workout in mapping.workouts(sourceIndex: index ?? 0) { try sink.workout(workout) }
    }
}

extension HealthSource {
    /// The device that wrote a FIT file, by manufacturer and model; its serial number is not read.
    init(_ activity: FITActivity) {
        let name = activity.deviceName ?? "FIT"
        self.init(
            origin: .fit, name: name, model: activity.product.map { "\(name) \($0)" })
    }
}
