import HealthRecords
import PhysioTypes

/// The days that records come to: what the timeline, the page of a night and that of a workout share.
struct TimelineDays: Sendable {
    let data: HealthData
    let options: TimelineOptions
    let ranking: SourceRanking
    let index: SampleIndex
    let clock: WallClock
    let vitals: VitalsBuilder
    /// Blocks of sleep, ascending.
    let blocks: [SleepBlock]

    init(_ data: HealthData, options: TimelineOptions) {
        self.data = data
        self.options = options
        ranking = SourceRanking(data)
        index = SampleIndex(data.samples)
        // The first design knows no blocks.
        blocks = options.rules == .standard ? SleepBlock.blocks(of: data.sleep) : []
        clock = WallClock(
            data, nights: blocks.compactMap { NightZones($0.samples) }, options: options)
        vitals = VitalsBuilder(data, index, ranking: ranking, clock: clock)
    }

    /// The recoveries of a range of dates, in any order.
    func recoveries(in range: ClosedRange<CivilDate>) -> [RecoveryEntry] {
        switch options.rules {
        case .standard: standardRecoveries(in: range)
        case .reference: referenceRecoveries(in: range)
        }
    }

    private func standardRecoveries(in range: ClosedRange<CivilDate>) -> [RecoveryEntry] {
        let sleepEntries = blocks.compactMap {
            NightBuilder($0, ranking: ranking, clock: clock).entry()
        }
        let days = SleepByDate(sleepEntries).days
        let nights = TimeSpans(days.values.compactMap { $0.night?.range })
        return vitals.dates.union(days.keys).filter(range.contains).compactMap { date in
            let night = days[date]?.night
            let naps = days[date]?.naps ?? []
            let values = vitals.vitals(of: date, night: night, nights: nights)
            guard night != nil || values != nil || !naps.isEmpty else { return nil }
            return RecoveryEntry(date: date, sleep: night, vitals: values, naps: naps)
        }
    }

    private func referenceRecoveries(in range: ClosedRange<CivilDate>) -> [RecoveryEntry] {
        let nights = ReferenceNights.nights(data.sleep, clock: clock)
        return vitals.dates.union(nights.keys).filter(range.contains).map { date in
            RecoveryEntry(
                date: date, sleep: nights[date], vitals: vitals.referenceVitals(of: date))
        }
    }

    /// The workouts of a range of dates, ascending; copies as one unless the options show all.
    func workouts(in range: ClosedRange<CivilDate>) -> [WorkoutEntry] {
        let builder = WorkoutEntryBuilder(
            ranking: ranking, index: index, clock: clock, options: options)
        let known = data.workouts.filter { data.sources.indices.contains($0.sourceIndex) }
        let groups =
            options.showsAllCopies
            ? known.map { [$0] } : WorkoutCopies.groups(known, ranking)
        return groups.compactMap { group in
            guard range.contains(builder.civilInstant(group[0].start, group[0]).date) else {
                return nil
            }
            var entry = builder.entry(group[0])
            entry.copies = group.dropFirst().map {
                WorkoutCopy(id: builder.id($0), sourceIndex: $0.sourceIndex)
            }
            return entry
        }
    }
}
