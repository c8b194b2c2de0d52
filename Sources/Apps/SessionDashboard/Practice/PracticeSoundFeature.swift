import FlyingFox
import FlyingSocks
import Foundation
import PhysioTypes
import PracticePlans
import PracticeRuntime
import Synchronization

/// The sounds that a page plays: sounds, words, and a whole practice as one file.
struct PracticeSoundFeature: PageFeature {
    let practice: PracticeHub
    private let tracks = TrackCache()

    init(practice: PracticeHub) { self.practice = practice }

    private static let basePath = "/api/practice"
    /// The size of one response with a part of a track; a browser asks for the next one when it
    /// needs it.
    static let pieceByteCount = 1 << 20

    var routes: [Route] {
        [
            Route(.GET, Self.basePath + "/sound/:name", respond: sound),
            Route(.GET, Self.basePath + "/speech/:key", respond: speech),
            Route(.GET, Self.basePath + "/background", respond: background),
            Route(.GET, Self.basePath + "/backgrounds", respond: backgroundNames),
            Route(.GET, Self.basePath + "/track", respond: track),
            Route(.HEAD, .pattern(Self.basePath + "/track"), .visitors(track)),
        ]
    }

    // MARK: Sounds and words

    @Sendable private func sound(_ request: PageRequest) throws -> HTTPResponse {
        let name = request.pathValues[0]
        let ownSounds = practice.resources.ownSounds
        if let samples = ownSounds.samples[name] { return try Self.wavResponse(samples) }
        if let named = SoundName(rawValue: name) { return try Self.wavResponse(.named(named)) }
        guard let phase = BreathPhase.allCases.first(where: { $0.soundName == name }) else {
            throw DashboardError(status: .notFound, text: "no sound is called \(name)")
        }
        guard let seconds = request.http.queryValue("seconds").flatMap(Double.init),
            Self.phaseSecondsRange.contains(seconds)
        else { throw DashboardError.invalid("seconds lies in 1.5 to 20") }
        return try Self.wavResponse(.breath(phase, durationSeconds: seconds))
    }

    /// The limits of a phase, as those of a breath; s.
    private static let phaseSecondsRange = 1.5...20.0

    /// Words by their key, spoken by the speech program of the computer.
    @Sendable private func speech(_ request: PageRequest) throws -> HTTPResponse {
        guard let key = WordKey(rawValue: request.pathValues[0]) else {
            throw DashboardError(status: .notFound, text: "there are no words of this key")
        }
        var arguments: [String: Int] = [:]
        for name in ["n", "of"] {
            guard let text = request.http.queryValue(name) else { continue }
            guard let number = Int(text), (0...9999).contains(number) else {
                throw DashboardError.invalid("\(name) lies in 0 to 9999")
            }
            arguments[name] = number
        }
        let phrase = PracticePhrase(key, arguments)
        if let ownSamples = practice.resources.ownSounds.samples[phrase.soundName] {
            return try Self.wavResponse(ownSamples)
        }
        let language =
            request.http.queryValue("language").flatMap { PracticeLanguage(rawValue: $0) } ?? .en
        let spokenSamples = SpeechRenderer(environment: practice.resources.environment)
            .samples(phrase.text(language), language: language.rawValue)
        guard let spokenSamples else {
            throw DashboardError(status: .notFound, text: SpeechRenderer.installHint)
        }
        return try Self.wavResponse(spokenSamples)
    }

    /// One loop of what sounds beneath the practice that runs here, without a fade.
    @Sendable private func background(_: PageRequest) throws -> HTTPResponse {
        guard let background = practice.now?.background,
            let loop = practice.resources.ownSounds.loop(background)
        else { throw DashboardError(status: .notFound, text: "nothing sounds beneath a practice") }
        return try Self.wavResponse(loop.samples)
    }

    private struct BackgroundsResponse: Encodable { let names: [String] }

    @Sendable private func backgroundNames(_: PageRequest) throws -> HTTPResponse {
        try .json(BackgroundsResponse(names: practice.resources.ownSounds.backgroundNames))
    }

    private static func wavResponse(_ sound: PracticeSound) throws -> HTTPResponse {
        try wavResponse(
            SoundTrackContents(
                cues: [SoundCue(timeSeconds: 0, sound: sound)], level: 1, lengthSeconds: 0))
    }

    private static func wavResponse(_ samples: SoundSamples) throws -> HTTPResponse {
        try wavResponse(
            SoundTrackContents(
                cues: [], clips: [SpeechClip(timeSeconds: 0, sound: samples)], level: 1,
                lengthSeconds: 0))
    }

    private static func wavResponse(_ contents: SoundTrackContents) throws -> HTTPResponse {
        let track = try WAVTrack(contents)
        var headers = HTTPHeaders()
        headers[.contentType] = "audio/wav"
        return HTTPResponse(
            statusCode: .ok, headers: headers,
            body: Data(track.bytes(from: 0, count: track.byteCount)))
    }

