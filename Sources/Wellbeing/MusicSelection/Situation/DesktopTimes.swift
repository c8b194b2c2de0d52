/// Time at the desktop of the last half hour, by category.
package struct DesktopTimes: Sendable, Hashable {
    /// Name of the time without a key or pointer.
    package static let idleName = "idle"
    /// Name of the time with an app of no category.
    package static let otherName = "other"

    /// The times by category in lower case, s; time without a report is in none.
    package let secondsByCategory: [String: Double]

    /// A report holds until the next one, for a minute at most.
    ///
    /// - Parameter reports: in any order; those after `now` and before the last half hour are left out.
    package init(_ reports: [DesktopReport], nowSeconds now: Double) {
        let recentReports = reports.filter {
            $0.timeSeconds <= now && now - $0.timeSeconds < DesktopActivity.lookbackSeconds
        }.sorted { $0.timeSeconds < $1.timeSeconds }
        var seconds: [String: Double] = [:]
        for (index, report) in recentReports.enumerated() {
            let end = index + 1 < recentReports.count ? recentReports[index + 1].timeSeconds : now
            let isIdle = (report.idleSeconds ?? 0) >= DesktopActivity.idleSeconds
            let name = isIdle ? Self.idleName : report.category?.lowercased() ?? Self.otherName
            seconds[name, default: 0] += min(
                DesktopActivity.maxReportSeconds, end - report.timeSeconds)
        }
        secondsByCategory = seconds.filter { $0.value > 0 }
    }

    /// Minutes, the longest first.
    package var minutes: [(category: String, minutes: Double)] {
        secondsByCategory.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { ($0.key, $0.value / 60) }
    }
}
