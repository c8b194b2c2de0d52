package import Foundation
import PhysioTypes

/// Busy times of a person, by a calendar: events of iCalendar that are not of whole days.
///
/// Transparent and cancelled events do not count. Names, locations and guests of events are not kept.
///
/// Source: RFC 5545. An event that another one of the same `UID` replaces (`RECURRENCE-ID`) is left out on that day.
package struct BusyCalendar: Sendable {
    /// The reason that an event is left out.
    package enum EventError: String, Sendable, CaseIterable {
        /// An event without a start that can be read.
        case unreadable
        /// Its zone is none that this computer knows.
        case unknownZone = "unknown_zone"
        /// Its rule, or its list of days, is none that is expanded: the first day counts alone.
        case notExpanded = "not_expanded"
        /// An event beyond the first ``maxEvents``.
        case tooMany = "too_many"
    }

    /// More events are not read.
    static let maxEvents = 20_000
    /// Events last so long at most; s. Longer ones are cut.
    static let maxSeconds = 7 * 86_400.0
    /// Days that are counted for rules with a `COUNT`, in the whole calendar.
    static let maxCountedDays = 5_000_000

    private(set) var events: [CalendarEvent] = []
    package private(set) var errors: [EventError: Int] = [:]
    /// Events that count.
    package var eventCount: Int { events.count }

    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - homeZone: the zone of times without one.
    /// - Returns: nil where it is no calendar.
    package init?(_ bytes: some RandomAccessCollection<UInt8>, homeZone: TimeZone) {
        var drafts: [CalendarEvent.Draft] = []
        var open: [String] = []
        var isCalendar = false
        var omittedCount = 0
        CalendarLine.forEach(in: bytes) { line in
            switch line.name {
            case "BEGIN":
                let part = line.value.uppercased()
                isCalendar = isCalendar || part == "VCALENDAR"
                if part == "VEVENT" {
                    if drafts.count < Self.maxEvents {
                        drafts.append(CalendarEvent.Draft())
                    } else {
                        omittedCount += 1
                    }
                }
                // Who opens parts without end only loses his own events.
                if open.count < 100 { open.append(part) }
            case "END": if !open.isEmpty { open.removeLast() }
            default:
                // An alarm in an event has times of its own.
                guard open.last == "VEVENT", omittedCount == 0 else { return }
                drafts[drafts.count - 1].apply(line)
            }
        }
        guard isCalendar else { return nil }
        if omittedCount > 0 { errors[.tooMany] = omittedCount }
        finish(drafts, homeZone)
    }

    private mutating func finish(_ drafts: [CalendarEvent.Draft], _ homeZone: TimeZone) {
        var steps = Self.maxCountedDays
        var replacedStarts: [String: Set<Double>] = [:]
        for draft in drafts {
            if let id = draft.id, let moment = draft.replacedStartSeconds(homeZone) {
                replacedStarts[id, default: []].insert(moment)
            }
        }
        for draft in drafts where draft.isBusy {
            do throws(CalendarTime.Failure) {
                guard
                    let (event, isFullyExpanded) = try CalendarEvent.read(
                        draft, homeZone: homeZone,
                        replaced: draft.isReplacement
                            ? [] : draft.id.flatMap { replacedStarts[$0] } ?? [],
                        steps: &steps)
                else { continue }
                events.append(event)
                if !isFullyExpanded { errors[.notExpanded, default: 0] += 1 }
            } catch {
                let eventError: EventError = error == .unknownZone ? .unknownZone : .unreadable
                errors[eventError, default: 0] += 1
            }
        }
    }

    /// A moment about the year 5000; s since 1970.
    static let latestSeconds = 1e11

    /// Returns true if an event goes on at a moment: from its start on, before its end.
    ///
    /// - Parameter seconds: since 1970, UTC; at moments that no clock shows nothing goes on.
    package func isBusy(atSeconds seconds: Double) -> Bool {
        abs(seconds) < Self.latestSeconds && events.contains { $0.isOngoing(atSeconds: seconds) }
    }

    /// The notice for the person about events that were left out; nil where none were.
    package var omissionNotice: String? {
        let words = EventError.allCases.compactMap { eventError -> String? in
            guard let count = errors[eventError] else { return nil }
            switch eventError {
            case .unreadable: return "\(count) have no time that can be read"
            case .unknownZone: return "\(count) are in a zone that is not known"
            case .notExpanded: return "\(count) repeat in a way that hrv does not follow"
            case .tooMany: return "\(count) are more than \(Self.maxEvents)"
            }
        }
        return words.isEmpty ? nil : "of the calendar's events " + words.joined(separator: ", ")
    }
}
