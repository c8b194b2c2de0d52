import FlyingFox
import Foundation

extension HTTPRequest {
    /// Larger ones are refused; bytes.
    static let maxBodyBytes = 65_536

    /// The value that the request's JSON says.
    ///
    /// - Throws: where the body is too large, no JSON, or says something else.
    func json<Value: Decodable>(_ type: Value.Type) async throws -> Value {
        guard headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw DashboardError.invalid(
                "the request has to be JSON (Content-Type: application/json)")
        }
        do {
            return try JSONDecoder().decode(type, from: await bytes(atMost: Self.maxBodyBytes))
        } catch let error as DecodingError {
            throw DashboardError.invalid(Self.sentence(error))
        }
    }

    /// The body as it is.
    ///
    /// - Throws: where it has more bytes than that.
    func bytes(atMost limit: Int) async throws -> Data {
        var body = Data()
        for try await chunk in bodySequence {
            body += chunk
            guard body.count <= limit else { throw DashboardError.tooLarge }
        }
        return body
    }

    private static func sentence(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(context.codingPath.last?.stringValue ?? "the request") is of the wrong kind"
        case .dataCorrupted(let context):
            context.codingPath.last.map { "\($0.stringValue): \(context.debugDescription)" }
                ?? "the request is no JSON"
        @unknown default: "the request is not understood"
        }
    }

    /// A part of the address after `?`.
    func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}
