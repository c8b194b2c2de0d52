import HealthSimulation
import Testing

@Suite struct SimulatedBeatSegmentTests {
    /// Milliseconds of the day of `20:14:07.68`, `8:14:07,68 PM` and the like.
    private static func milliseconds(_ text: String) -> Int? {
        let isAfternoon = text.hasSuffix("PM")
        let hasHalves = isAfternoon || text.hasSuffix("AM")
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 4 else { return nil }
        let hour = hasHalves ? numbers[0] % 12 + (isAfternoon ? 12 : 0) : numbers[0]
        return ((hour * 60 + numbers[1]) * 60 + numbers[2]) * 1000 + numbers[3] * 10
    }

    @Test(arguments: HealthLocale.allCases)
    func intervalsEqualDifferencesOfWrittenTimesWithinTheGrid(locale: HealthLocale) throws {
        let simulation = HealthFixture.simulation(seed: 8, days: 8, locale: locale)
        let truth = simulation.truth()
        let records = HealthFixture.scan(simulation)
            .all("HKQuantityTypeIdentifierHeartRateVariabilitySDNN")
            .filter { !$0.inside.isEmpty }
        #expect(records.count == truth.beatSegments.count && records.count > 50)
        var wrong = 0
        for (record, beatSegment) in zip(records, truth.beatSegments) {
            let beats = record.inside.filter { $0.name == "InstantaneousBeatsPerMinute" }
            let times = beats.compactMap { Self.milliseconds($0.attributes["time"] ?? "") }
            try #require(times.count == beatSegment.beatTimesMs.count)
            for (index, interval) in beatSegment.intervalsMs.enumerated() {
                // Over midnight the time of day begins anew.
                let written = (times[index + 1] - times[index] + 86_400_000) % 86_400_000
                let bpm = Double(beats[index + 1].attributes["bpm"] ?? "") ?? 0
                let isGap = abs(Double(written) - 60_000 / bpm) > 0.2 * 60_000 / bpm
                let isClose = interval.map { abs(Double(written) - $0) <= 10 } ?? true
                if !isClose || isGap != (interval == nil) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test func localesWriteTimesInTheirOwnWay() {
        func times(_ locale: HealthLocale, _ era: HealthSimulation.Era) -> String {
            let simulation = HealthFixture.simulation(days: 2, era: era, locale: locale)
            return String(decoding: HealthFixture.bytes(simulation), as: UTF8.self)
        }
        #expect(times(.en, .ios16).contains("\u{202F}AM\"/>"))
        #expect(times(.en, .ios12).contains(" AM\"/>"))
        #expect(times(.es, .ios16).contains(/:\d\d,\d\d\u{202F}AM/))
        #expect(times(.de, .ios16).contains(/time="\d\d:\d\d:\d\d,\d\d"/))
        #expect(times(.gb, .ios16).contains(/time="\d\d:\d\d:\d\d\.\d\d"/))
    }

    @Test func theGridAddsFiftySquareMilliseconds() {
        var (exact, written, count) = (0.0, 0.0, 0)
        for seed in 1...6 {
            for beatSegment in HealthFixture.simulation(seed: UInt64(seed), days: 30).truth()
                .beatSegments
            {
                exact += beatSegment.differenceSquares.sum
                written += beatSegment.writtenDifferenceSquares.sum
                count += beatSegment.differenceSquares.count
            }
        }
        // Over 100,000 differences; the standard error of the mean is below 1 ms^2.
        let added = (written - exact) / Double(count)
        #expect(count > 50_000 && abs(added - 50) < 3, "\(added)")
    }

    @Test func someBeatSegmentsMissABeatAndSomeCrossMidnight() {
        let beatSegments = HealthFixture.simulation(seed: 1, days: 250).truth().beatSegments
        let missing = beatSegments.count { $0.isAfterGap.contains(true) }
        #expect(missing > beatSegments.count / 5 && missing < beatSegments.count / 2)
        #expect(beatSegments.contains { $0.crossesMidnight })
    }
}
