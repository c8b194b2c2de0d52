import FlyingFox
import Foundation

extension HTTPResponse {
    /// The content security policy of every response: nothing but this page, from here.
    private static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    mutating func addSecurityHeaders() {
        headers[HTTPHeader("Content-Security-Policy")] = Self.contentSecurityPolicy
        headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
        headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
        headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
        headers[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }

    private struct ErrorBody: Encodable { let error: String }

    static func failure(_ error: DashboardError) -> HTTPResponse {
        (try? json(ErrorBody(error: error.text), error.status))
            ?? HTTPResponse(statusCode: error.status)
    }

    static func json(
        _ value: some Encodable, _ status: HTTPStatusCode = .ok
    ) throws -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return HTTPResponse(
            statusCode: status, headers: [.contentType: "application/json; charset=utf-8"],
            body: try encoder.encode(value))
    }

    /// A file of the page.
    ///
    /// - Parameter name: path below the folder of the page.
    static func file(_ name: String) throws -> HTTPResponse {
        guard let file = PageFile.all[name] else { throw DashboardError.notFound }
        return HTTPResponse(
            statusCode: .ok,
            headers: [.contentType: file.contentType, .cacheControl: "no-cache"],
            body: Data(file.text.utf8))
    }
}
