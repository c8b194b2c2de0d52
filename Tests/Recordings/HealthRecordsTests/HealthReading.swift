import TestSupport

@testable import HealthRecords
@testable import RecordingFiles

/// Keeps all that a health file holds.
struct CollectedRecords: HealthSink, Equatable {
    var sources: [HealthSource] = []
    var samples: [HealthSample] = []
    var sleep: [SleepSample] = []
    var beatSegments: [BeatSegment] = []
    var workouts: [HealthWorkout] = []
    var errors: [HealthRecordError] = []
    /// Times at which progress was said; not compared.
    var progressCount = Uncompared()

    struct Uncompared: Equatable {
        var value = 0
        static func == (left: Uncompared, right: Uncompared) -> Bool { true }
    }

    mutating func source(_ source: HealthSource) { sources.append(source) }
    mutating func sample(_ sample: HealthSample) { samples.append(sample) }
    mutating func sleep(_ sample: SleepSample) { sleep.append(sample) }
    mutating func beatSegment(_ beatSegment: BeatSegment) { beatSegments.append(beatSegment) }
    mutating func workout(_ workout: HealthWorkout) { workouts.append(workout) }
    mutating func error(_ error: HealthRecordError) { errors.append(error) }
    mutating func progress(bytesRead: Int64, byteCount: Int64?) { progressCount.value += 1 }
}

/// Reads exports as the tests do.
enum HealthReading {
    struct Result: Equatable {
        var collected = CollectedRecords()
        var summary: HealthFileSummary?
        var error: HealthFileError?
    }

    /// An export with these elements below its root.
    static func export(_ elements: String, date: String = "2026-11-20 10:00:00 +0100") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_US">
         <ExportDate value="\(date)"/>
        \(elements)
        </HealthData>

        """
    }

    /// A record; `nil` leaves an attribute out.
    static func record(
        _ type: String = "HKQuantityTypeIdentifierHeartRate", value: String? = "72",
        unit: String? = "count/min", source: String? = "Watch",
        start: String? = "2026-11-20 08:00:00 +0100", end: String? = "2026-11-20 08:00:05 +0100",
        more: String = "", content: String? = nil
    ) -> String {
        let fields = [
            ("type", type), ("sourceName", source), ("unit", unit), ("startDate", start),
            ("endDate", end), ("value", value),
        ]
        let text = fields.compactMap { name, value in value.map { "\(name)=\"\($0)\"" } }
            .joined(separator: " ")
        return "<Record \(text)\(more)" + (content.map { ">\($0)</Record>" } ?? "/>")
    }

    static func read(_ text: String, skipsUnneeded: Bool = true) -> Result {
        read(Array(text.utf8), skipsUnneeded: skipsUnneeded)
    }

    /// The file by way of ``HealthFileReader``.
    static func read(_ bytes: [UInt8], skipsUnneeded: Bool = true) -> Result {
        var result = Result()
        do {
            var options = HealthFileReader.Options()
            options.skipsUnneededElements = skipsUnneeded
            result.summary = try HealthFileReader.open(bytes, name: "export", options: options)
                .read(into: &result.collected)
        } catch {
            result.error = error as? HealthFileError
        }
        return result
    }

    /// The records of text that comes in blocks of these sizes, the last one again and again.
    static func read(
        _ bytes: [UInt8], blocks: [Int], skipsUnneeded: Bool = true
    ) throws -> CollectedRecords {
        let reader = HealthElementReader(CollectedRecords())
        let filter = ExportFilter(reader, skipsUnneededElements: skipsUnneeded) {
            reader.reject(.badRecord)
        }
        var index = 0
        var sizes = blocks[...]
        var size = 1
        while index < bytes.count {
            size = sizes.popFirst() ?? size
            let end = min(bytes.count, index + size)
            try filter.push(bytes[index..<end])
            index = end
        }
        return reader.sink
    }
}
