import ArgumentParser
import CommandSupport
import Foundation
import MusicLibrary
import MusicPlayers
import MusicSelection

/// `hrv music nudge`: more or less energy for a while, as by the up and down keys.
struct MusicNudgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nudge",
        abstract: "Ask for songs with more or less energy, for 15 minutes.",
        discussion: """
            Each up or down moves the energy by .1, to 1 or -1 at most; off takes it back. It holds for \
            hrv music play and the page too, from their next choice on.
            """)

    enum Direction: String, ExpressibleByArgument, CaseIterable {
        case up, down, off
    }

    @Argument(help: "What you want of the songs.")
    var direction: Direction

    @OptionGroup var options: MusicOptions

    func run() throws {
        Interruption.install()
        try options.run(makesFile: true) { store, diagnostics in
            let now = Date().timeIntervalSince1970
            let nudge: EnergyNudge =
                switch direction {
                case .up: try store.nudge().stepped(1, atSeconds: now)
                case .down: try store.nudge().stepped(-1, atSeconds: now)
                case .off: EnergyNudge(timeSeconds: now, value: 0)
                }
            try store.save(nudge)
            let value = (10 * nudge.value).rounded() / 10
            diagnostics.summary(
                value == 0
                    ? "the energy of the songs is as it was"
                    : "the energy of the songs is \(value > 0 ? "higher" : "lower") by "
                        + "\(SongText.number(abs(value), 1)) for 15 minutes")
        }
    }
}

/// `hrv music previous`: back to the song before, in the person's own player.
struct MusicPreviousCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous",
        abstract: "Go back to the song before, in your own player.",
        discussion: "It may be used while hrv music play or the page chooses songs.")

    @OptionGroup var playerOption: MusicPlayerOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func run() async throws {
        let diagnostics = Diagnostics(isQuiet: quiet)
        Interruption.install()
        let player = try await playerOption.open(diagnostics, locks: false)
        do throws(PlayerError) {
            try await player.previous()
            await player.close()
        } catch {
            await player.close()
            diagnostics.error(error.sentence, code: "player")
            throw MusicPlayerOption.exitStatus(error).exitCode
        }
    }
}
