import HealthRecords
import HealthTimeline
import PhysioTypes

/// The page of a workout.
struct WorkoutResponse: Encodable {
    /// Heart rates over the time since the start.
    struct HeartRate: Encodable {
        /// s since the start, beats/min; nil where the next reading is far.
        let points: [[Double?]]
        /// The highest reading.
        let highest: [[Double?]]
        /// From and to of each pause; s since the start.
        let pauses: [[Double]]
    }

    /// A chain of splits as a table.
    struct Chain: Encodable {
        let title: String
        let columns: [String]
        let rows: [[String]]
    }

    let title: String
    let about: String
    let facts: [FactResponse]
    let heartRate: HeartRate
    let chains: [Chain]
    let sources: [String]

    init(
        _ detail: WorkoutDetail, _ data: HealthData, _ options: TimelineOptions, today: CivilDate,
        _ language: TimelineLanguage
    ) {
        let workout = detail.entry
        let cell = WorkoutCell(workout, home: options.home, units: options.units, language)
        let words = WorkoutWords(language)
        title = [cell.name, cell.type].compactMap(\.self).joined(separator: " · ")
        about = [
            workout.start.date.title(today: today, language),
            "\(cell.start)–\(workout.end.clockText)",
        ]
        .joined(separator: " · ")
        facts = Self.facts(workout, cell, words)
        heartRate = HeartRate(detail)
        chains = workout.chains.map { Chain($0, words) }
        let indices = [workout.sourceIndex] + workout.also.map(\.sourceIndex)
        sources = indices.filter(data.sources.indices.contains).map { data.sources[$0].name }
    }

    private static func facts(
        _ workout: WorkoutEntry, _ cell: WorkoutCell, _ words: WorkoutWords
    ) -> [FactResponse] {
        var facts = [
            FactResponse(name: words.duration, text: cell.duration, note: words.withoutPauses)
        ]
        func add(_ name: String, _ text: String?, note: String? = nil) {
            if let text { facts.append(FactResponse(name: name, text: text, note: note)) }
        }
        add(words.distance, cell.distance)
        add(words.speed, workout.speedMetresPerSecond.map(words.speed))
        add(words.energy, cell.energy)
        add(
            words.averageHeartRate, workout.averageHeartRateBpm.map(words.beats),
            note: words.from(workout.heartRateFrom))
        add(words.highestHeartRate, workout.maximumHeartRateBpm.map(words.beats))
        return facts
    }
}

extension WorkoutResponse.HeartRate {
    /// Readings with a longer time between them are not joined by a line; ms.
    private static let farMs: Int64 = 60_000

    init(_ detail: WorkoutDetail) {
        let start = detail.entry.start.unixMs
        func seconds(_ ms: Int64) -> Double { Double(ms - start) / 1000 }
        var points: [[Double?]] = []
        var last: Int64?
        for reading in detail.heartRates {
            if let last, reading.timeMs - last > Self.farMs {
                points.append([seconds(last) + 1, nil])
            }
            points.append([seconds(reading.timeMs), reading.bpm])
            last = reading.timeMs
        }
        self.points = points
        highest =
            detail.heartRates.max { $0.bpm < $1.bpm }.map { [[seconds($0.timeMs), $0.bpm]] } ?? []
        pauses = detail.pauses.map { [seconds($0.startMs), seconds($0.endMs)] }
    }
}

extension WorkoutResponse.Chain {
    init(_ chain: SplitChain, _ words: WorkoutWords) {
        title = words.chain(chain)
        let hasDistance = chain.splits.contains { $0.distanceMetres != nil }
        let hasRate = chain.splits.contains { $0.averageHeartRateBpm != nil }
        var columns = [words.number, words.duration]
        if hasDistance { columns += [words.distance, words.speed] }
        if hasRate { columns.append(words.averageHeartRate) }
        self.columns = columns
        let nothing = WorkoutWords.nothing
        rows = chain.splits.map { split in
            var row = [
                split.isPartial ? words.rest : String(split.index),
                words.clock(split.durationSeconds),
            ]
            if hasDistance {
                row.append(split.distanceMetres.map(words.metres) ?? nothing)
                row.append(split.speedMetresPerSecond.map(words.speed) ?? nothing)
            }
            if hasRate { row.append(split.averageHeartRateBpm.map(words.beats) ?? nothing) }
            return row
        }
    }
}
