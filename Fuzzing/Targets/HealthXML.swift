@testable import HealthRecords

extension FuzzTarget {
    /// Any bytes below the root of an export: what is kept is the same with and without passing over, and in blocks of
    /// sizes that the bytes themselves say.
    static let healthXML = FuzzTarget(name: "health-xml") { bytes in
        let text = Array("<HealthData>".utf8) + bytes
        let whole = records(text, skipsUnneeded: true) { _ in text.count }
        precondition(whole == records(text, skipsUnneeded: false) { _ in text.count })
        precondition(whole == records(text, skipsUnneeded: true) { 1 + Int($0) })
        // And as a file whose beginning is any.
        _ = try? HealthFileReader.open(bytes, name: "export")
    }

    private static func records(
        _ bytes: [UInt8], skipsUnneeded: Bool, _ size: (UInt8) -> Int
    ) -> [String] {
        let reader = HealthElementReader(Words())
        let filter = ExportFilter(reader, skipsUnneededElements: skipsUnneeded) {
            reader.reject(.badRecord)
        }
        var rest = bytes[...]
        while let first = rest.first {
            let block = rest.prefix(size(first))
            guard (try? filter.push(block)) != nil else { break }
            rest = rest.dropFirst(block.count)
        }
        return reader.sink.words
    }

    /// The values that are handed over, as text in their order.
    private struct Words: HealthSink {
        var words: [String] = []

        mutating func source(_ source: HealthSource) { words.append("\(source)") }
        mutating func sample(_ sample: HealthSample) { words.append("\(sample)") }
        mutating func sleep(_ sample: SleepSample) { words.append("\(sample)") }
        mutating func beatSegment(_ segment: BeatSegment) { words.append("\(segment)") }
        mutating func workout(_ workout: HealthWorkout) { words.append("\(workout)") }
        mutating func error(_ error: HealthRecordError) { words.append(error.rawValue) }
        mutating func progress(bytesRead: Int64, byteCount: Int64?) {}
    }
}
