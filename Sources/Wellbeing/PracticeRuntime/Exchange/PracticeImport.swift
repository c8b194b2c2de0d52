package import Foundation
package import RecordingFiles
import SessionHistory

/// Reads any file of practice, whatever program wrote it; the content decides.
package enum PracticeImport {
    /// - Parameter zone: of times that have none; nil: a file with such times is refused.
    /// - Parameter dates: order of day and month; nil: found in the whole file, which is refused where it shows none.
    /// - Parameter now: practices that end later are refused.
    /// - Parameter version: of this program, for entries that have none.
    package static func read(
        _ data: Data, zone: TimeZone?, dates: RRTextOptions.DateOrder? = nil, now: Date,
        version: String
    ) throws(PracticeImportError) -> PracticeReading {
        let first = data.first { !" \t\r\n".utf8.contains($0) && !"\u{FEFF}".utf8.contains($0) }
        if first == UInt8(ascii: "{") {
            if let reading = HealthRecordFile.read(data, now: now, version: version) {
                return reading
            }
            return try PracticeDocument.read(data, now: now)
        }
        var text = String(decoding: data, as: UTF8.self)
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        let rows = CSVText.rows(text)
        guard let head = rows.first?.cells else { throw .unknownFormat }
        guard rows.count <= PracticeReading.maxEntries + 1 else { throw .unknownFormat }
        if head == PracticeTableFile.columnNames { return PracticeTableFile.read(rows, now: now) }
        if HealthRecordFile.isHeader(head) {
            return HealthRecordFile.read(rows, now: now, version: version)
        }
        guard InsightTimer.isHeader(head) else { throw .unknownFormat }
        guard let zone else { throw .missingZone }
        return try InsightTimer.read(rows, zone: zone, dates: dates, now: now, version: version)
    }
}

/// Times that a person writes on the command line.
package enum PracticeTimeParser {
    /// - Parameter text: `2026-11-22T07:00` or `2026-11-22 07:00`, with seconds and an offset or without.
    /// - Parameter zone: of a time without an offset.
    package static func read(_ text: String, zone: TimeZone) -> (date: Date, offsetSeconds: Int)? {
        let text = text.split(separator: " ", omittingEmptySubsequences: false)
            .joined(separator: "T")
        if let (date, offset) = LocalTime.read(text) { return (date, offset) }
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        let whole = clock.count == 2 ? "\(text):00Z" : "\(text)Z"
        guard (2...3).contains(clock.count), clock.allSatisfy({ $0.count == 2 }),
            let (asUTC, _) = LocalTime.read(whole)
        else { return nil }
        let guess = zone.secondsFromGMT(for: asUTC)
        let offset = zone.secondsFromGMT(for: asUTC - Double(guess))
        return (asUTC - Double(offset), offset)
    }
}
