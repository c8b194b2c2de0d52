import PhysioDSP

/// A workout of the simulated person as a FIT file, and what is true of it.
package struct SimulatedFIT: Sendable {
    /// Such as `2026-11-19-run.fit`.
    package var name: String
    package var workout: SimulatedWorkout
    package var sport: Int
    /// Kilometres, each with its time without pauses, a rest at the end.
    package var laps: [SimulatedSplit]
    /// R-R intervals; ms; whole numbers.
    package var intervalsMs: [Int]
    /// Indices of the intervals that begin behind a pause.
    package var gapIndices: [Int]
    /// The offset of the clock on the wall from UTC, positive where the clock is ahead; min.
    package var offsetMinutes: Int

    /// The bytes of the file.
    package func bytes() -> [UInt8] {
        var writer = FITWorkoutWriter(fit: self)
        return writer.fileBytes()
    }
}

extension HealthSimulation {
    /// The FIT files of the export's days, by time.
    package func fitFiles(day: Int) -> [SimulatedFIT] {
        let dayTimes = self.dayTimes(day)
        return workouts(dayTimes).filter(\.hasFITCopy).enumerated().map { index, workout in
            var fit = SimulatedFIT(
                name: "\(HealthCalendar.text(day))-\(index + 1)-\(workout.activity.rawValue).fit",
                workout: workout, sport: workout.activity == .ride ? 2 : 1,
                laps: workout.computedSplits(ofMetres: 1000), intervalsMs: [], gapIndices: [],
                offsetMinutes: dayTimes.offsetMinutes(workout.startMs))
            addIntervals(to: &fit, day: day, item: index)
            return fit
        }
    }

    /// Intervals whose rate is that of the heart rates, in each time that the timer ran.
    private func addIntervals(to fit: inout SimulatedFIT, day: Int, item: Int) {
        var random = generator(.fitFileBeats, day: day, item: item)
        let rates = fit.workout.heartRates
        var position = 0
        for (index, span) in fit.workout.activeSpans.enumerated() {
            if index > 0 { fit.gapIndices.append(fit.intervalsMs.count) }
            var timeMs = span.startMs
            while true {
                while position + 1 < rates.count, rates[position + 1].ms <= timeMs { position += 1 }
                let mean = 60_000 / Double(rates[position].bpm)
                let interval = Int((mean + 4 * random.normal()).rounded())
                timeMs += Int64(interval)
                guard timeMs <= span.endMs else { break }
                fit.intervalsMs.append(interval)
            }
        }
    }
}

/// Writes the messages of a workout: file, start, records with beats, pauses, laps, session.
private struct FITWorkoutWriter {
    private let fit: SimulatedFIT
    private var builder = FITBuilder()
    /// The next interval, and when it ends; ms since 1970.
    private var nextIntervalIndex = 0
    private var lastBeatMs: Int64

    private typealias Field = FITBuilder.Field

    /// The number of intervals that a message of beats holds.
    private static let intervalsPerMessage = 5

    init(fit: SimulatedFIT) {
        self.fit = fit
        lastBeatMs = fit.workout.startMs
    }

    private var workout: SimulatedWorkout { fit.workout }

    mutating func fileBytes() -> [UInt8] {
        defineMessages()
        let start = FITBuilder.timestamp(workout.startMs)
        // Type 4 is an activity; 255 a manufacturer for tests; the serial number is left out.
        builder.write(local: 0, [[4], [255], [0], [nil], [start]])
        addEvent(workout.startMs, type: 0)
        var coveredCentimetres = 0
        var distances = workout.distances[...]
        for (index, rate) in workout.heartRates.enumerated() {
            if let pause = workout.pauses.first(where: { isPauseBefore($0, index) }) {
                addBeats(until: pause.startMs)
                addEvent(pause.startMs, type: 4)
                addEvent(pause.endMs, type: 0)
                lastBeatMs = pause.endMs
            }
            addBeats(until: rate.ms)
            while let first = distances.first, first.span.endMs <= rate.ms {
                coveredCentimetres += first.centimetres
                distances = distances.dropFirst()
            }
            let speed = distances.first.map { UInt64($0.centimetres) }
            builder.write(
                local: 2,
                [
                    [FITBuilder.timestamp(rate.ms)], [UInt64(rate.bpm)],
                    [
                        distances.first.map { $0.span.startMs == rate.ms } == true
                            ? UInt64(coveredCentimetres) : nil
                    ], [speed],
                ])
        }
        addBeats(until: workout.endMs)
        addEvent(workout.endMs, type: 4)
        addLaps()
        addSession()
        return builder.fileBytes()
    }

