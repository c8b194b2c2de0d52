import PhysioDSP

/// The beats of about a minute, as they were and as the file has them.
package struct SimulatedBeatSegment: Sendable, Equatable {
    package var day: Int
    package var startMs: Int64
    package var endMs: Int64
    /// The offset of the clock on the wall from UTC, positive where the clock is ahead; min.
    package var offsetMinutes: Int
    /// Exact times of the beats that were seen, after `startMs`; ms.
    package var beatTimesMs: [Double]
    /// The same on the grid of 10 ms.
    package var writtenTimesMs: [Int]
    /// The heart rate that the file states at each beat; beats/min.
    package var heartRatesBpm: [Int]
    /// A flag for each beat: true if one before it was not seen.
    package var isAfterGap: [Bool]

    /// Exact intervals between neighbouring beats; ms; nil across a beat that was not seen.
    package var intervalsMs: [Double?] {
        beatTimesMs.indices.dropFirst().map {
            isAfterGap[$0] ? nil : beatTimesMs[$0] - beatTimesMs[$0 - 1]
        }
    }

    /// Sum of the squares of the exact successive differences, and how many there are.
    package var differenceSquares: (sum: Double, count: Int) { Self.differenceSquares(intervalsMs) }

    /// The same of the times on the grid.
    package var writtenDifferenceSquares: (sum: Double, count: Int) {
        Self.differenceSquares(
            writtenTimesMs.indices.dropFirst().map {
                isAfterGap[$0] ? nil : Double(writtenTimesMs[$0] - writtenTimesMs[$0 - 1])
            })
    }

    private static func differenceSquares(_ intervals: [Double?]) -> (sum: Double, count: Int) {
        var sum = 0.0
        var count = 0
        for (first, second) in zip(intervals, intervals.dropFirst()) {
            guard let first, let second else { continue }
            sum += (second - first) * (second - first)
            count += 1
        }
        return (sum, count)
    }

    /// Standard deviation of the exact intervals, which the record states as its value; ms.
    package var sdnnMs: Double {
        let intervals = intervalsMs.compactMap { $0 }
        let mean = intervals.reduce(0, +) / Double(intervals.count)
        let squares = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return HealthNumber.rounded((squares / Double(intervals.count - 1)).squareRoot(), 4)
    }

    /// Root mean square of the exact successive differences; ms.
    package var rmssdMs: Double {
        HealthNumber.rounded(
            (differenceSquares.sum / Double(differenceSquares.count)).squareRoot(), 4)
    }

    /// Indicates whether the record lasts over midnight of the clock on the wall; tests need it.
    package var crossesMidnight: Bool {
        HealthCalendar.day(unixMs: startMs, offsetMinutes: offsetMinutes)
            != HealthCalendar.day(unixMs: endMs, offsetMinutes: offsetMinutes)
    }
}

/// Numbers with few decimals, whose shortest text has no more.
enum HealthNumber {
    static func rounded(_ value: Double, _ decimals: Int) -> Double {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return (value * scale).rounded() / scale
    }
}

extension HealthSimulation {
    /// The segments of the night before a day and of the day, by time.
    func beatSegments(_ dayTimes: HealthDayTimes) -> [SimulatedBeatSegment] {
        guard era.hasWatch else { return [] }
        var random = generator(.beatSegmentTimes, day: dayTimes.day)
        var starts: [(ms: Int64, isAsleep: Bool)] = []
        if dayTimes.isWatchWornAtNight, dayTimes.hasNight {
            var timeMs = dayTimes.sleepOnsetMs + 60_000 * Int64(random.integer(15...40))
            while timeMs < dayTimes.wakeMs - 600_000 {
                starts.append((timeMs + 1000 * Int64(random.integer(0...59)), true))
                timeMs += 60_000 * Int64(random.integer(40...80))
            }
        }
        if !dayTimes.skipsWatchRecords {
            let firstAwakeStartMs = dayTimes.wakeMs + 60_000 * Int64(random.integer(40...80))
            starts.append((firstAwakeStartMs, false))
            for minute in [14 * 60 + 10, 20 * 60 + 15] {
                let ms = instantMs(day: dayTimes.day, minute: minute + random.integer(-20...20))
                if ms > firstAwakeStartMs + 600_000, ms < dayTimes.nextBedtimeMs - 1_800_000 {
                    starts.append((ms, false))
                }
            }
        }
        var beatSegments = starts.enumerated().map { index, start in
            beatSegment(dayTimes, item: index, startMs: start.ms, isAsleep: start.isAsleep)
        }
        if losesRecords(day: dayTimes.day), !beatSegments.isEmpty { beatSegments.removeLast() }
        let limit = exportMs
        return beatSegments.filter { $0.endMs <= limit }
    }

    private func beatSegment(
        _ dayTimes: HealthDayTimes, item: Int, startMs: Int64, isAsleep: Bool
    ) -> SimulatedBeatSegment {
        var random = generator(.beatSegmentIntervals, day: dayTimes.day, item: item)
        let meanMs = 60_000 / (traits.restingBpm + (isAsleep ? random.uniform(in: -2...5) : 14))
        let beats = beatTimes(
            meanMs: meanMs, rsaMs: traits.rsaAmplitudeMs * (isAsleep ? 1 : 0.6), &random)
        let missing = random.chance(0.3) ? random.integer(3...(beats.count - 4)) : -1
        var beatSegment = SimulatedBeatSegment(
            day: dayTimes.day, startMs: startMs, endMs: startMs,
            offsetMinutes: dayTimes.offsetMinutes(startMs), beatTimesMs: [], writtenTimesMs: [],
            heartRatesBpm: [],
            isAfterGap: [])
        for (index, beat) in beats.enumerated() where index != missing {
            let interval = index > 0 ? beat - beats[index - 1] : meanMs
            beatSegment.beatTimesMs.append(beat)
            beatSegment.writtenTimesMs.append(Int((beat / 10).rounded()) * 10)
            beatSegment.heartRatesBpm.append(Int((60_000 / interval).rounded()))
            beatSegment.isAfterGap.append(index > 0 && index == missing + 1)
        }
        let last = beatSegment.writtenTimesMs.last ?? 0
        beatSegment.endMs = startMs + Int64((last + 999) / 1000) * 1000
        return beatSegment
    }

    private func beatTimes(
        meanMs: Double, rsaMs: Double, _ random: inout SeededGenerator
    ) -> [Double] {
        let breathAngularRate = 2 * Double.pi * traits.breathsPerMinute / 60_000
        let slowAngularRate = 2 * Double.pi * 0.1 / 1000
        let phases = (2 * .pi * random.uniform(), 2 * .pi * random.uniform())
        let slowAmplitudeMs = random.uniform(in: 8...25)
        let end = random.uniform(in: 58_000...63_000)
        var timeMs = random.uniform(in: 150...900)
        var beats: [Double] = []
        while timeMs < end {
            beats.append(timeMs)
            timeMs += meanMs + rsaMs * PlatformMath.sin(breathAngularRate * timeMs + phases.0)
            timeMs +=
                slowAmplitudeMs * PlatformMath.sin(slowAngularRate * timeMs + phases.1) + 6
                * random.normal()
        }
        return beats
    }
}
