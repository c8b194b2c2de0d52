import PhysioDSP

extension HealthSimulation {
    /// The night before a day; nil where nothing was recorded.
    func night(_ times: HealthDayTimes) -> SleepPlan? {
        guard times.hasNight, !losesNight(day: times.day) else { return nil }
        var draws = generator(.tracking, day: times.day, item: 1)
        let tracking = draws.uniform()
        let phone = phoneInBed(times)
        if times.isWornAtNight, era.hasStages {
            return watchNight(times, phone: phone, hasApp: tracking < 0.5)
        }
        if tracking < 0.75 { return appNight(times, phone: tracking < 0.5 ? phone : []) }
        guard tracking < 0.93 else { return nil }
        return SleepPlan(samples: phone, leader: .phone, counted: phone)
    }

    /// A nap of the afternoon; nil on most days.
    func nap(_ times: HealthDayTimes) -> SleepPlan? {
        var draws = generator(.nap, day: times.day)
        guard draws.chance(0.15), !times.isArrival, !times.isDeparture,
            zone(day: times.day).name == home.name
        else { return nil }
        let wanted = moment(day: times.day, minute: 13 * 60 + draws.whole(30...120))
        // More than 3 h after the last in-bed sample of the night.
        let start = max(wanted, times.wakeMs + 4 * 3_600_000)
        let end = start + 30_000 * Int64(draws.whole(40...160))
        let piece =
            era.hasStages && draws.chance(0.7)
            ? SimulatedSleepPiece(.core, .watch, startMs: start, endMs: end)
            : SimulatedSleepPiece(.unspecified, .sleepApp, startMs: start, endMs: end)
        return SleepPlan(samples: [piece], leader: piece.device, counted: [piece])
    }

    private func phoneInBed(_ times: HealthDayTimes) -> [SimulatedSleepPiece] {
        var draws = generator(.phone, day: times.day)
        let start = times.bedMs - 30_000 * Int64(draws.whole(0...20))
        let end = times.wakeMs + 30_000 * Int64(draws.whole(2...50))
        guard draws.chance(0.4) else {
            return [SimulatedSleepPiece(.inBed, .phone, startMs: start, endMs: end)]
        }
        // The person got up for a while.
        let up = start + 60_000 * Int64(draws.whole(90...240))
        let back = up + 30_000 * Int64(draws.whole(4...30))
        return [
            SimulatedSleepPiece(.inBed, .phone, startMs: start, endMs: up),
            SimulatedSleepPiece(.inBed, .phone, startMs: back, endMs: end),
        ]
    }

    // MARK: A night with stages

    private func watchNight(
        _ times: HealthDayTimes, phone: [SimulatedSleepPiece], hasApp: Bool
    ) -> SleepPlan {
        var draws = generator(.stages, day: times.day)
        var pieces = Self.stages(from: times.onsetMs, to: times.wakeMs, &draws)
        if let hole = Self.hole(times, &draws) {
            pieces = pieces.flatMap { SleepPlan.parts(of: $0, outside: [hole]) }
        }
        let app = hasApp ? Self.appSample(times, &draws) : []
        // Another source counts where the leader has no sample for 30 min or more.
        let filled = app.flatMap { SleepPlan.parts(of: $0, outside: pieces) }
            .filter { $0.endMs - $0.startMs >= 30 * 60_000 }
        let counted = (pieces + filled).sorted { $0.startMs < $1.startMs }
        var written = pieces
        // A stage may be written on into the awake piece behind it, which goes before it.
        for index in pieces.indices.dropLast()
        where pieces[index].stage == .core && pieces[index + 1].stage == .awake
            && pieces[index].endMs == pieces[index + 1].startMs && draws.chance(0.3)
        {
            written[index].endMs = pieces[index + 1].endMs
        }
        return SleepPlan(samples: written + app + phone, leader: .watch, counted: counted)
    }

    /// Cycles of core, deep and REM sleep, with awake pieces between some of them.
    private static func stages(
        from start: Int64, to end: Int64, _ draws: inout SeededGenerator
    ) -> [SimulatedSleepPiece] {
        var pieces: [SimulatedSleepPiece] = []
        var at = start
        var cycle = 0
        func add(_ stage: SimulatedStage, _ halfMinutes: Int) {
            let next = min(at + 30_000 * Int64(halfMinutes), end)
            guard next > at else { return }
            if let last = pieces.last, last.stage == stage {
                pieces[pieces.count - 1].endMs = next
            } else {
                pieces.append(SimulatedSleepPiece(stage, .watch, startMs: at, endMs: next))
            }
            at = next
        }
        while at < end {
            add(.core, draws.whole(25...60))
            add(.deep, draws.whole(max(4, 50 - 16 * cycle)...max(8, 80 - 20 * cycle)))
            add(.core, draws.whole(20...50))
            add(.rem, draws.whole((8 + 8 * cycle)...(20 + 14 * cycle)))
            if draws.chance(0.6) { add(.awake, draws.whole(1...14)) }
            cycle += 1
        }
        return pieces
    }

    /// A time in which the watch was off the wrist.
    private static func hole(
        _ times: HealthDayTimes, _ draws: inout SeededGenerator
    ) -> SimulatedSleepPiece? {
        let choice = draws.uniform()
        let start = times.onsetMs + 30_000 * Int64(draws.whole(240...480))
        let minutes = choice < 0.15 ? draws.whole(36...75) : draws.whole(8...24)
        guard choice < 0.25 else { return nil }
        return SimulatedSleepPiece(
            .unspecified, .watch, startMs: start, endMs: start + Int64(minutes) * 60_000)
    }

    /// The one sample of an application beside the watch.
    private static func appSample(
        _ times: HealthDayTimes, _ draws: inout SeededGenerator
    ) -> [SimulatedSleepPiece] {
        let isEarly = draws.chance(0.12)
        let start =
            times.onsetMs
            - 30_000 * Int64(isEarly ? draws.whole(72...100) : draws.whole(-20...40))
        let end = times.wakeMs + 30_000 * Int64(draws.whole(-10...40))
        return [SimulatedSleepPiece(.unspecified, .sleepApp, startMs: start, endMs: end)]
    }

    // MARK: A night by an application

    private func appNight(
        _ times: HealthDayTimes, phone: [SimulatedSleepPiece]
    ) -> SleepPlan {
        var draws = generator(.stages, day: times.day, item: 1)
        var pieces: [SimulatedSleepPiece] = []
        var at = times.onsetMs + 30_000 * Int64(draws.whole(0...16))
        while at < times.wakeMs {
            let asleep = min(at + 30_000 * Int64(draws.whole(120...500)), times.wakeMs)
            pieces.append(
                SimulatedSleepPiece(.unspecified, .sleepApp, startMs: at, endMs: asleep))
            let awake = asleep + 30_000 * Int64(draws.whole(2...24))
            guard awake + 600_000 < times.wakeMs else { break }
            if era != .ios8 {
                pieces.append(
                    SimulatedSleepPiece(.awake, .sleepApp, startMs: asleep, endMs: awake))
            }
            at = awake
        }
        let inBed = SimulatedSleepPiece(
            .inBed, .sleepApp, startMs: times.bedMs, endMs: times.wakeMs + 120_000)
        return SleepPlan(samples: pieces + [inBed] + phone, leader: .sleepApp, counted: pieces)
    }
}
