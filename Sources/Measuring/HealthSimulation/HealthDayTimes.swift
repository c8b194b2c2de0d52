import PhysioDSP

/// The times at which the person sleeps before a day and is awake on it.
struct HealthDayTimes {
    let day: Int
    let zone: HealthSimulation.Zone
    /// Going to bed, falling asleep and waking up; ms since 1970.
    let bedtimeMs: Int64
    let sleepOnsetMs: Int64
    let wakeMs: Int64
    /// Going to bed the next evening; ms since 1970.
    let nextBedtimeMs: Int64
    /// False for a flight over the night.
    let hasNight: Bool
    /// True if the person is in another zone the day before, or the day after.
    let isArrival: Bool
    let isDeparture: Bool
    let isWatchWornAtNight: Bool

    /// The offset of the clock on the wall; min.
    func offsetMinutes(_ unixMs: Int64) -> Int { zone.offsetMinutes(unixMs) }

    /// True if the day's records of the watch are left out, because it is not clear whose clock
    /// they belong to.
    var skipsWatchRecords: Bool { isDeparture }
}

extension HealthSimulation {
    /// Shortest time awake between two nights; less, and the second one is left out; ms.
    private static let minAwakeMs: Int64 = 5 * 3_600_000

    func dayTimes(_ day: Int) -> HealthDayTimes {
        let thisNight = bedtime(day)
        let previousNight = bedtime(day - 1)
        let nextNight = bedtime(day + 1)
        let zone = self.zone(day: day)
        let isArrival = self.zone(day: day - 1).name != zone.name
        let isDeparture = self.zone(day: day + 1).name != zone.name
        var random = generator(.sleepTracking, day: day)
        let isWatchWorn = random.chance(0.8) || isArrival || isDeparture
        return HealthDayTimes(
            day: day, zone: zone, bedtimeMs: thisNight.bed, sleepOnsetMs: thisNight.onset,
            wakeMs: thisNight.wake,
            nextBedtimeMs: max(nextNight.bed, thisNight.wake),
            hasNight: thisNight.bed - previousNight.wake >= Self.minAwakeMs,
            isArrival: isArrival, isDeparture: isDeparture,
            isWatchWornAtNight: isWatchWorn && era.hasWatch)
    }

    private func bedtime(_ day: Int) -> (bed: Int64, onset: Int64, wake: Int64) {
        var random = generator(.bedtime, day: day)
        let minute = -120 + traits.bedtimeMinute + Int(random.uniform() * 105)
        let bedtimeMs = instantMs(day: day, minute: minute) + 30_000 * Int64(random.integer(0...1))
        let sleepOnsetMs = bedtimeMs + 30_000 * Int64(random.integer(10...50))
        let wakeMs = sleepOnsetMs + 30_000 * Int64(random.integer(750...1040))
        return (bedtimeMs, sleepOnsetMs, wakeMs)
    }
}
