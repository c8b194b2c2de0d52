import ArgumentParser
import CommandSupport
import Foundation
import LiveSession
import MusicLibrary
import MusicPlayers
import MusicSelection
import MusicSession
import TerminalView

/// `hrv music play`: songs by the state of the body, through the person's own player.
struct MusicPlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play songs by how you are now, through your own player.",
        discussion: """
            Near the end of each song the next one is chosen and queued, one ahead; every choice says \
            why. Your own queue always comes first, and the player's settings stay as they are. \
            Without a heart songs are chosen all the same, by the clock and by what you say.

            hrv music play --strap "Polar H10"
            hrv music play --no-heart --player mpris:mpv --calendar ~/work.ics
            """)

    @OptionGroup var heart: MusicHeartRateOptions
    @OptionGroup var playerOption: MusicPlayerOption
    @OptionGroup var surroundings: MusicSurroundingsOptions

    @Option(help: ArgumentHelp("Only songs of this playlist.", valueName: "name"))
    var playlist: String?

    @Option(help: "How songs are chosen.")
    var policy: PolicyOption = .standard

    @Option(help: ArgumentHelp("Makes what is chosen at random repeatable.", valueName: "number"))
    var seed: UInt64?

    @Flag(
        help:
            "Count plays in MPD's stickers too (playCount, lastPlayed), where other programs see them."
    )
    var writeStickers = false

    @OptionGroup var location: MusicLocationOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func run() async throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        do {
            let store = try MusicStore.openWithoutCreating(path: location.path)
            try store.forgetDeletedSessions(of: location.history, diagnostics)
            guard try store.hasSongs() else {
                diagnostics.error(
                    "the music library at \(location.path) has no songs: hrv music scan FOLDER finds yours",
                    code: "music")
                throw ExitStatus.noInput.exitCode
            }
            // Nights of the last weeks: older ones are added by hrv music learn.
            let sinceMs = Int64(1000 * (Date().timeIntervalSince1970 - 30 * 86_400))
            RecordedHeartData.addNights(to: store, of: location.history, sinceMs: sinceMs)
            let options = try options(store, diagnostics)
            try await run(store, options, diagnostics)
        } catch let error as MusicStoreError {
            throw error.exitCode(diagnostics)
        } catch let error as HeartRateRangeError {
            diagnostics.error("\(error)", code: "heart_range")
            throw ExitStatus.badData.exitCode
        }
    }

    private func options(
        _ store: MusicStore, _ diagnostics: Diagnostics
    ) throws -> MusicRunOptions {
        var options = MusicRunOptions()
        options.policy = policy.policy
        options.seed = seed ?? UInt64.random(in: 0..<1 << 53)
        if let playlist {
            options.allowedSongs = try store.songIDs(ofPlaylist: playlist, diagnostics)
        }
        return options
    }

    /// Returns the function that counts plays at the player; nil if that is not requested, or the
    /// player stores no counts.
    private func playCounter(
        _ player: any Player, _ diagnostics: Diagnostics
    ) -> (@Sendable (String, Int) async throws -> Void)? {
        guard writeStickers else { return nil }
        guard let mpd = player as? MPDPlayer else {
            diagnostics.summary(
                "--write-stickers: \(player.name) has none, MPD alone has; nothing is counted there"
            )
            return nil
        }
        return { uri, seconds in try await mpd.countPlay(of: uri, atSeconds: seconds) }
    }

    private func run(
        _ store: MusicStore, _ options: MusicRunOptions, _ diagnostics: Diagnostics
    ) async throws {
        let clock = SystemMusicClock()
        let personSurroundings = try surroundings.open(location.history, clock: clock, diagnostics)
        // The player first: without it, no sensor is looked for.
        let player = try await playerOption.open(diagnostics)
        let openedHeartSource = try await heart.open(location.history, diagnostics)
        var options = options
        options.surroundings = personSurroundings
        options.countPlay = playCounter(player, diagnostics)
        options.weeklyUpdate = .ofThisProgram(location.history)
        personSurroundings.start()
        let run = try MusicRun(
            store: store, player: player, heart: openedHeartSource.heart, clock: clock,
            options: options)
        let events = player.events()
        let eventTask = Task { for await event in events { await run.handle(event) } }
        Interruption.install(waking: WakeSignal())
        var loop = MusicLoop(run, clock: clock, diagnostics)
        await loop.run()
        await run.finish()
        await openedHeartSource.close()
        personSurroundings.close()
        eventTask.cancel()
        let finalSnapshot = await run.snapshot
        diagnostics.summary(
            "\(finalSnapshot.playCount == 1 ? "1 song" : "\(finalSnapshot.playCount) songs") played, "
                + "\(finalSnapshot.skipCount) skipped; the player goes on by itself")
        if let code = Interruption.code { throw ExitCode(code) }
    }
}
