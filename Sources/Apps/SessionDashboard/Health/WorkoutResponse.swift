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
        /// The start and end of each pause; s since the start.
        let pauses: [[Double]]
    }

    /// A chain of splits as a table.
    struct SplitTable: Encodable {
        let title: String
        let columns: [String]
        let rows: [[String]]
    }

    let title: String
    let subtitle: String
    let facts: [FactResponse]
    let heartRate: HeartRate
    let chains: [SplitTable]
    let sources: [String]

    init(
        _ detail: WorkoutDetail, _ data: HealthData, _ options: TimelineOptions, today: CivilDate,
        _ language: TimelineLanguage
    ) {
        let workout = detail.entry
        let cell = WorkoutCell(workout, homeZone: options.homeZone, units: options.units, language)
        let words = WorkoutWords(language)
        title = [cell.name, cell.type].compactMap(\.self).joined(separator: " · ")
        subtitle = [
            workout.start.date.title(today: today, language),
            "\(cell.start)–\(workout.end.clockText)",
        ]
        .joined(separator: " · ")
        // Kilometres and miles have a speed, other units a pace.
        let paceUnit = workout.paceUnit(options.units).flatMap { $0.metres < 1000 ? $0 : nil }
        facts = Self.facts(workout, cell, words, paceUnit)
        heartRate = HeartRate(detail)
        chains = workout.chains.map { SplitTable($0, words, paceUnit, options.units) }
        let indices = [workout.sourceIndex] + workout.copies.map(\.sourceIndex)
        sources = indices.filter(data.sources.indices.contains).map { data.sources[$0].name }
    }

    private static func facts(
        _ workout: WorkoutEntry, _ cell: WorkoutCell, _ words: WorkoutWords, _ paceUnit: PaceUnit?
    ) -> [FactResponse] {
        var facts = [
            FactResponse(name: words.duration, text: cell.duration, note: words.withoutPauses)
        ]
        func add(_ name: String, _ text: String?, note: String? = nil) {
            if let text { facts.append(FactResponse(name: name, text: text, note: note)) }
        }
        add(words.distance, cell.distance)
        add(
            words.speedName(paceUnit),
            workout.speedMetresPerSecond.map { words.speed($0, paceUnit) })
        add(words.energy, cell.energy)
        add(
            words.averageHeartRate, workout.averageHeartRateBpm.map(words.bpmText),
            note: words.originNote(workout.heartRateOrigin))
        add(words.highestHeartRate, workout.maximumHeartRateBpm.map(words.bpmText))
        return facts
    }

    private enum CodingKeys: String, CodingKey {
        case title
        case subtitle = "about"
        case facts, heartRate, chains, sources
    }
}

extension WorkoutResponse.HeartRate {
    /// Readings with a longer time between them are not joined by a line; ms.
    private static let maxLineGapMs: Int64 = 60_000

    init(_ detail: WorkoutDetail) {
        let start = detail.entry.start.unixMs
        func seconds(_ ms: Int64) -> Double { Double(ms - start) / 1000 }
        var points: [[Double?]] = []
        var lastMs: Int64?
        for reading in detail.heartRates {
            if let lastMs, reading.timeMs - lastMs > Self.maxLineGapMs {
                points.append([seconds(lastMs) + 1, nil])
            }
            points.append([seconds(reading.timeMs), reading.bpm])
            lastMs = reading.timeMs
        }
        self.points = points
        highest =
            detail.heartRates.max { $0.bpm < $1.bpm }.map { [[seconds($0.timeMs), $0.bpm]] } ?? []
        pauses = detail.pauses.map { [seconds($0.startMs), seconds($0.endMs)] }
    }
}

extension WorkoutResponse.SplitTable {
    init(
        _ chain: SplitChain, _ words: WorkoutWords, _ paceUnit: PaceUnit?,
        _ units: TimelineOptions.Units
    ) {
        title = words.chain(chain)
        let hasDistance = chain.splits.contains { $0.distanceMetres != nil }
        let hasHeartRate = chain.splits.contains { $0.averageHeartRateBpm != nil }
        var columns = [words.number, words.duration]
        if hasDistance { columns += [words.distance, words.speedName(paceUnit)] }
        if hasHeartRate { columns.append(words.averageHeartRate) }
        self.columns = columns
        let noValueText = WorkoutWords.noValueText
        rows = chain.splits.map { split in
            var row = [
                split.label(units, words.language),
                words.clockText(split.durationSeconds),
            ]
            if hasDistance {
                row.append(split.distanceMetres.map(words.metres) ?? noValueText)
                row.append(
                    split.speedMetresPerSecond.map { words.speed($0, paceUnit) } ?? noValueText)
            }
            if hasHeartRate {
                row.append(split.averageHeartRateBpm.map(words.bpmText) ?? noValueText)
            }
            return row
        }
    }
}
