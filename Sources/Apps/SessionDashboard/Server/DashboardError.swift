import FlyingFox
import HealthHistory
import SessionHistory

/// The response to a page instead of what it asked for.
struct DashboardError: Error, Equatable {
    let status: HTTPStatusCode
    /// One sentence: what, and what to do.
    let text: String

    static let noKey = DashboardError(
        status: .unauthorized,
        text:
            "this browser has no key: open the address that the terminal printed, or press l there "
            + "for a new one")
    static let badToken = DashboardError(
        status: .forbidden,
        text:
            "this link was used already or is older than ten minutes: press l in the terminal for a "
            + "new one")
    static let wrongOrigin = DashboardError(
        status: .forbidden, text: "only pages of this address: open the one that was printed")
    static let viewOnly = DashboardError(
        status: .forbidden, text: "this link may watch, and change nothing: ask for another one")
    static let healthForbidden = DashboardError(
        status: .forbidden, text: "this link may watch sessions, and see no health records")
    static let tooLarge = DashboardError(
        status: .payloadTooLarge, text: "a request of more than 64 KiB")
    static let busy = DashboardError(
        status: .serviceUnavailable, text: "too much at once: try again in a moment")
    static let notFound = DashboardError(status: .notFound, text: "there is nothing here")

    static func invalid(_ text: String) -> DashboardError {
        DashboardError(status: .unprocessableContent, text: text)
    }
}

extension DashboardError {
    /// Creates the error for a refusal by the history, with its message.
    init(_ error: HistoryError) {
        let status: HTTPStatusCode =
            switch error {
            case .noSession, .noPractice: .notFound
            case .isRunning: .conflict
            case .invalidSetting, .notASession: .unprocessableContent
            case .busy: .serviceUnavailable
            default: .internalServerError
            }
        self.init(status: status, text: error.description)
    }
}

extension DashboardError {
    /// Creates the error for a refusal by the health records, with its message.
    init(_ error: HealthStoreError) {
        let status: HTTPStatusCode =
            switch error {
            case .busy: .serviceUnavailable
            case .noSuchSource, .noSuchZone: .unprocessableContent
            default: .internalServerError
            }
        self.init(status: status, text: error.description)
    }
}
