import HealthRecords
import HealthTimeline
import PhysioTypes

/// The page of a date: its night, what each source said, the beats, and the sessions before.
struct NightResponse: Encodable {
    /// A piece of one stage; ms since 1970.
    struct Segment: Encodable {
        let stage: String
        let startMs: Int64
        let endMs: Int64

        init(_ segment: SleepSegment) {
            stage = segment.stage.key
            startMs = segment.startMs
            endMs = segment.endMs
        }

        private enum CodingKeys: String, CodingKey {
            case stage
            case startMs = "from"
            case endMs = "to"
        }
    }

    struct Source: Encodable {
        let name: String
        let segments: [Segment]
    }

    struct Session: Encodable {
        let address: String
        let text: String
    }

    let title: String
    let subtitle: String
    let facts: [FactResponse]
    let segments: [Segment]
    let sources: [Source]
    /// Start in ms since 1970, and RMSSD in ms.
    let beatSegments: [[Double]]
    let naps: [String]
    let sessions: [Session]
    /// The offset of local time; min.
    let offsetMinutes: Int

    init(
        _ detail: NightDetail, _ data: HealthData, _ options: TimelineOptions, today: CivilDate,
        _ language: TimelineLanguage
    ) {
        let recovery = detail.recovery
        let sleep = recovery.sleep
        let cell = RecoveryCell(recovery, language)
        let isGerman = language == .german
        let day = recovery.date.title(today: today, language)
        title =
            sleep == nil
            ? [cell.title, day].compactMap(\.self).joined(separator: ": ")
            : (isGerman ? "Nacht zu " : "Night to ") + day
        subtitle =
            sleep.map {
                "\($0.start.text(homeZone: options.homeZone))–\($0.end.text(homeZone: options.homeZone))"
            }
            ?? ""
        facts =
            [cell.total.map { FactResponse(name: isGerman ? "Schlaf" : "Sleep", text: $0) }]
            .compactMap(\.self)
            + cell.stages.map { FactResponse(name: $0.label, text: $0.duration) }
            + Self.vitals(recovery, cell, isGerman)
        segments = sleep?.segments.map(Segment.init) ?? []
        sources = detail.nightsBySource.map { entry in
            let name =
                data.sources.indices.contains(entry.sourceIndex)
                ? data.sources[entry.sourceIndex].name : "?"
            return Source(name: name, segments: entry.segments.map(Segment.init))
        }
        beatSegments = detail.beatSegments.compactMap { beatSegment in
            beatSegment.rmssdMs.map { [Double(beatSegment.start.unixMs), $0] }
        }
        naps = zip(recovery.naps, cell.naps).map { nap, line in
            "\(nap.start.text(homeZone: options.homeZone))–\(nap.end.text(homeZone: options.homeZone)): \(line.value)"
        }
        sessions = detail.sessionsBeforeNight.map { session in
            let cell = BreathingCell(session, homeZone: options.homeZone, language)
            return Session(
                address: "/summary/\(session.id)",
                text: [cell.start, cell.duration, cell.coherence, cell.rate].compactMap(\.self)
                    .joined(separator: " · "))
        }
        offsetMinutes = sleep?.start.offsetMinutes ?? 0
    }

    /// Each vital sign with what it comes from.
    private static func vitals(
        _ recovery: RecoveryEntry, _ cell: RecoveryCell, _ isGerman: Bool
    ) -> [FactResponse] {
        let values = recovery.vitals.map {
            [$0.restingHeartRateBpm, $0.hrvSDNNMs, $0.respiratoryRatePerMinute].compactMap(\.self)
        }
        var notes =
            values?.map { value -> String in
                switch value.origin {
                case .night:
                    isGerman
                        ? "Median von \(value.count) der Nacht"
                        : "median of \(value.count) in the night"
                case .day: isGerman ? "neuester des Tages" : "the newest of the day"
                }
            } ?? []
        if let beats = recovery.vitals?.beats {
            notes.append(
                isGerman
                    ? "aus \(beats.differenceCount) Differenzen in \(beats.beatSegmentCount) Abschnitten"
                    : "of \(beats.differenceCount) differences in \(beats.beatSegmentCount) segments"
            )
        }
        return zip(cell.vitals, notes).map {
            FactResponse(name: $0.label, text: $0.value, note: $1)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case title, subtitle = "about", facts, segments, sources
        case beatSegments = "stretches"
        case naps, sessions, offsetMinutes
    }
}
