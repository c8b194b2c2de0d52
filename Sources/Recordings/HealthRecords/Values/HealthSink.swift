/// Receives the records of a health file one after the other, in the order of the file.
package protocol HealthSink {
    /// A source that was not named before. Its index in the list is the number of sources named before it.
    mutating func source(_ source: HealthSource) throws
    mutating func sample(_ sample: HealthSample) throws
    mutating func sleep(_ sample: SleepSample) throws
    mutating func beatSegment(_ beatSegment: BeatSegment) throws
    mutating func workout(_ workout: HealthWorkout) throws
    /// A record that was left out.
    mutating func error(_ error: HealthRecordError) throws
    /// Called after each block of the file; a thrown error ends the reading.
    mutating func progress(bytesRead: Int64, byteCount: Int64?) throws
}

/// The description that a health file gives of itself, and how far it could be read.
package struct HealthFileSummary: Sendable, Hashable {
    package var origin: HealthSource.Origin
    /// Moment of the export; nil where the file does not say.
    package var exportDate: HealthInstant?
    /// Every offset in which the file writes its dates; min; ascending.
    package var utcOffsetsMinutes: [Int]
    /// The reason that the values read may not be the whole file: it ends early, or a part of it is
    /// damaged. One clause for a person; nil where nothing is wrong.
    package var damageText: String?
    package var isDamaged: Bool { damageText != nil }
    /// Elements of the kinds that are kept, read or left out.
    package var recordCount: Int

    package init(
        origin: HealthSource.Origin, exportDate: HealthInstant? = nil,
        utcOffsetsMinutes: [Int] = [],
        damageText: String? = nil, recordCount: Int = 0
    ) {
        self.origin = origin
        self.exportDate = exportDate
        self.utcOffsetsMinutes = utcOffsetsMinutes
        self.damageText = damageText
        self.recordCount = recordCount
    }
}
