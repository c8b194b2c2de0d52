import PhysioDSP

extension HealthSimulation {
    /// The night before a day; nil where nothing was recorded.
    func night(_ dayTimes: HealthDayTimes) -> SleepPlan? {
        guard dayTimes.hasNight, !losesNight(day: dayTimes.day) else { return nil }
        var random = generator(.sleepTracking, day: dayTimes.day, item: 1)
        let trackingDraw = random.uniform()
        let phone = phoneInBedPieces(dayTimes)
        if dayTimes.isWatchWornAtNight, era.hasStages {
            return watchSleepPlan(dayTimes, phone: phone, hasApp: trackingDraw < 0.5)
        }
        if trackingDraw < 0.75 {
            return appSleepPlan(dayTimes, phone: trackingDraw < 0.5 ? phone : [])
        }
        guard trackingDraw < 0.93 else { return nil }
        return SleepPlan(samples: phone, leader: .phone, countedPieces: phone)
    }

    /// A nap of the afternoon; nil on most days.
    func nap(_ dayTimes: HealthDayTimes) -> SleepPlan? {
        var random = generator(.nap, day: dayTimes.day)
        guard random.chance(0.15), !dayTimes.isArrival, !dayTimes.isDeparture,
            zone(day: dayTimes.day).name == homeZone.name
        else { return nil }
        let plannedStartMs = instantMs(
            day: dayTimes.day, minute: 13 * 60 + random.integer(30...120))
        // More than 3 h after the last in-bed sample of the night.
        let start = max(plannedStartMs, dayTimes.wakeMs + 4 * 3_600_000)
        let end = start + 30_000 * Int64(random.integer(40...160))
        let piece =
            era.hasStages && random.chance(0.7)
            ? SimulatedSleepPiece(.core, .watch, startMs: start, endMs: end)
            : SimulatedSleepPiece(.unspecified, .sleepApp, startMs: start, endMs: end)
        return SleepPlan(samples: [piece], leader: piece.device, countedPieces: [piece])
    }

    private func phoneInBedPieces(_ dayTimes: HealthDayTimes) -> [SimulatedSleepPiece] {
        var random = generator(.phone, day: dayTimes.day)
        let start = dayTimes.bedtimeMs - 30_000 * Int64(random.integer(0...20))
        let end = dayTimes.wakeMs + 30_000 * Int64(random.integer(2...50))
        guard random.chance(0.4) else {
            return [SimulatedSleepPiece(.inBed, .phone, startMs: start, endMs: end)]
        }
        // The person got up for a while.
        let outOfBedMs = start + 60_000 * Int64(random.integer(90...240))
        let backInBedMs = outOfBedMs + 30_000 * Int64(random.integer(4...30))
        return [
            SimulatedSleepPiece(.inBed, .phone, startMs: start, endMs: outOfBedMs),
            SimulatedSleepPiece(.inBed, .phone, startMs: backInBedMs, endMs: end),
        ]
    }

    // MARK: A night with stages

    private func watchSleepPlan(
        _ dayTimes: HealthDayTimes, phone: [SimulatedSleepPiece], hasApp: Bool
    ) -> SleepPlan {
        var random = generator(.stages, day: dayTimes.day)
        var pieces = Self.stages(from: dayTimes.sleepOnsetMs, to: dayTimes.wakeMs, &random)
        if let offWristGap = Self.offWristGap(dayTimes, &random) {
            pieces = pieces.flatMap { SleepPlan.parts(of: $0, outside: [offWristGap]) }
        }
        let appPieces = hasApp ? Self.appSample(dayTimes, &random) : []
        // Another source counts where the leader has no sample for 30 min or more.
        let appFillingPieces = appPieces.flatMap { SleepPlan.parts(of: $0, outside: pieces) }
            .filter { $0.endMs - $0.startMs >= 30 * 60_000 }
        let countedPieces = (pieces + appFillingPieces).sorted { $0.startMs < $1.startMs }
        var written = pieces
        // A stage may be written on into the awake piece behind it, which goes before it.
        for index in pieces.indices.dropLast()
        where pieces[index].stage == .core && pieces[index + 1].stage == .awake
            && pieces[index].endMs == pieces[index + 1].startMs && random.chance(0.3)
        {
            written[index].endMs = pieces[index + 1].endMs
        }
        return SleepPlan(
            samples: written + appPieces + phone, leader: .watch, countedPieces: countedPieces)
    }

