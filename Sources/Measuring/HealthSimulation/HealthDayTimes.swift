import PhysioDSP

/// When the person sleeps before a day and is awake on it.
struct HealthDayTimes {
    let day: Int
    let zone: HealthSimulation.Zone
    /// Going to bed, falling asleep and waking up; ms since 1970.
    let bedMs: Int64
    let onsetMs: Int64
    let wakeMs: Int64
    /// Going to bed the next evening; ms since 1970.
    let nextBedMs: Int64
    /// False for a flight over the night.
    let hasNight: Bool
    /// Whether the person is in another zone the day before, or the day after.
    let isArrival: Bool
    let isDeparture: Bool
    let isWornAtNight: Bool

    /// The offset of the clock on the wall; min.
    func offsetMinutes(_ unixMs: Int64) -> Int { zone.offsetMinutes(unixMs) }

    /// Whether the day's records of the watch are left out, because it is not clear whose clock
    /// they belong to.
    var isTravel: Bool { isDeparture }
}

extension HealthSimulation {
    /// Shortest time awake between two nights; less, and the second one is left out; ms.
    private static let minAwakeMs: Int64 = 5 * 3_600_000

    func times(_ day: Int) -> HealthDayTimes {
        let own = bedtime(day)
        let before = bedtime(day - 1)
        let after = bedtime(day + 1)
        let zone = self.zone(day: day)
        let isArrival = self.zone(day: day - 1).name != zone.name
        let isDeparture = self.zone(day: day + 1).name != zone.name
        var draws = generator(.tracking, day: day)
        let isWorn = draws.chance(0.8) || isArrival || isDeparture
        return HealthDayTimes(
            day: day, zone: zone, bedMs: own.bed, onsetMs: own.onset, wakeMs: own.wake,
            nextBedMs: max(after.bed, own.wake),
            hasNight: own.bed - before.wake >= Self.minAwakeMs,
            isArrival: isArrival, isDeparture: isDeparture, isWornAtNight: isWorn && era.hasWatch)
    }

    private func bedtime(_ day: Int) -> (bed: Int64, onset: Int64, wake: Int64) {
        var draws = generator(.bedtime, day: day)
        let minute = -120 + traits.bedtimeMinute + Int(draws.uniform() * 105)
        let bed = moment(day: day, minute: minute) + 30_000 * Int64(draws.whole(0...1))
        let onset = bed + 30_000 * Int64(draws.whole(10...50))
        let wake = onset + 30_000 * Int64(draws.whole(750...1040))
        return (bed, onset, wake)
    }
}
