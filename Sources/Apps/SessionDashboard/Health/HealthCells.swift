import HealthRecords
import HealthTimeline

/// A day as the page shows it.
struct DayResponse: Encodable {
    let id: String
    let title: String
    let entries: [EntryResponse]
}

/// An entry as the page shows it: its texts, and where its details are.
struct EntryResponse: Encodable {
    /// A stage of a night, with its share of the bar.
    struct Stage: Encodable {
        let stage: String
        let name: String
        let text: String
        let seconds: Double
    }

    let id: String
    /// `workout`, `recovery` or `breathing`.
    let kind: String
    let address: String
    let icon: String
    let title: String
    let detail: String?
    let time: String?
    let figures: [String]
    let stages: [Stage]
    let facts: [FactResponse]

    init(_ entry: TimelineEntry, _ options: TimelineOptions, _ language: TimelineLanguage) {
        id = entry.id
        switch entry {
        case .workout(let workout):
            let cell = WorkoutCell(
                workout, homeZone: options.homeZone, units: options.units, language)
            kind = "workout"
            address = "/workout/\(workout.id)"
            icon = workout.activity.icon
            title = cell.name
            detail = cell.type
            time = cell.start
            figures = [cell.duration, cell.energy, cell.distance, cell.heartRate, cell.splits]
                .compactMap(\.self)
            stages = []
            facts = []
        case .recovery(let recovery):
            let cell = RecoveryCell(recovery, language)
            kind = "recovery"
            address = "/night/\(recovery.date.text)"
            icon = "recovery"
            title =
                recovery.sleep == nil
                ? cell.title ?? HealthWords.recovery(language) : HealthWords.recovery(language)
            detail = nil
            time = nil
            figures = [cell.total].compactMap(\.self)
            stages = cell.stages.map {
                Stage(stage: $0.stage.key, name: $0.label, text: $0.duration, seconds: $0.seconds)
            }
            facts = (cell.vitals + cell.naps).map { FactResponse(name: $0.label, text: $0.value) }
        case .breathing(let session):
            let cell = BreathingCell(session, homeZone: options.homeZone, language)
            kind = "breathing"
            address = "/summary/\(session.id)"
            icon = "breathing"
            title = cell.name
            detail = nil
            time = cell.start
            figures = [cell.duration, cell.coherence, cell.rate].compactMap(\.self)
            stages = []
            facts = []
        }
    }
}

/// A figure with its name.
struct FactResponse: Encodable {
    let name: String
    let text: String
    var note: String?
}

extension WorkoutActivity {
    /// Name of the page's icon.
    fileprivate var icon: String {
        switch self {
        case .strengthFunctional, .strengthTraditional: "strength"
        default: rawValue
        }
    }
}

/// Words that only the page's answers have.
enum HealthWords {
    static func recovery(_ language: TimelineLanguage) -> String {
        language == .german ? "Erholung" : "Recovery"
    }
}
