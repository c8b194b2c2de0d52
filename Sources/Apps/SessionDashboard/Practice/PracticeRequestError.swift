import FlyingFox
import Foundation
import PracticePlans

/// Reason why a practice is not begun, or does not do what a page requests.
enum PracticeRequestError: Error, Sendable, Equatable {
    /// One runs already; nil where it is not known which.
    case running(RunningActivityInfo?)
    case invalid(PlanError)
    /// A request that cannot be carried out in the current state.
    case conflict
    case notRunning
}

extension PracticeRequestError {
    private struct ErrorBody: Encodable {
        let error: String
        var code: String?
        var field: String?
        var range: String?
        var holder: RunningActivityInfo?
    }

    var response: HTTPResponse {
        get throws {
            switch self {
            case .running(let holder):
                try .json(
                    ErrorBody(
                        error: "something runs already: end it before another begins",
                        holder: holder), .conflict)
            case .invalid(let error):
                try .json(
                    ErrorBody(error: error.message, field: error.field, range: error.range),
                    .unprocessableContent)
            case .conflict:
                try .json(
                    ErrorBody(error: "this is not possible in what runs now", code: "conflict"),
                    .conflict)
            case .notRunning:
                try .json(ErrorBody(error: "no practice runs", code: "not_running"), .notFound)
            }
        }
    }

    /// The answer of an action, or what it says where it refuses.
    static func convertingErrors(
        _ action: () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        do {
            return try await action()
        } catch let refusal as PracticeRequestError {
            return try refusal.response
        } catch let error as PlanError {
            return try PracticeRequestError.invalid(error).response
        }
    }
}
