import FlyingFox
import Foundation
import LiveSession
import SessionHistory

/// One kept session: its details, its export, its end; and the end of them all.
struct StoredSessionFeature: PageFeature {
    let history: StoredHistory
    let hub: SessionHub

    var routes: [Route] {
        [
            Route(.GET, "/api/sessions/:id", respond: details),
            Route(.DELETE, "/api/sessions/:id", respond: delete),
            Route(.GET, "/api/sessions/:id/export", respond: export),
            Route(.DELETE, "/api/history", respond: deleteEverything),
        ]
    }

    private func id(_ request: PageRequest) throws -> UUID {
        guard let id = UUID(uuidString: request.pathValues[0]) else {
            throw HistoryError.noSession(request.pathValues[0])
        }
        return id
    }

    @Sendable private func details(_ request: PageRequest) throws -> HTTPResponse {
        let history = try history.requiredStore
        return try .json(DetailsResponse(try history.details(try id(request))))
    }

    @Sendable private func delete(_ request: PageRequest) throws -> HTTPResponse {
        try history.delete(try id(request))
        return HTTPResponse(statusCode: .noContent)
    }

    @Sendable private func export(_ request: PageRequest) throws -> HTTPResponse {
        let id = try id(request)
        guard request.visitor.role == .full else { throw DashboardError.viewOnly }
        guard let format = SessionExportFormat(rawValue: request.http.queryValue("format") ?? "")
        else {
            let names = SessionExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw DashboardError.invalid("format is one of \(names)")
        }
        let details = try history.requiredStore.details(id)
        var headers = HTTPHeaders()
        headers[.contentType] = format.mediaType + "; charset=utf-8"
        headers[.contentDisposition] =
            "attachment; filename=\"\(format.fileName(of: details.session))\""
        return HTTPResponse(
            statusCode: .ok, headers: headers, body: Data(format.text(of: details).utf8))
    }

    private struct Confirmation: Decodable { let confirm: String }

    @Sendable private func deleteEverything(_ request: PageRequest) async throws -> HTTPResponse {
        guard try await request.http.json(Confirmation.self).confirm == "everything" else {
            throw DashboardError.invalid("confirm has to be \"everything\"")
        }
        guard !hub.isRunning else { throw HistoryError.isRunning }
        try history.deleteEverything()
        return HTTPResponse(statusCode: .noContent)
    }
}