    /// Returns true if a pause lies between a heart rate and the one before it.
    private func isPauseBefore(_ pause: SimulatedSpan, _ index: Int) -> Bool {
        index > 0 && workout.heartRates[index - 1].ms < pause.startMs
            && workout.heartRates[index].ms >= pause.endMs
    }

    private mutating func defineMessages() {
        builder.define(local: 0, global: 0, [.enumeration(0), .u16(1), .u16(2), .u32z(3), .u32(4)])
        builder.define(local: 1, global: 21, [.u32(253), .enumeration(0), .enumeration(1)])
        builder.define(local: 2, global: 20, [.u32(253), .u8(3), .u32(5), .u16(6)])
        builder.define(local: 3, global: 78, [.u16(0)], arrayCounts: [0: Self.intervalsPerMessage])
        builder.define(
            local: 4, global: 19,
            [.u32(253), .u32(2), .u32(7), .u32(8), .u32(9), .enumeration(24)])
        builder.define(
            local: 5, global: 18,
            [
                .u32(253), .u32(2), .enumeration(5), .enumeration(6), .u32(7), .u32(8), .u32(9),
                .u16(11), .u16(14), .u8(16), .u8(17),
            ])
        builder.define(
            local: 6, global: 34,
            [.u32(253), .u32(0), .u16(1), .enumeration(2), .u32(5)])
    }

    private mutating func addEvent(_ unixMs: Int64, type: UInt64) {
        builder.write(local: 1, [[FITBuilder.timestamp(unixMs)], [0], [type]])
    }

    /// The intervals that end by a moment, five in a message.
    private mutating func addBeats(until unixMs: Int64) {
        var list: [UInt64?] = []
        while nextIntervalIndex < fit.intervalsMs.count,
            lastBeatMs + Int64(fit.intervalsMs[nextIntervalIndex]) <= unixMs
        {
            lastBeatMs += Int64(fit.intervalsMs[nextIntervalIndex])
            list.append(UInt64(fit.intervalsMs[nextIntervalIndex]))
            nextIntervalIndex += 1
        }
        while !list.isEmpty {
            var message = Array(list.prefix(Self.intervalsPerMessage))
            list.removeFirst(message.count)
            while message.count < Self.intervalsPerMessage { message.append(nil) }
            builder.write(local: 3, [message])
        }
    }

    private mutating func addLaps() {
        for lap in fit.laps {
            builder.write(
                local: 4,
                [
                    [FITBuilder.timestamp(lap.endMs)], [FITBuilder.timestamp(lap.startMs)],
                    [UInt64(max(0, lap.endMs - lap.startMs))],
                    [UInt64((lap.durationSeconds * 1000).rounded())],
                    [lap.distanceMetres.map { UInt64(($0 * 100).rounded()) }], [2],
                ])
        }
    }

    private mutating func addSession() {
        let elapsedMs = UInt64(workout.endMs - workout.startMs)
        let timerMs = UInt64(workout.durationSeconds * 1000)
        builder.write(
            local: 5,
            [
                [FITBuilder.timestamp(workout.endMs)], [FITBuilder.timestamp(workout.startMs)],
                [UInt64(fit.sport)], [0], [elapsedMs], [timerMs], [UInt64(workout.centimetres)],
                [workout.energyKcal.map { UInt64($0.rounded()) }],
                [workout.speedMetresPerSecond.map { UInt64(($0 * 1000).rounded()) }],
                [workout.averageBpm.map { UInt64($0.rounded()) }],
                [workout.maximumBpm.map { UInt64($0) }],
            ])
        let end = FITBuilder.timestamp(workout.endMs)
        let local = Int64(end) + Int64(fit.offsetMinutes) * 60
        builder.write(local: 6, [[end], [timerMs], [1], [0], [UInt64(max(0, local))]])
    }
}
