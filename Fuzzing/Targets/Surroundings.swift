import Foundation

@testable import MusicSession

extension FuzzTarget {
    /// Any bytes as a calendar: it answers for every moment, and says what it left out.
    static let calendar = FuzzTarget(name: "calendar") { bytes in
        guard let homeZone = TimeZone(identifier: "Europe/Berlin"),
            let calendar = BusyCalendar(bytes, homeZone: homeZone)
        else { return }
        precondition(calendar.eventCount <= BusyCalendar.maxEvents)
        precondition(calendar.errors.values.allSatisfy { $0 > 0 })
        precondition(calendar.errors.isEmpty == (calendar.omissionNotice == nil))
        // Hours from 2023 to 2027, and moments that no clock shows.
        for hour in stride(from: 1_672_531_200.0, to: 1_830_297_600, by: 3_600 * 97) {
            let isBusy = calendar.isBusy(atSeconds: hour)
            precondition(!isBusy || calendar.eventCount > 0)
        }
        for moment in [-Double.infinity, -1e18, 0, 1e18, .infinity, .nan] {
            _ = calendar.isBusy(atSeconds: moment)
        }
    }

    /// Any bytes as a report of the desktop: numbers are finite, names of a length that is kept.
    static let desktopReport = FuzzTarget(name: "desktop-report") { bytes in
        guard let report = try? DesktopReportText.read(bytes, nowSeconds: 1_795_564_800) else {
            return
        }
        precondition(report.idleSeconds.map { $0 >= 0 && $0.isFinite } ?? true)
        for name in [report.focus, report.app, report.category] {
            precondition((name?.count ?? 0) <= 256)
        }
    }
}
