import HealthTimeline

/// The trends of the page.
struct TrendsResponse: Encodable {
    /// Nights with breathing before them against the others, by one figure.
    struct Comparison: Encodable {
        let name: String
        let unit: String
        let digits: Int
        let withMedian: Double?
        let withCount: Int
        let withoutMedian: Double?
        let withoutCount: Int
        let difference: Double?
        let low: Double?
        let high: Double?

        private enum CodingKeys: String, CodingKey {
            case name, unit, digits, withMedian = "withMedian", withCount =
                "withCount", withoutMedian = "withoutMedian", withoutCount =
                "withoutCount", difference,
                low, high
        }

        // What is missing is null, and not left out.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(name, forKey: .name)
            try values.encode(unit, forKey: .unit)
            try values.encode(digits, forKey: .digits)
            try values.encode(withMedian, forKey: .withMedian)
            try values.encode(withCount, forKey: .withCount)
            try values.encode(withoutMedian, forKey: .withoutMedian)
            try values.encode(withoutCount, forKey: .withoutCount)
            try values.encode(difference, forKey: .difference)
            try values.encode(low, forKey: .low)
            try values.encode(high, forKey: .high)
        }
    }

    /// Midday of each date in ms since 1970, and its value.
    let rmssd: [[Double]]
    let resting: [[Double]]
    /// The sleep in hours.
    let sleep: [[Double]]
    let comparisons: [Comparison]

    init(_ trends: HealthTrends) {
        func points(_ metric: HealthTrends.Metric) -> [[Double]] {
            trends.trends.first { $0.metric == metric }?.points.map {
                [
                    Double($0.date.dayNumber) * 86_400_000 + 43_200_000,
                    $0.value / metric.unitDivisor,
                ]
            } ?? []
        }
        rmssd = points(.rmssd)
        resting = points(.restingHeartRate)
        sleep = points(.sleep)
        comparisons = trends.trends.map(Comparison.init)
    }
}

extension TrendsResponse.Comparison {
    init(_ trend: HealthTrends.Trend) {
        let (metric, breathing) = (trend.metric, trend.breathing)
        func inPageUnit(_ value: Double?) -> Double? { value.map { $0 / metric.unitDivisor } }
        self.init(
            name: metric.pageName, unit: metric.pageUnit, digits: metric == .sleep ? 1 : 0,
            withMedian: inPageUnit(breathing.medianWithBreathing),
            withCount: breathing.countWithBreathing,
            withoutMedian: inPageUnit(breathing.medianWithoutBreathing),
            withoutCount: breathing.countWithoutBreathing,
            difference: inPageUnit(breathing.difference),
            low: inPageUnit(breathing.interval?.lowerBound),
            high: inPageUnit(breathing.interval?.upperBound))
    }
}

extension HealthTrends.Metric {
    /// The divisor of values on the page, which shows sleep in hours.
    fileprivate var unitDivisor: Double { self == .sleep ? 3600 : 1 }

    fileprivate var pageName: String {
        switch self {
        case .rmssd: "rmssd"
        case .restingHeartRate: "resting"
        case .sleep: "sleep"
        }
    }

    fileprivate var pageUnit: String {
        switch self {
        case .rmssd: "ms"
        case .restingHeartRate: "/min"
        case .sleep: "h"
        }
    }
}
