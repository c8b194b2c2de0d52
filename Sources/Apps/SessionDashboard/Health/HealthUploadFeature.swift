import FlyingFox
import Foundation

/// Files that a page sends in pieces, to be imported.
struct HealthUploadFeature: PageFeature {
    let controller: HealthController
    let uploads: HealthUploads

    var routes: [Route] {
        let stem = "/api/health/uploads"
        return [
            Route(.POST, .pattern(stem), .owners(begin)),
            Route(.GET, .pattern(stem + "/:id"), .owners(status)),
            Route(.PUT, .pattern(stem + "/:id"), .owners(append)),
            Route(.DELETE, .pattern(stem + "/:id"), .owners(drop)),
            Route(.POST, .pattern(stem + "/:id/import"), .owners(read)),
        ]
    }

    @Sendable private func begin(_ request: PageRequest) async throws -> HTTPResponse {
        try .json(uploads.begin(try await request.http.json(HealthUploads.Announcement.self)))
    }

    @Sendable private func status(_ request: PageRequest) throws -> HTTPResponse {
        try .json(uploads.status(request.values[0]))
    }

    @Sendable private func append(_ request: PageRequest) async throws -> HTTPResponse {
        guard let offset = request.http.value("at").flatMap({ Int($0) }), offset >= 0 else {
            throw DashboardError.invalid("at is the place of the piece in the file, in bytes")
        }
        let piece = try await request.http.bytes(atMost: HealthUploads.pieceSize)
        return try .json(uploads.append(piece, at: offset, to: request.values[0]))
    }

    @Sendable private func drop(_ request: PageRequest) throws -> HTTPResponse {
        uploads.drop(request.values[0])
        return HTTPResponse(statusCode: .noContent)
    }

    @Sendable private func read(_ request: PageRequest) throws -> HTTPResponse {
        let id = request.values[0]
        try controller.read(path: uploads.finished(id)) { [uploads] in uploads.drop(id) }
        return HTTPResponse(statusCode: .accepted)
    }
}
