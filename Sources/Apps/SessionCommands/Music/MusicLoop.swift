import CommandSupport
import Foundation
import MusicPlayers
import MusicSelection
import MusicSession
import PracticePlans
import TerminalView

/// Runs music in a terminal, or with lines where standard output is none.
struct MusicLoop {
    private let run: MusicRun
    private let clock: any MusicClock
    private let diagnostics: Diagnostics
    private let view: KeyedView<MusicKey>?
    private let language: MusicLanguage
    private var message = ""
    private var messageEnd = 0.0
    private var showsParts = false
    /// The song that a line reported last.
    private var shownSong: Int64?

    /// Between two looks at the keys; ms.
    private static let frameMs = 50
    /// Of them, between two steps of music.
    private static let framesOfStep = 20
    private static let messageSeconds = 6.0

    init(_ run: MusicRun, clock: any MusicClock, _ diagnostics: Diagnostics) {
        self.run = run
        self.clock = clock
        self.diagnostics = diagnostics
        let environment = ProcessInfo.processInfo.environment
        view = KeyedView.ofTerminal(environment)
        let words = environment["LC_ALL"] ?? environment["LANG"] ?? ""
        language = words.hasPrefix("de") ? .de : .en
    }

    /// Until the person ends it, or a signal does.
    mutating func run() async {
        defer { view?.close() }
        var frame = 0
        while Interruption.code == nil {
            if frame % Self.framesOfStep == 0 {
                await run.step()
                for notice in await run.drainNotices() { say(notice) }
                show(await run.snapshot)
            }
            frame += 1
            for key in view?.keys() ?? [] {
                if key == .end { return }
                await press(key)
                show(await run.snapshot)
            }
            try? await Task.sleep(for: .milliseconds(Self.frameMs))
        }
    }

    private mutating func press(_ key: MusicKey) async {
        switch key {
        case .skip: await run.skip()
        case .pause: await run.playOrPause()
        case .like: thumb(await run.setThumb(.up), "This song comes more often from now on.")
        case .dislike:
            let isKnown = await run.setThumb(.down)
            thumb(isKnown, "This song does not come any more: hrv music thumb lifts that.")
            if isKnown { await run.skip() }
        case .up: await run.press(1)
        case .down: await run.press(-1)
        case .why: showsParts.toggle()
        case .mood(let level):
            await run.say(moodLevel: level)
            say("Your mood is \(level) of 5 now.")
        case .end: break
        }
    }

    private mutating func thumb(_ isKnown: Bool, _ sentence: String) {
        say(isKnown ? sentence : "This song is none of the library.")
    }

    /// On the view for a while, or as a line.
    private mutating func say(_ text: String) {
        if view == nil { return diagnostics.summary(text) }
        (message, messageEnd) = (text, clock.unixSeconds + Self.messageSeconds)
    }

    // MARK: Showing

    private mutating func show(_ snapshot: MusicSnapshot) {
        guard let view else { return line(snapshot) }
        if clock.unixSeconds > messageEnd { message = "" }
        view.draw(frame(snapshot))
    }

    /// One line for each song.
    private mutating func line(_ snapshot: MusicSnapshot) {
        guard let song = snapshot.song, song.id != shownSong else { return }
        shownSong = song.id
        let why = snapshot.explanation?.texts(language) ?? ["Chosen by you."]
        let name = [song.shownTitle, song.tags.artist].compactMap(\.self).joined(separator: ", ")
        let line = "\(name): \(why.joined(separator: " "))\n"
        try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
    }

    private static let help = [
        "n next   p pause   + more of this   - never again   w why   q end",
        "up, down: more or less energy   1 to 5: your mood",
    ]

    private func frame(_ snapshot: MusicSnapshot) -> MusicFrame {
        let status = snapshot.player
        var frame = MusicFrame(song: Self.title(snapshot), help: Self.help)
        frame.artist = snapshot.song?.tags.artist ?? status.song?.artist ?? ""
        if let position = status.position {
            frame.time = ClockText.text(position.elapsedSeconds)
            if let length = position.lengthSeconds, length > 0 {
                frame.time += " of " + ClockText.text(length)
                frame.share = min(1, position.elapsedSeconds / length)
            }
        }
        frame.reasons = snapshot.explanation?.texts(language) ?? []
        if showsParts { frame.reasons += snapshot.explanation?.partTexts(language) ?? [] }
        frame.reasons += status.hindrances.map(\.sentence)
        frame.body = Self.body(snapshot)
        if let next = snapshot.next { frame.body.append("Next: \(next.shownTitle)") }
        frame.message = message
        return frame
    }

    private static func title(_ snapshot: MusicSnapshot) -> String {
        let title = snapshot.song?.shownTitle ?? snapshot.player.song?.title
        return switch snapshot.player.state {
        case .playing: title ?? "A song without a title plays"
        case .paused: (title ?? "A song") + " (paused)"
        case .stopped: "Nothing plays"
        case .away: "The player is away"
        }
    }

    private static func body(_ snapshot: MusicSnapshot) -> [String] {
        func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }
        let state = snapshot.state
        var line = snapshot.bpm.map { "Heart rate \(Int($0.rounded()))/min, " } ?? "No heart, "
        line += "energy \(percent(state.energy)), stress \(percent(state.stress)), "
        line += "sure to \(percent(state.confidence))"
        if snapshot.nudge != 0 {
            line +=
                ", \(snapshot.nudge > 0 ? "more" : "less") energy by \(percent(abs(snapshot.nudge)))"
        }
        return [line, "\(snapshot.context.context.rawValue), \(snapshot.need.rawValue)"]
    }
}
