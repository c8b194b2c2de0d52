/// Receives the records of a health file one after the other, in the order of the file.
package protocol HealthSink {
    /// A source that was not named before. Its place in the list is the number of sources named before it.
    mutating func source(_ source: HealthSource) throws
    mutating func sample(_ sample: HealthSample) throws
    mutating func sleep(_ sample: SleepSample) throws
    mutating func stretch(_ stretch: BeatStretch) throws
    mutating func workout(_ workout: HealthWorkout) throws
    /// A record that was left out.
    mutating func fault(_ fault: HealthFault) throws
    /// Called after each block of the file; a thrown error ends the reading.
    mutating func progress(bytesRead: Int64, byteCount: Int64?) throws
}

/// What a health file says of itself, and how far it could be read.
package struct HealthFileSummary: Sendable, Hashable {
    package var origin: HealthSource.Origin
    /// Moment of the export; nil where the file does not say.
    package var exportDate: HealthInstant?
    /// Every offset in which the file writes its dates; min; ascending.
    package var writtenOffsetsMinutes: [Int]
    /// Whether the file ended before its end, or a part of it could not be unpacked.
    package var isCut: Bool
    /// Elements of the kinds that are kept, read or left out.
    package var recordCount: Int

    package init(
        origin: HealthSource.Origin, exportDate: HealthInstant? = nil,
        writtenOffsetsMinutes: [Int] = [],
        isCut: Bool = false, recordCount: Int = 0
    ) {
        self.origin = origin
        self.exportDate = exportDate
        self.writtenOffsetsMinutes = writtenOffsetsMinutes
        self.isCut = isCut
        self.recordCount = recordCount
    }
}
