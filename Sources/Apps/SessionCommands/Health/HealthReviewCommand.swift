import ArgumentParser
import CommandSupport
import HRVReports
import HealthHistory
import HealthTimeline
import PhysioTypes
import PracticeRuntime
import SessionDashboard

/// `hrv health review`: weeks and months, each against the person's own range.
struct HealthReviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Review a week or a month: sleep, resting rate, breathing, practice.",
        discussion: """
            Each figure is the median of the days that have it, beside the own range: the middle half \
            of the values of the 84 days before. A median needs 3 days of a week or 7 of a month, a \
            range 14 days. Weeks begin on Monday. A period that is not over counts its days up to \
            today, and days without a value are counted by their reason.
            """)

    @Option(help: "week or month.")
    var by = HealthReview.Period.week

    @Option(help: ArgumentHelp("Any day of the newest period (default: today).", valueName: "date"))
    var date: CivilDate?

    @Option(help: ArgumentHelp("Number of periods, 1 to 60.", valueName: "number"))
    var count = 2

    @OptionGroup var options: HealthOptions

    func validate() throws {
        guard (1...60).contains(count) else { throw ValidationError("--count is 1 to 60") }
    }

    func run() throws {
        try options.run { store, diagnostics in
            let clock = try HealthDateContext(store)
            if let date, by.days(with: date).lowerBound > clock.today {
                throw ValidationError("--date \(date.text): this \(by.rawValue) has not begun")
            }
            let reviews = try HealthDateContext.days(store, options.location.history).reviews(
                by, with: date ?? clock.today, count: count, today: clock.today,
                options: clock.options(), clock: SystemPracticeClock())
            try options.write(text(reviews))
            if reviews.flatMap(\.figures).allSatisfy({ $0.dayCount == 0 }) {
                try store.reportNoResults("no values in this review", diagnostics) {
                    "--date \($0.text)"
                }
            }
        }
    }

    private func text(_ reviews: [HealthReview]) -> String {
        let rows = reviews.flatMap { review in
            review.figures.map { (review, $0, Self.row(review, $0)) }
        }
        switch options.shape {
        case .table: return reviews.map(Self.table).joined(separator: "\n")
        case .csv: return HealthRows(columns: [], rows: rows.map(\.2)).text(.csv) { "" }
        case .json:
            return OrderedJSON.array(rows.map { Self.object($1, $2) }).prettyText + "\n"
        case .ndjson: return rows.map { Self.object($1, $2).compactText + "\n" }.joined()
        }
    }

    private static func row(_ review: HealthReview, _ figure: HealthReview.Figure) -> HealthRows.Row
    {
        [
            ("period", .text(review.period.rawValue)),
            ("from", .text(review.days.lowerBound.text)),
            ("to", .text(review.days.upperBound.text)),
            ("counted_to", .text(review.lastCountedDay.text)),
            ("figure", .text(figure.metric.rawValue)),
            ("days", .integer(review.countedDayCount)), ("n", .integer(figure.dayCount)),
            ("median", OrderedJSON(figure.median)),
            ("range_low", OrderedJSON(figure.baselineRange?.quartileRange.lowerBound)),
            ("range_median", OrderedJSON(figure.baselineRange?.median)),
            ("range_high", OrderedJSON(figure.baselineRange?.quartileRange.upperBound)),
            ("range_n", .integer(figure.baselineDayCount)),
            ("position", OrderedJSON(figure.position?.rawValue)),
            (
                "missing",
                .array(
                    figure.missingDays.map {
                        .object([
                            ("date", .text($0.date.text)), ("reason", .text($0.reason.rawValue)),
                        ])
                    })
            ),
        ]
    }

    private static func object(_ figure: HealthReview.Figure, _ row: HealthRows.Row) -> OrderedJSON
    {
        HealthRows.object(
            row,
            [
                "median": figure.dayCount == 0
                    ? figure.missingDays.first?.reason ?? .tooFewValues : .tooFewValues,
                "range_low": .tooFewValues, "range_median": .tooFewValues,
                "range_high": .tooFewValues,
                "position": .tooFewValues,
            ])
    }

    private static func table(_ review: HealthReview) -> String {
        let (first, last) = (review.days.lowerBound, review.days.upperBound)
        let isOver = review.lastCountedDay == last
        let title =
            "\(review.period == .week ? "Week" : "Month") \(first.text) to \(last.text)"
            + (isOver ? "" : ", not over: to \(review.lastCountedDay.text)")
        let rows = review.figures.map { figure in
            let range = figure.baselineRange?.quartileRange
            let rangeText = range.map {
                "\(figure.text($0.lowerBound)) to \(figure.text($0.upperBound)) "
            }
            return [
                figure.metric.title, "\(figure.dayCount) of \(review.countedDayCount)",
                figure.text(figure.median),
                (rangeText ?? "too few days ") + "(\(figure.baselineDayCount))",
                figure.position?.rawValue ?? "–", figure.missingText,
            ]
        }
        return title + "\n"
            + TextColumns.text(
                titles: ["", "days", "median", "own range (days)", "position", "missing"],
                rows: rows, rightAligned: [false, true, true, false, false, false])
    }
}

extension HealthReview.Period: ExpressibleByArgument {}

extension HealthReview.Metric {
    fileprivate var title: String {
        switch self {
        case .sleep: "sleep, h"
        case .restingHeartRate: "resting rate, bpm"
        case .respiratoryRate: "respiratory rate, /min"
        case .practice: "practice, min"
        case .breathing: "breathing practice, min"
        }
    }

    /// The divisor of a value for the table.
    fileprivate var unitDivisor: Double {
        switch self {
        case .sleep: 3600
        case .practice, .breathing: 60
        case .restingHeartRate, .respiratoryRate: 1
        }
    }
}

extension HealthReview.Figure {
    /// A value in the unit of the table, to one decimal.
    fileprivate func text(_ value: Double?) -> String {
        guard let value else { return "–" }
        return "\((value / metric.unitDivisor * 10).rounded() / 10)"
    }

    /// Days without the figure by their reason, the reason of most days first.
    fileprivate var missingText: String {
        let counts = Dictionary(missingDays.map { ($0.reason.rawValue, 1) }, uniquingKeysWith: +)
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \($0.key.replacing("_", with: " "))" }.joined(separator: ", ")
    }
}
