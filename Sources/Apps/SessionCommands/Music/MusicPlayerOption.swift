import ArgumentParser
import CommandSupport
import Foundation
import MusicPlayers

/// The option for the player that plays. Spelled the same in every command.
struct MusicPlayerOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "mpd (where MPD_HOST and MPD_PORT say), or mpris:NAME for a player of the desktop; default: MPD where "
                + "it answers, else the one player of the desktop.", valueName: "player"))
    var player: String?

    func validate() throws {
        guard let player, PlayerChoice(player) == nil else { return }
        throw ValidationError("there is no player \(player): mpd, or mpris:NAME")
    }

    /// - Parameter locks: whether other programs of ours may choose no songs meanwhile.
    /// - Returns: the player, reached.
    func open(_ diagnostics: Diagnostics, locks: Bool = true) async throws -> any Player {
        do throws(PlayerError) {
            return try await Self.find(player, ProcessInfo.processInfo.environment, locks: locks)
        } catch {
            diagnostics.error(error.sentence + Self.helpText(error), code: "player")
            throw Self.exitStatus(error).exitCode
        }
    }

    /// - Parameter name: as the option has it; nil for the usual one.
    /// - Returns: the player, reached.
    static func find(
        _ name: String?, _ environment: [String: String], locks: Bool = true
    ) async throws(PlayerError) -> any Player {
        if let choice = name.flatMap(PlayerChoice.init) {
            return try await readyPlayer(choice.open(locks: locks, environment: environment))
        }
        let mpd = try PlayerChoice.mpd.open(locks: locks, environment: environment)
        do throws(PlayerError) {
            return try await readyPlayer(mpd)
        } catch {
            let names = await desktopPlayerNames(environment)
            guard names.count == 1 else {
                throw names.isEmpty
                    ? error
                    : .unreachable(
                        "there are several players: choose one with --player mpris:NAME, of "
                            + names.joined(separator: ", "))
            }
            return try await readyPlayer(
                PlayerChoice.desktop(names[0]).open(locks: locks, environment: environment))
        }
    }

    private static func readyPlayer(_ player: any Player) async throws(PlayerError) -> any Player {
        do throws(PlayerError) {
            try await player.ready()
            return player
        } catch {
            await player.close()
            throw error
        }
    }

    private static func desktopPlayerNames(_ environment: [String: String]) async -> [String] {
        (try? await MPRISBus.players(environment)) ?? []
    }

    /// Returns the advice that follows the sentence.
    static func helpText(_ error: PlayerError) -> String {
        switch error {
        case .unreachable:
            " hrv plays through MPD or a player of the desktop: install mpd (or mpv with mpv-mpris), start it, and see "
                + "Guides/music-players.md."
        default: ""
        }
    }

    static func exitStatus(_ error: PlayerError) -> ExitStatus {
        switch error {
        case .inUse: .occupied
        case .wrongPassword: .noPermission
        default: .unavailable
        }
    }
}
