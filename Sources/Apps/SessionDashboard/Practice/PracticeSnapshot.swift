import PracticePlans
import PracticeRuntime
import SessionHistory

/// A practice as it is reported to pages: enough to say at any moment where it is.
struct PracticeSnapshot: Sendable {
    let activity: Activity
    /// True if it runs in this program.
    let isHere: Bool
    /// nil where only its row is known.
    var timeline: Timeline?
    var sound: PracticeSettings.SoundDestination?
    var level = PracticeSound.defaultLevel
    var speaks = false
    /// The sound beneath its cues; nil for none.
    var background: BackgroundSound?
    var language = PracticeLanguage.en
    /// True if the machine is silent.
    var isMuted = false
    /// The heart beside it; nil where none is heard.
    var heart: PracticeHeartRecorder.Figures?

    /// The beginning of its track, on the clock of practices; s.
    var originSeconds: Double? { timeline?.inputs.first?.timeSeconds }
    /// Rises with every input that changed something.
    var revision: Int { timeline?.inputs.count ?? 0 }
}

extension PracticeSnapshot {
    /// A practice of another program; nil where none runs, or a session does.
    init?(ofOtherProgram activity: Activity?, _ resources: PracticeResources) {
        guard let activity, activity.isPractice else { return nil }
        self.activity = activity
        isHere = false
        // Its entry has its plan and what happened; one that is not kept has none.
        let entry = try? resources.store?.practice(activity.id)
        timeline = entry.flatMap { StoredPractice($0, clock: resources.clock)?.timeline }
    }

    /// Returns true if both are the same, except for the time that passed.
    func equalsIgnoringTime(_ other: PracticeSnapshot) -> Bool {
        activity == other.activity && timeline == other.timeline && isMuted == other.isMuted
    }
}
