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
    private let view: KeyedView<MusicKeyCommand>?
    private let language: MusicLanguage
    private var message = ""
    private var messageEndSeconds = 0.0
    private var showsExplanationParts = false
    /// The song that a line reported last.
    private var shownSongID: Int64?

    /// The time between two readings of the keys; ms.
    private static let frameMs = 50
    /// The number of these frames between two steps of music.
    private static let framesPerStep = 20
    private static let messageSeconds = 6.0

    init(_ run: MusicRun, clock: any MusicClock, _ diagnostics: Diagnostics) {
        self.run = run
        self.clock = clock
        self.diagnostics = diagnostics
        let environment = ProcessInfo.processInfo.environment
        view = KeyedView.makeForTerminal(environment)
        let localeName = environment["LC_ALL"] ?? environment["LANG"] ?? ""
        language = localeName.hasPrefix("de") ? .de : .en
    }

    /// Runs until the person ends it, or a signal does.
    mutating func run() async {
        defer { view?.close() }
        var frame = 0
        while Interruption.code == nil {
            if frame % Self.framesPerStep == 0 {
                await run.step()
                for notice in await run.drainNotices() { showMessage(notice) }
                show(await run.snapshot)
            }
            frame += 1
            for key in view?.keys() ?? [] {
                if key == .end { return }
                await handleKey(key)
                show(await run.snapshot)
            }
            try? await Task.sleep(for: .milliseconds(Self.frameMs))
        }
    }

    private mutating func handleKey(_ key: MusicKeyCommand) async {
        switch key {
        case .skip: await run.skip()
        case .previous: await run.previous()
        case .pause: await run.playOrPause()
        case .like: reportThumb(await run.setThumb(.up), "This song comes more often from now on.")
        case .dislike:
            let isInLibrary = await run.setThumb(.down)
            reportThumb(
                isInLibrary, "This song does not come any more: hrv music thumb lifts that.")
            if isInLibrary { await run.skip() }
        case .up: await run.nudgeEnergy(1)
        case .down: await run.nudgeEnergy(-1)
        case .explain: showsExplanationParts.toggle()
        case .mood(let level):
            await run.setMood(moodLevel: level)
            showMessage("Your mood is \(level) of 5 now.")
        case .end: break
        }
    }

    private mutating func reportThumb(_ isInLibrary: Bool, _ sentence: String) {
        showMessage(isInLibrary ? sentence : "This song is none of the library.")
    }

    /// Shows a message on the view for a while, or as a line.
    private mutating func showMessage(_ text: String) {
        if view == nil { return diagnostics.summary(text) }
        (message, messageEndSeconds) = (text, clock.unixSeconds + Self.messageSeconds)
    }

    // MARK: Showing

    private mutating func show(_ snapshot: MusicSnapshot) {
        guard let view else { return printSongLine(snapshot) }
        if clock.unixSeconds > messageEndSeconds { message = "" }
        view.draw(frame(snapshot))
    }

    /// One line for each song.
    private mutating func printSongLine(_ snapshot: MusicSnapshot) {
        guard let song = snapshot.song, song.id != shownSongID else { return }
        shownSongID = song.id
        let reasons = snapshot.explanation?.texts(language) ?? ["Chosen by you."]
        let name = [song.displayTitle, song.tags.artist].compactMap(\.self).joined(separator: ", ")
        let line = "\(name): \(reasons.joined(separator: " "))\n"
        try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
    }

    private static let help = [
        "n next   b back   p pause   + more of this   - never again   w why   q end",
        "up, down: more or less energy   1 to 5: your mood",
    ]

    private func frame(_ snapshot: MusicSnapshot) -> MusicFrame {
        let status = snapshot.player
        var frame = MusicFrame(song: Self.title(snapshot), help: Self.help)
        frame.artist = snapshot.song?.tags.artist ?? status.song?.artist ?? ""
        if let position = status.position {
            frame.timeText = ClockText.text(position.elapsedSeconds)
            if let length = position.lengthSeconds, length > 0 {
                frame.timeText += " of " + ClockText.text(length)
                frame.share = min(1, position.elapsedSeconds / length)
            }
        }
        frame.reasons = snapshot.explanation?.texts(language) ?? []
        if showsExplanationParts {
            frame.reasons += snapshot.explanation?.partTexts(language) ?? []
        }
        frame.reasons += status.limitations.map(\.sentence)
        frame.body = Self.body(snapshot)
        if let next = snapshot.next { frame.body.append("Next: \(next.displayTitle)") }
        frame.message = message
        return frame
    }

    private static func title(_ snapshot: MusicSnapshot) -> String {
        let title = snapshot.song?.displayTitle ?? snapshot.player.song?.title
        return switch snapshot.player.state {
        case .playing: title ?? "A song without a title plays"
        case .paused: (title ?? "A song") + " (paused)"
        case .stopped: "Nothing plays"
        case .unreachable: "The player is away"
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
