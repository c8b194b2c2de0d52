import FlyingFox
import HealthTimeline
import PhysioTypes
import PracticeRuntime

/// The reviews of the page: the period of a day, and the one before it.
struct HealthReviewFeature: PageFeature {
    let days: HealthDays
    let clock: any PracticeClock

    var routes: [Route] { [Route(.GET, .pattern("/api/health/review"), .ownersOnly(review))] }

    private struct Response: Encodable {
        let reviews: [ReviewResponse]
    }

    @Sendable private func review(_ request: PageRequest) throws -> HTTPResponse {
        guard let period = HealthReview.Period(rawValue: request.http.queryValue("by") ?? "week")
        else { throw DashboardError.invalid("by is week or month") }
        guard let today = try PracticeLogReader.day(request, "today") else {
            throw DashboardError.invalid("today is a date such as 2026-11-22")
        }
        let reviews = try days.reviews(
            period, with: today, count: 2, today: today, options: try days.options(), clock: clock)
        return try .json(Response(reviews: reviews.map(ReviewResponse.init)))
    }
}

/// One period of the page.
struct ReviewResponse: Encodable {
    struct Figure: Encodable {
        let name: String
        let dayCount: Int
        /// The median in s, or per minute; left out where there are too few days.
        let median: Double?
        let low: Double?
        let high: Double?
        let rangeDayCount: Int
        let position: String?
        /// Days without the figure, by the code of the reason.
        let missing: [String: Int]
    }

    let first: String
    let last: String
    let lastCounted: String
    let dayCount: Int
    let figures: [Figure]

    init(_ review: HealthReview) {
        first = review.days.lowerBound.text
        last = review.days.upperBound.text
        lastCounted = review.lastCountedDay.text
        dayCount = review.countedDayCount
        figures = review.figures.map { figure in
            Figure(
                name: figure.metric.rawValue, dayCount: figure.dayCount, median: figure.median,
                low: figure.baselineRange?.quartileRange.lowerBound,
                high: figure.baselineRange?.quartileRange.upperBound,
                rangeDayCount: figure.baselineDayCount,
                position: figure.position?.rawValue,
                missing: Dictionary(
                    figure.missingDays.map { ($0.reason.rawValue, 1) }, uniquingKeysWith: +))
        }
    }
}
