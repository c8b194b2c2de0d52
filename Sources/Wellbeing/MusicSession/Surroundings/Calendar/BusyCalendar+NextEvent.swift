import PhysioTypes

extension BusyCalendar {
    /// The next event is looked for so far ahead; s.
    package static let nextEventRangeSeconds = 86_400.0

    /// Returns the start of the next busy event; s since 1970; nil where none begins within a day.
    ///
    /// - Parameter seconds: since 1970, UTC; an event that begins then goes on already.
    package func nextStartSeconds(after seconds: Double) -> Double? {
        guard abs(seconds) < Self.latestSeconds else { return nil }
        return events.compactMap {
            $0.nextStartSeconds(after: seconds, within: Self.nextEventRangeSeconds)
        }.min()
    }
}

extension CalendarFile {
    /// The file is read again where it has changed.
    package mutating func nextStartSeconds(after seconds: Double) -> Double? {
        _ = isBusy(atSeconds: seconds)
        return calendar.nextStartSeconds(after: seconds)
    }
}
