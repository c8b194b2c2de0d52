import FlyingFox
import Foundation

/// Files that a page sends in pieces, to be imported.
struct HealthUploadFeature: PageFeature {
    let controller: HealthController
    let uploads: HealthUploads

    var routes: [Route] {
        let basePath = "/api/health/uploads"
        return [
            Route(.POST, .pattern(basePath), .ownersOnly(begin)),
            Route(.GET, .pattern(basePath + "/:id"), .ownersOnly(status)),
            Route(.PUT, .pattern(basePath + "/:id"), .ownersOnly(append)),
            Route(.DELETE, .pattern(basePath + "/:id"), .ownersOnly(drop)),
            Route(.POST, .pattern(basePath + "/:id/import"), .ownersOnly(read)),
        ]
    }

    @Sendable private func begin(_ request: PageRequest) async throws -> HTTPResponse {
        try .json(uploads.begin(try await request.http.json(HealthUploads.Announcement.self)))
    }

    @Sendable private func status(_ request: PageRequest) throws -> HTTPResponse {
        try .json(uploads.status(request.pathValues[0]))
    }

    @Sendable private func append(_ request: PageRequest) async throws -> HTTPResponse {
        guard let offset = request.http.queryValue("at").flatMap({ Int($0) }), offset >= 0 else {
            throw DashboardError.invalid("at is the place of the piece in the file, in bytes")
        }
        let piece = try await request.http.bytes(atMost: HealthUploads.maxPieceByteCount)
        return try .json(uploads.append(piece, at: offset, to: request.pathValues[0]))
    }

    @Sendable private func drop(_ request: PageRequest) throws -> HTTPResponse {
        uploads.drop(request.pathValues[0])
        return HTTPResponse(statusCode: .noContent)
    }

    @Sendable private func read(_ request: PageRequest) throws -> HTTPResponse {
        let id = request.pathValues[0]
        try controller.startImport(path: uploads.completePath(id)) { [uploads] in uploads.drop(id) }
        return HTTPResponse(statusCode: .accepted)
    }
}
