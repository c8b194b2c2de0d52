import PhysioTypes
import PracticePlans

/// The cost of streaks and a month after ten years of three entries a day.
enum PracticeDaysCases {
    static var cases: [BenchmarkCase] { [streaksCase, monthCase] }

    private static let yearCount = 10
    private static let dayCount = 365 * yearCount
    /// Each tenth day has no entry: one day missed, and a reward to spend on it.
    private static let missedDayInterval = 10
    private static let dayMs: Int64 = 86_400_000
    /// 2016-01-01T06:00Z.
    private static let firstEntryMs: Int64 = 1_451_628_000_000

    private static var entries: [CountedEntry] {
        (0..<dayCount).filter { $0 % missedDayInterval != missedDayInterval - 1 }.flatMap { day in
            (0..<3).map { index in
                CountedEntry(
                    start: CivilInstant(
                        unixMs: firstEntryMs + Int64(day) * dayMs + Int64(index) * 14_400_000,
                        offsetMinutes: 0),
                    mindfulMs: 600_000, workoutMs: 0, kind: .timer, origin: .own)
            }
        }
    }

    private static var days: PracticeDays {
        PracticeDays(
            entries, rest: RestDays([]), settings: DaySettings(),
            nowMs: firstEntryMs + Int64(dayCount - 2) * dayMs,
            zone: ZoneRules(name: "UTC") { _ in 0 })
    }

    /// Days, and both streaks, from the entries.
    private static var bothStreaks: [Streak] {
        let days = days
        return [Streak(days, .mindful), Streak(days, .workout)]
    }

    private static var streaksCase: BenchmarkCase {
        BenchmarkCase(
            "PracticePlans/streaks", workload: "10 y, 3 a day", items: 3 * dayCount, of: "entry",
            tolerance: 0
        ) {
            let shippedVariant = BenchmarkVariant("as shipped") {
                BenchmarkRun {
                    bothStreaks
                } numbers: { streaks in
                    streaks.flatMap { [Double($0.length), Double($0.rewards)] }
                }
            }
            // Nine days in a row earn one reward, and the tenth spends it; the tenth of the last is not there yet.
            return BenchmarkWork(variants: [shippedVariant]) {
                [Double(dayCount - dayCount / missedDayInterval), 1, 0, 0]
            }
        }
    }

    /// One month of days that are there.
    private static var monthCase: BenchmarkCase {
        BenchmarkCase(
            "PracticePlans/month", workload: "of 10 y", items: 1, of: "month", tolerance: 0
        ) {
            let days = days
            let streak = Streak(days, .mindful)
            let shippedVariant = BenchmarkVariant("as shipped") {
                BenchmarkRun {
                    PracticeMonth(
                        year: 2020, month: 2, days: days, streak: streak, weeksFrom: .monday)
                } numbers: { month in
                    let inside = (month?.weeks ?? []).joined().filter(\.isInMonth)
                    return [
                        Double(inside.count),
                        Double(inside.reduce(0) { $0 + ($1.practiceDay?.timeMs(.mindful) ?? 0) }),
                    ]
                }
            }
            return BenchmarkWork(variants: [shippedVariant]) {
                let first = 1492
                let activeDayCount = (first..<first + 29).count {
                    $0 % missedDayInterval != missedDayInterval - 1
                }
                return [29, Double(activeDayCount * 1_800_000)]
            }
        }
    }
}
