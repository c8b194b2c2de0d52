import FlyingFox
import MusicLibrary
import MusicPlayers
import MusicSelection

/// Reason why music does not do what a page requests.
enum MusicRequestError: Error, Sendable, Equatable {
    /// Music that is chosen here already.
    case running
    case notRunning
    /// The song that plays is none of the library.
    case songNotInLibrary
    case player(PlayerError)

    /// The error that the page receives.
    var error: DashboardError {
        switch self {
        case .running: DashboardError(status: .conflict, text: "music is chosen here already")
        case .notRunning:
            DashboardError(status: .notFound, text: "no music is chosen here: begin it first")
        case .songNotInLibrary:
            DashboardError(status: .conflict, text: "this song is none of the library")
        case .player(.inUse):
            DashboardError(status: .conflict, text: PlayerError.inUse.sentence)
        case .player(let error): DashboardError(status: .serviceUnavailable, text: error.sentence)
        }
    }

    /// The answer of an action, or what it says where it refuses.
    static func convertingErrors(
        _ action: () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        do {
            return try await action()
        } catch let refusal as MusicRequestError {
            throw refusal.error
        } catch let error as HeartRateRangeError {
            throw DashboardError.invalid("\(error)")
        } catch let error as MusicStoreError {
            throw DashboardError(error)
        }
    }
}

extension DashboardError {
    /// Creates the error for a refusal by the music library, with its message.
    init(_ error: MusicStoreError) {
        let status: HTTPStatusCode =
            switch error {
            case .busy: .serviceUnavailable
            case .noSuchSong, .noSuchFolder: .notFound
            default: .internalServerError
            }
        self.init(status: status, text: error.description)
    }
}
