import PhysioDSP

/// The beats of about a minute, as they were and as the file has them.
package struct SimulatedBeatSegment: Sendable, Equatable {
    package var day: Int
    package var startMs: Int64
    package var endMs: Int64
    /// What the clock on the wall shows more than UTC; min.
    package var offsetMinutes: Int
    /// Exact times of the beats that were seen, after `startMs`; ms.
    package var beatMs: [Double]
    /// The same on the grid of 10 ms.
    package var writtenMs: [Int]
    /// The heart rate that the file states at each beat; beats/min.
    package var bpm: [Int]
    /// For each beat, whether one before it was not seen.
    package var isAfterGap: [Bool]

    /// Exact intervals between neighbouring beats; ms; nil across a beat that was not seen.
    package var intervalsMs: [Double?] {
        beatMs.indices.dropFirst().map { isAfterGap[$0] ? nil : beatMs[$0] - beatMs[$0 - 1] }
    }

    /// Sum of the squares of the exact successive differences, and how many there are.
    package var squares: (sum: Double, count: Int) { Self.squares(intervalsMs) }

    /// The same of the times on the grid.
    package var writtenSquares: (sum: Double, count: Int) {
        Self.squares(
            writtenMs.indices.dropFirst().map {
                isAfterGap[$0] ? nil : Double(writtenMs[$0] - writtenMs[$0 - 1])
            })
    }

    private static func squares(_ intervals: [Double?]) -> (sum: Double, count: Int) {
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
        HealthNumber.rounded((squares.sum / Double(squares.count)).squareRoot(), 4)
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
    func beatSegments(_ times: HealthDayTimes) -> [SimulatedBeatSegment] {
        guard era.hasWatch else { return [] }
        var draws = generator(.beatSegmentTimes, day: times.day)
        var starts: [(ms: Int64, isAsleep: Bool)] = []
        if times.isWornAtNight, times.hasNight {
            var at = times.onsetMs + 60_000 * Int64(draws.whole(15...40))
            while at < times.wakeMs - 600_000 {
                starts.append((at + 1000 * Int64(draws.whole(0...59)), true))
                at += 60_000 * Int64(draws.whole(40...80))
            }
        }
        if !times.isTravel {
            let wake = times.wakeMs + 60_000 * Int64(draws.whole(40...80))
            starts.append((wake, false))
            for minute in [14 * 60 + 10, 20 * 60 + 15] {
                let ms = moment(day: times.day, minute: minute + draws.whole(-20...20))
                if ms > wake + 600_000, ms < times.nextBedMs - 1_800_000 {
                    starts.append((ms, false))
                }
            }
        }
        var beatSegments = starts.enumerated().map { index, start in
            beatSegment(times, item: index, startMs: start.ms, isAsleep: start.isAsleep)
        }
        if losesRecords(day: times.day), !beatSegments.isEmpty { beatSegments.removeLast() }
        let limit = exportMs
        return beatSegments.filter { $0.endMs <= limit }
    }

    private func beatSegment(
        _ times: HealthDayTimes, item: Int, startMs: Int64, isAsleep: Bool
    ) -> SimulatedBeatSegment {
        var draws = generator(.beatSegmentIntervals, day: times.day, item: item)
        let meanMs = 60_000 / (traits.restingBpm + (isAsleep ? draws.uniform(in: -2...5) : 14))
        let beats = beatTimes(
            meanMs: meanMs, rsaMs: traits.rsaMs * (isAsleep ? 1 : 0.6), &draws)
        let missing = draws.chance(0.3) ? draws.whole(3...(beats.count - 4)) : -1
        var beatSegment = SimulatedBeatSegment(
            day: times.day, startMs: startMs, endMs: startMs,
            offsetMinutes: times.offsetMinutes(startMs), beatMs: [], writtenMs: [], bpm: [],
            isAfterGap: [])
        for (index, beat) in beats.enumerated() where index != missing {
            let interval = index > 0 ? beat - beats[index - 1] : meanMs
            beatSegment.beatMs.append(beat)
            beatSegment.writtenMs.append(Int((beat / 10).rounded()) * 10)
            beatSegment.bpm.append(Int((60_000 / interval).rounded()))
            beatSegment.isAfterGap.append(index > 0 && index == missing + 1)
        }
        let last = beatSegment.writtenMs.last ?? 0
        beatSegment.endMs = startMs + Int64((last + 999) / 1000) * 1000
        return beatSegment
    }

    private func beatTimes(
        meanMs: Double, rsaMs: Double, _ draws: inout SeededGenerator
    ) -> [Double] {
        let breath = 2 * Double.pi * traits.breathsPerMinute / 60_000
        let slow = 2 * Double.pi * 0.1 / 1000
        let phases = (2 * .pi * draws.uniform(), 2 * .pi * draws.uniform())
        let slowMs = draws.uniform(in: 8...25)
        let end = draws.uniform(in: 58_000...63_000)
        var at = draws.uniform(in: 150...900)
        var beats: [Double] = []
        while at < end {
            beats.append(at)
            at += meanMs + rsaMs * PlatformMath.sin(breath * at + phases.0)
            at += slowMs * PlatformMath.sin(slow * at + phases.1) + 6 * draws.normal()
        }
        return beats
    }
}
