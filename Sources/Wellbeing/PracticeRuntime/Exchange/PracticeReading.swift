import Foundation
package import SessionHistory

/// The contents of a file of practice, and the lines that cannot be read.
package struct PracticeReading: Sendable, Equatable {
    package var entries: [PracticeEntry] = []
    /// One sentence each, with the line or the entry.
    package var errors: [String] = []
    /// Indicates whether its times have no zone, so that they are in the zone given to the reader.
    package var hasTimesWithoutZone = false
    /// A practice that ends later than this is refused.
    private let now: Date

    init(now: Date) { self.now = now }

    /// No file has more; what is beyond is refused.
    package static let maxEntries = 1_000_000
    /// Shortest and longest practice that is taken; ms.
    package static let lengthMs: ClosedRange<Int64> = 1...86_400_000

    /// Practices that are taken began from 1970 to 2199; before, offsets from UTC had seconds.
    private static let startRange =
        Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 7_258_118_400)

    /// Takes an entry, where its values can be.
    mutating func add(_ entry: PracticeEntry, _ location: String) {
        guard Self.startRange.contains(entry.startedAt) else {
            return errors.append("\(location): the start lies outside 1970 to 2199")
        }
        let lengths = [entry.mindfulMs, entry.workoutMs]
        let maxMs = lengths.max() ?? 0
        guard Self.lengthMs.contains(maxMs), lengths.allSatisfy({ $0 >= 0 }) else {
            return errors.append("\(location): the length lies outside 1 ms to 24 h")
        }
        guard entry.startedAt + Double(maxMs) / 1000 <= now else {
            return errors.append("\(location): the practice is yet to come")
        }
        guard entry.rating.map(PracticeEntry.ratingRange.contains) ?? true else {
            return errors.append("\(location): a rating lies in 1 to 5")
        }
        guard ["timer", "breathe", "interval"].contains(entry.kind) else {
            return errors.append("\(location): the kind \(entry.kind.prefix(40)) is not known")
        }
        entries.append(entry)
    }
}

/// The reason that nothing of a file is read.
package enum PracticeImportError: Error, Sendable, Equatable {
    /// The file holds no practice of ours, and none of the programs that are read.
    case unknownFormat
    /// The file is of a later version of this program.
    case newerVersion(Int)
    /// Times in the file have no zone.
    case missingZone
    /// The dates in the file can be read with the day first and with the month first; a line that shows it.
    case ambiguousDates(String)
    /// Some dates in the file have the day first and others the month; a line of each.
    case mixedDates(dayFirst: String, monthFirst: String)

    /// One sentence: what, and what to do.
    package var text: String {
        switch self {
        case .unknownFormat:
            "no practice is found in it: read are files of hrv practice export, mindful minutes and workouts as "
                + "CSV or JSON, and Insight Timer's CSV"
        case .newerVersion(let version):
            "it is of a later version of hrv (\(version)): update hrv"
        case .missingZone: "its times have no zone: say which with --zone, such as Europe/Berlin"
        case .ambiguousDates(let line):
            "the day or the month may be first in its dates (\(line)): say which with --dates day-first or "
                + "--dates month-first"
        case .mixedDates(let dayFirst, let monthFirst):
            "some of its dates have the day first (\(dayFirst)) and others the month (\(monthFirst)): with --dates "
                + "day-first or --dates month-first those are read that fit"
        }
    }
}
