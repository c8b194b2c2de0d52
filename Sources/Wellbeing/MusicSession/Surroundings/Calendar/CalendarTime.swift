import Foundation
import PhysioTypes

/// A moment as a calendar writes it: a day, or a day and a time in a zone.
struct CalendarTime: Hashable {
    var day: CivilDate
    /// The time since midnight, by the clock of the zone; nil for a whole day.
    var secondsOfDay: Int?
    var zone: TimeZone

    enum Failure: Error {
        case unreadable
        case unknownZone
    }

    /// - Parameters:
    ///   - value: such as `20261124`, `20261124T180000` or `20261124T180000Z`.
    ///   - zoneName: the parameter `TZID`; nil where there is none.
    ///   - homeZone: the zone of times without one.
    init(_ value: String, zoneName: String?, homeZone: TimeZone) throws(Failure) {
        var characters = Array(value.utf8)
        var zone = homeZone
        if characters.last == UInt8(ascii: "Z") {
            characters.removeLast()
            zone = .gmt
        } else if let zoneName {
            guard let named = Self.zone(zoneName) else { throw .unknownZone }
            zone = named
        }
        func number(_ range: Range<Int>) throws(Failure) -> Int {
            var sum = 0
            for byte in characters[range] {
                guard (48...57).contains(byte) else { throw .unreadable }
                sum = 10 * sum + Int(byte - 48)
            }
            return sum
        }
        guard characters.count == 8 || (characters.count == 15 && characters[8] == 84),
            let day = CivilDate(
                year: try number(0..<4), month: try number(4..<6), day: try number(6..<8))
        else { throw .unreadable }
        self.day = day
        self.zone = zone
        guard characters.count == 15 else { return }
        let (hour, minute, second) = (
            try number(9..<11), try number(11..<13), try number(13..<15)
        )
        guard hour < 24, minute < 60, second <= 60 else { throw .unreadable }
        secondsOfDay = 3600 * hour + 60 * minute + second
    }

    /// The zone of a name of the world's table; programs also write it behind a path of their own.
    private static func zone(_ name: String) -> TimeZone? {
        let parts = name.split(separator: "/").suffix(3)
        for count in [parts.count, 2, 1] {
            if let zone = TimeZone(identifier: parts.suffix(count).joined(separator: "/")) {
                return zone
            }
        }
        return nil
    }

    /// s since 1970 of this time of the clock on another day; a whole day begins at midnight.
    ///
    /// Where clocks go forward over it, it is as much later; where they go back over it, the earlier of both.
    func unixSeconds(on other: CivilDate) -> Double {
        let wallSeconds = Double(other.dayNumber * 86_400 + (secondsOfDay ?? 0))
        func offset(_ seconds: Double) -> Double {
            Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
        }
        // Of the offsets of the day before and the day after, the one that holds at the time that it gives.
        let before = wallSeconds - offset(wallSeconds - 86_400)
        if offset(before) == offset(wallSeconds - 86_400) { return before }
        let after = wallSeconds - offset(wallSeconds + 86_400)
        return offset(after) == offset(wallSeconds + 86_400) ? after : before
    }

    var unixSeconds: Double { unixSeconds(on: day) }

    /// The day that the clock of the zone shows at a moment.
    func day(atSeconds seconds: Double) -> CivilDate {
        let wallSeconds =
            seconds + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
        return CivilDate(dayNumber: Int((wallSeconds / 86_400).rounded(.down)))
    }
}