    // MARK: The track

    /// The sound of the practice that runs here, from its beginning on, of which any bytes can be had alone.
    ///
    /// After the end the page still gets the rest of the track that it plays, until another practice begins.
    @Sendable private func track(_ request: PageRequest) throws -> HTTPResponse {
        let track = try track(for: request)
        var headers = HTTPHeaders()
        headers[.contentType] = "audio/wav"
        headers[.acceptRanges] = "bytes"
        let count = track.byteCount
        if request.http.method == .HEAD {
            headers[.contentLength] = "\(count)"
            return HTTPResponse(statusCode: .ok, headers: headers)
        }
        switch ByteRange(request.http.headers[.range], count: count) {
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(count)"
            return HTTPResponse(statusCode: .rangeNotSatisfiable, headers: headers)
        case .part(let range):
            let piece = range.prefix(Self.pieceByteCount)
            headers[.contentRange] = "bytes \(piece.startIndex)-\(piece.endIndex - 1)/\(count)"
            return HTTPResponse(
                statusCode: .partialContent, headers: headers,
                body: Data(track.bytes(from: piece.startIndex, count: piece.count)))
        case .wholeFile:
            return HTTPResponse(
                statusCode: .ok, headers: headers,
                body: HTTPBodySequence(
                    from: TrackBytes(track: track), count: count,
                    suggestedBufferSize: Self.pieceByteCount))
        }
    }

    private func track(for request: PageRequest) throws -> WAVTrack {
        if let snapshot = practice.now, snapshot.isHere, let timeline = snapshot.timeline,
            let originSeconds = snapshot.originSeconds
        {
            return try tracks.track(snapshot) {
                try WAVTrack(contents(snapshot, timeline, originSeconds))
            }
        }
        let (id, revision) = (request.http.queryValue("id"), request.http.queryValue("revision"))
        guard let id, let revision, let track = tracks.lastTrack(id, revision) else {
            throw DashboardError(status: .notFound, text: "no practice runs on this page")
        }
        return track
    }

    private func contents(
        _ snapshot: PracticeSnapshot, _ timeline: Timeline, _ originSeconds: Double
    ) -> SoundTrackContents {
        let own = practice.resources.ownSounds
        let speech = SpeechRenderer(environment: practice.resources.environment)
        let (cues, endSeconds) = timeline.plannedCues(from: practice.resources.clock.seconds)
        var samplesByText: [String: SoundSamples?] = [:]
        return SoundTrackContents(
            cues.map { (max(0, $0.timeSeconds - originSeconds), $0.content) }, own: own,
            background: snapshot.background.flatMap(own.loop).map {
                TrackBackground(
                    $0, timeline, originSeconds: originSeconds, endSeconds: endSeconds)
            },
            level: snapshot.level, lengthSeconds: max(0, endSeconds - originSeconds)
        ) { phrase in
            if let ownSamples = own.samples[phrase.soundName] { return ownSamples }
            guard snapshot.speaks else { return nil }
            let text = phrase.text(snapshot.language)
            if let cachedSamples = samplesByText[text] { return cachedSamples }
            let samples = speech.samples(text, language: snapshot.language.rawValue)
            samplesByText[text] = .some(samples)
            return samples
        }
    }
}

/// The track of the newest plan of a practice: browsers ask for it piece by piece.
private final class TrackCache: Sendable {
    private let cachedTrack = Mutex<(key: String, track: WAVTrack)?>(nil)

    func track(
        _ snapshot: PracticeSnapshot, _ make: () throws -> WAVTrack
    ) throws -> WAVTrack {
        let key = Self.key(snapshot.activity.id.uuidString, "\(snapshot.revision)")
        if let cachedTrack = cachedTrack.withLock({ $0?.key == key ? $0?.track : nil }) {
            return cachedTrack
        }
        let track = try make()
        cachedTrack.withLock { $0 = (key, track) }
        return track
    }

    /// The track that was made last; nil where it is of another practice, or of another revision.
    func lastTrack(_ id: String, _ revision: String) -> WAVTrack? {
        cachedTrack.withLock { $0?.key == Self.key(id, revision) ? $0?.track : nil }
    }

    private static func key(_ id: String, _ revision: String) -> String { "\(id) \(revision)" }
}

/// A whole track, computed as it is read.
private struct TrackBytes: AsyncBufferedSequence {
    typealias Element = UInt8
    let track: WAVTrack

    struct AsyncIterator: AsyncBufferedIteratorProtocol {
        let track: WAVTrack
        var offset = 0

        mutating func next() async -> UInt8? { await nextBuffer(suggested: 1)?.first }

        mutating func nextBuffer(suggested count: Int) async -> [UInt8]? {
            let bytes = track.bytes(from: offset, count: count)
            offset += bytes.count
            return bytes.isEmpty ? nil : bytes
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(track: track) }
}