    /// Cycles of core, deep and REM sleep, with awake pieces between some of them.
    private static func stages(
        from start: Int64, to end: Int64, _ random: inout SeededGenerator
    ) -> [SimulatedSleepPiece] {
        var pieces: [SimulatedSleepPiece] = []
        var timeMs = start
        var cycle = 0
        func add(_ stage: SimulatedStage, _ halfMinutes: Int) {
            let next = min(timeMs + 30_000 * Int64(halfMinutes), end)
            guard next > timeMs else { return }
            if let last = pieces.last, last.stage == stage {
                pieces[pieces.count - 1].endMs = next
            } else {
                pieces.append(SimulatedSleepPiece(stage, .watch, startMs: timeMs, endMs: next))
            }
            timeMs = next
        }
        while timeMs < end {
            add(.core, random.integer(25...60))
            add(.deep, random.integer(max(4, 50 - 16 * cycle)...max(8, 80 - 20 * cycle)))
            add(.core, random.integer(20...50))
            add(.rem, random.integer((8 + 8 * cycle)...(20 + 14 * cycle)))
            if random.chance(0.6) { add(.awake, random.integer(1...14)) }
            cycle += 1
        }
        return pieces
    }

    /// A time in which the watch was off the wrist.
    private static func offWristGap(
        _ dayTimes: HealthDayTimes, _ random: inout SeededGenerator
    ) -> SimulatedSleepPiece? {
        let choice = random.uniform()
        let start = dayTimes.sleepOnsetMs + 30_000 * Int64(random.integer(240...480))
        let minutes = choice < 0.15 ? random.integer(36...75) : random.integer(8...24)
        guard choice < 0.25 else { return nil }
        return SimulatedSleepPiece(
            .unspecified, .watch, startMs: start, endMs: start + Int64(minutes) * 60_000)
    }

    /// The one sample of an application beside the watch.
    private static func appSample(
        _ dayTimes: HealthDayTimes, _ random: inout SeededGenerator
    ) -> [SimulatedSleepPiece] {
        let isEarly = random.chance(0.12)
        let start =
            dayTimes.sleepOnsetMs
            - 30_000 * Int64(isEarly ? random.integer(72...100) : random.integer(-20...40))
        let end = dayTimes.wakeMs + 30_000 * Int64(random.integer(-10...40))
        return [SimulatedSleepPiece(.unspecified, .sleepApp, startMs: start, endMs: end)]
    }

    // MARK: A night by an application

    private func appSleepPlan(
        _ dayTimes: HealthDayTimes, phone: [SimulatedSleepPiece]
    ) -> SleepPlan {
        var random = generator(.stages, day: dayTimes.day, item: 1)
        var pieces: [SimulatedSleepPiece] = []
        var timeMs = dayTimes.sleepOnsetMs + 30_000 * Int64(random.integer(0...16))
        while timeMs < dayTimes.wakeMs {
            let asleepEndMs = min(
                timeMs + 30_000 * Int64(random.integer(120...500)), dayTimes.wakeMs)
            pieces.append(
                SimulatedSleepPiece(.unspecified, .sleepApp, startMs: timeMs, endMs: asleepEndMs))
            let awakeEndMs = asleepEndMs + 30_000 * Int64(random.integer(2...24))
            guard awakeEndMs + 600_000 < dayTimes.wakeMs else { break }
            if era != .ios8 {
                pieces.append(
                    SimulatedSleepPiece(.awake, .sleepApp, startMs: asleepEndMs, endMs: awakeEndMs))
            }
            timeMs = awakeEndMs
        }
        let inBed = SimulatedSleepPiece(
            .inBed, .sleepApp, startMs: dayTimes.bedtimeMs, endMs: dayTimes.wakeMs + 120_000)
        return SleepPlan(
            samples: pieces + [inBed] + phone, leader: .sleepApp, countedPieces: pieces)
    }
}
