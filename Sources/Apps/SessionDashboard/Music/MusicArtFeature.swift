import FlyingFox
import Foundation
import MusicLibrary

/// Covers of songs, which a page can ask for by the numbers of songs alone.
struct MusicArtFeature: PageFeature {
    let covers: MusicCovers

    var routes: [Route] {
        [Route(.GET, MusicFeature.basePath + "/songs/:id/art", respond: art)]
    }

    @Sendable private func art(_ request: PageRequest) async throws -> HTTPResponse {
        guard let id = Int64(request.pathValues[0]) else { throw DashboardError.notFound }
        // That a song has no cover is no error.
        guard let cover = try await covers.cover(of: id) else {
            return HTTPResponse(statusCode: .noContent)
        }
        return HTTPResponse(
            statusCode: .ok, headers: [.contentType: cover.kind.rawValue],
            body: Data(cover.bytes))
    }
}

/// The covers that were asked for last; one is looked for at a time.
actor MusicCovers {
    private let music: MusicHub
    private let programs: DecoderPrograms?
    private var cachedCovers: [(song: Int64, cover: SongCover?)] = []
    private var latestSearch: Task<SongCover?, Never>?

    /// The number of covers in memory, at 5 MiB each at most.
    private static let maxCachedCount = 4

    init(_ music: MusicHub) {
        self.music = music
        programs = DecoderPrograms.find(path: music.resources.programs)
    }

    /// nil where the song has none, or where there is no such song.
    func cover(of song: Int64) async throws -> SongCover? {
        if let found = cachedCovers.first(where: { $0.song == song }) { return found.cover }
        guard let path = try? await music.store.song(named: "\(song)").path else { return nil }
        let (previousSearch, programs) = (latestSearch, programs)
        let searchTask = Task.detached {
            _ = await previousSearch?.value
            return SongCover.find(path, programs: programs)
        }
        latestSearch = searchTask
        let cover = await searchTask.value
        cachedCovers.removeAll { $0.song == song }
        cachedCovers.append((song, cover))
        if cachedCovers.count > Self.maxCachedCount { cachedCovers.removeFirst() }
        return cover
    }
}
