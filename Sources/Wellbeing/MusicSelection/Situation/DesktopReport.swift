/// The report of the desktop about a moment; values that it does not state are nil and are never
/// guessed.
package struct DesktopReport: Sendable, Hashable {
    /// The time at which it was read; s since 1970, UTC.
    package var timeSeconds: Double
    /// Name of the focus mode.
    package var focus: String?
    package var app: String?
    /// `productivity`, `creative`, or another word.
    package var category: String?
    package var isInMeeting: Bool?
    /// The time without any key or pointer; s.
    package var idleSeconds: Double?
    package var motion: Motion?

    package init(
        timeSeconds: Double, focus: String? = nil, app: String? = nil, category: String? = nil,
        isInMeeting: Bool? = nil, idleSeconds: Double? = nil, motion: Motion? = nil
    ) {
        self.timeSeconds = timeSeconds
        self.focus = focus
        self.app = app
        self.category = category
        self.isInMeeting = isInMeeting
        self.idleSeconds = idleSeconds
        self.motion = motion
    }
}

/// The activity of a person at the desktop, by its reports. A choice of our own, as are the numbers
/// below.
package enum DesktopActivity: String, Sendable, Hashable, CaseIterable {
    case deepWork = "deep_work"
    case meetings, casual, idle

    /// Reports reach so far back; s.
    static let lookbackSeconds = 1800.0
    /// One app leads from so long on; s.
    static let minAppSeconds = 1200.0
    /// Time without a key or pointer from which the person is away; s.
    static let idleSeconds = 300.0
    /// A report speaks for no longer than this; s.
    static let maxReportSeconds = 60.0
    /// A report older than this says nothing of now; s.
    static let maxAgeSeconds = 120.0

    /// - Returns: nil without a report of the last 2 min.
    package static func inferred(
        _ reports: [DesktopReport], nowSeconds now: Double
    ) -> DesktopActivity? {
        let recentReports = reports.filter {
            $0.timeSeconds <= now && now - $0.timeSeconds < lookbackSeconds
        }
        .sorted { $0.timeSeconds < $1.timeSeconds }
        guard let last = recentReports.last, now - last.timeSeconds < maxAgeSeconds else {
            return nil
        }
        let isIdle = (last.idleSeconds ?? 0) >= idleSeconds
        if last.isInMeeting == true { return .meetings }
        if isIdle { return .idle }
        return topAppSeconds(recentReports, now) >= minAppSeconds ? .deepWork : .casual
    }

    /// Time with the productive or creative app that had most of it; s.
    private static func topAppSeconds(_ reports: [DesktopReport], _ now: Double) -> Double {
        var seconds: [String: Double] = [:]
        for (index, report) in reports.enumerated() {
            guard let app = report.app, let category = report.category,
                ["productivity", "creative"].contains(category.lowercased())
            else { continue }
            let end = index + 1 < reports.count ? reports[index + 1].timeSeconds : now
            seconds[app, default: 0] += min(maxReportSeconds, end - report.timeSeconds)
        }
        return seconds.values.max() ?? 0
    }
}
