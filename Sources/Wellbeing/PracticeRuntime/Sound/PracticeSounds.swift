import PhysioTypes
package import PracticePlans

/// The sound of a practice: its cues as a track, which follows the course of the practice.
package final class PracticeSounds {
    private let start: PracticeStart
    private let clock: any PracticeClock
    private let customSounds: CustomSounds
    private let speech: SpeechRenderer?
    /// nil where nothing sounds beneath the cues.
    private let backgroundLoop: SoundLoop?
    private let makeOutput: (SoundTrack) -> SoundOutput
    private var output: SoundOutput?
    private var originSeconds = 0.0
    /// Words that were rendered; nil where they could not be.
    private var renderedWords: [String: SoundSamples?] = [:]
    /// The cues of the last track.
    private var lastCues: Set<PracticeCue> = []
    /// The times at which cues sound that an input caused just now: samples already written ahead
    /// stay.
    private var delayedStartSeconds: [PracticeCue: Double] = [:]
    /// A change that passed unheard, and when it sounds.
    private var lateSounds: [SoundCue] = []

    /// Delay with which an unplanned sound begins; s.
    private static let reactionDelaySeconds = SoundFeed.writeAheadSeconds + 0.02
    /// - Parameter speech: nil where no words are spoken.
    package init(
        _ start: PracticeStart, clock: any PracticeClock, customSounds: CustomSounds,
        speech: SpeechRenderer?,
        output: @escaping (SoundTrack) -> SoundOutput
    ) {
        self.start = start
        self.clock = clock
        self.customSounds = customSounds
        self.speech = speech
        backgroundLoop = start.background.flatMap(customSounds.loop)
        makeOutput = output
    }

    /// Renders what is spoken, and begins to play, silence first.
    ///
    /// - Parameter timeline: of a practice that begins at a known time.
    package func begin(_ timeline: Timeline) {
        let first = timeline.inputs.first?.timeSeconds ?? clock.seconds
        originSeconds = min(first, clock.seconds)
        let output = makeOutput(SoundTrack(contents(timeline, isFirst: true)))
        output.begin(atSeconds: originSeconds)
        self.output = output
    }

    /// Renders all words before a practice begins, so that no announcement waits for a program.
    package func prepare(_ plan: PracticePlan) {
        var timeline = Timeline(plan)
        timeline.apply(.start, at: 0)
        for cue in timeline.plannedCues(from: 0).cues {
            if case .words(let phrase) = cue.content { _ = samples(phrase) }
        }
    }

    /// Follows a step of the practice.
    package func update(_ step: PracticeRun.Step, _ timeline: Timeline) {
        guard let output else { return }
        if !step.isReplaced { output.confirmSlot(atSeconds: step.seconds) }
        if let change = step.lateChange, let sound = change.sound {
            lateSounds.append(
                SoundCue(
                    timeSeconds: step.seconds + Self.reactionDelaySeconds - originSeconds,
                    sound: .named(sound)))
        } else if !step.hasNewPlan {
            return
        }
        output.replace(SoundTrack(contents(timeline, isFirst: false)))
    }

    /// Returns the time by which the player is woken before a practice begins, so that the first
    /// sound is whole; s.
    package static func leadSeconds(_ plan: PracticePlan) -> Double {
        var timeline = Timeline(plan)
        timeline.apply(.start, at: 0)
        let first = timeline.cues(after: -1, through: SoundFeed.leadInSeconds)
            .lazy.compactMap(\.soundCue).first
        return first.map { max(0, SoundFeed.leadInSeconds - $0.timeSeconds) } ?? 0
    }

    package func setMuted(_ isMuted: Bool) { output?.setMuted(isMuted) }

    /// Waits until the last sound has been heard.
    package func finish() { output?.finish() }

    /// Falls silent at once.
    package func stop() { output?.stop() }

    // MARK: The track

    private func contents(_ timeline: Timeline, isFirst: Bool) -> SoundTrackContents {
        let now = clock.seconds
        let (allCues, endSeconds) = timeline.plannedCues(from: now)
        if !isFirst {
            for cue in allCues where !lastCues.contains(cue) && delayedStartSeconds[cue] == nil {
                guard cue.timeSeconds < now + Self.reactionDelaySeconds else { break }
                delayedStartSeconds[cue] = now + Self.reactionDelaySeconds
            }
        }
        lastCues = Set(allCues)
        let cues = allCues.map { cue in
            (max(0, (delayedStartSeconds[cue] ?? cue.timeSeconds) - originSeconds), cue.content)
        }
        return SoundTrackContents(
            lateSounds.map { ($0.timeSeconds, .sound($0.sound)) } + cues, own: customSounds,
            background: backgroundLoop.map {
                TrackBackground(
                    $0, timeline, originSeconds: originSeconds, endSeconds: endSeconds)
            },
            level: start.level,
            lengthSeconds: max(0, endSeconds - originSeconds), words: samples)
    }

    /// The words of a phrase, in a person's own file or rendered.
    private func samples(_ phrase: PracticePhrase) -> SoundSamples? {
        if let ownSamples = customSounds.samples[phrase.soundName] { return ownSamples }
        guard start.speaks, let speech else { return nil }
        let text = phrase.text(start.language)
        if let renderedSamples = renderedWords[text] { return renderedSamples }
        let speechSamples = speech.samples(text, language: start.language.rawValue)
        renderedWords[text] = .some(speechSamples)
        return speechSamples
    }
}

extension PracticePhrase {
    /// The name of a file that replaces these words: `round-7`, `halfway`, `last-round`.
    package var soundName: String {
        let name = key.rawValue.split(separator: ".").last.map(String.init) ?? key.rawValue
        let words = name.reduce(into: "") { text, letter in
            text += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
        return arguments["n"].map { "\(words)-\($0)" } ?? words
    }
}

extension BreathPhase {
    /// The name of a file that replaces the tone of the phase.
    package var soundName: String { self == .secondHold ? "second-hold" : rawValue }
}
