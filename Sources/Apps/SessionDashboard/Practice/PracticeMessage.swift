import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory

/// A message about a practice to those who watch: one JSON object, whose `type` names it.
enum PracticeMessage: Encodable {
    case state(PracticeResponse?, at: Double)
    /// The audible cues from one time to another, on the clock of practices; s.
    case cues([CueResponse], of: UUID, from: Double, to: Double)
    case ended(PracticeOutcome, hasFinished: Bool)

    private enum Keys: String, CodingKey {
        case type, now, practice, id, from, to, cues, reason, entry, error = "fault"
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        switch self {
        case .state(let practice, let now):
            try values.encode("practice", forKey: .type)
            try values.encode(now, forKey: .now)
            try values.encode(practice, forKey: .practice)
        case .cues(let cues, let id, let from, let to):
            try values.encode("cues", forKey: .type)
            try values.encode(id.uuidString, forKey: .id)
            try values.encode(from, forKey: .from)
            try values.encode(to, forKey: .to)
            try values.encode(cues, forKey: .cues)
        case .ended(let outcome, let hasFinished):
            try values.encode("practice_ended", forKey: .type)
            try values.encode(outcome.id.uuidString, forKey: .id)
            let reason =
                outcome.isReplaced ? "replaced" : hasFinished ? "finished" : "cancelled"
            try values.encode(reason, forKey: .reason)
            try values.encode(outcome.entry.map(EndedEntry.init), forKey: .entry)
            try values.encode(outcome.error?.description, forKey: .error)
        }
    }

    var text: String { PracticeJSON.text(self) }
}

/// The entry in the history of a practice that has ended.
private struct EndedEntry: Encodable {
    let id: String
    let title: String
    let kind: String
    let startedAt: String
    let endedAt: String
    let mindfulSeconds: Double
    let workoutSeconds: Double
    let pauseSeconds: Double

    init(_ entry: PracticeEntry) {
        id = entry.id.uuidString
        title = entry.title
        kind = entry.kind
        startedAt = LocalTime.text(entry.startedAt, utcOffsetSeconds: entry.utcOffsetSeconds)
        endedAt = LocalTime.text(entry.endedAt, utcOffsetSeconds: entry.utcOffsetSeconds)
        mindfulSeconds = Double(entry.mindfulMs) / 1000
        workoutSeconds = Double(entry.workoutMs) / 1000
        pauseSeconds = Double(entry.pauseMs) / 1000
    }
}

/// A cue as a page plays it.
struct CueResponse: Encodable {
    let cue: PracticeCue
    let isChange: Bool
    let language: PracticeLanguage

    private enum Keys: String, CodingKey {
        case at, sound, seconds, speech, n, of, text, tap, change
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(cue.timeSeconds, forKey: .at)
        if isChange { try values.encode(true, forKey: .change) }
        switch cue.content {
        case .sound(.named(let name)): try values.encode(name.rawValue, forKey: .sound)
        case .sound(.breath(let phase, let seconds)):
            try values.encode(phase.soundName, forKey: .sound)
            try values.encode(seconds, forKey: .seconds)
        case .words(let phrase):
            try values.encode(phrase.key.rawValue, forKey: .speech)
            try values.encodeIfPresent(phrase.arguments["n"], forKey: .n)
            try values.encodeIfPresent(phrase.arguments["of"], forKey: .of)
            try values.encode(phrase.text(language), forKey: .text)
        case .tap(let kind): try values.encode(kind.rawValue, forKey: .tap)
        }
    }

    /// The cues of a timeline after one time, up to and with another.
    static func responses(
        _ timeline: Timeline, after: Double, through: Double, _ language: PracticeLanguage
    ) -> [CueResponse] {
        let changes = timeline.changes(after: after, through: through)
        return timeline.cues(after: after, through: through).map { cue in
            CueResponse(
                cue: cue,
                isChange: changes.contains { change in
                    change.timeSeconds == cue.timeSeconds
                        && change.sound.map { cue.content == .sound(.named($0)) } == true
                }, language: language)
        }
    }
}
