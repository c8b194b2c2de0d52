import FlyingFox
import Foundation
import MusicLibrary
import MusicSelection
import MusicSession
import SessionHistory

/// Findings of the plays, and the parts of the choice; for those who may act alone, since it shows their hearts.
struct MusicInsightFeature: PageFeature {
    let music: MusicHub

    var routes: [Route] {
        [
            Route(.GET, .pattern(MusicFeature.basePath + "/insights"), .ownersOnly(insights)),
            Route(.GET, .pattern(MusicFeature.basePath + "/debug"), .ownersOnly(debug)),
        ]
    }

    // MARK: Insights

    private struct Effect: Encodable {
        let id: Int64
        let title: String
        let artist: String?
        /// Plays and skips that were learnt.
        let count: Int
        /// 0 to 1, .5 for no effect.
        let calm: Double
        let energy: Double
        let focus: Double
        /// Mean change of the heart rate over a play and its standard error, 1/min; left out below 5 plays with one.
        let change: Double?
        let changeError: Double?
        let changeCount: Int
    }

    private struct ListeningResponse: Encodable {
        /// Time of the person's clock.
        let startedAt: String
        let minutes: Double
        let plays: Int
        let skips: Int
        /// Shares, 0 to 1.
        let heardShare: Double?
        let quality: Double?
        /// The sleep of the night after it; left out where none is known.
        let sleep: Double?

        private enum CodingKeys: String, CodingKey {
            case startedAt, minutes, plays, skips
            case heardShare = "heard"
            case quality, sleep
        }
    }

    private struct Hour: Encodable {
        /// 1 for Monday to 7, and 0 to 23.
        let weekday: Int
        let hour: Int
        /// Mean energy of the person in that hour, 0 to 1.
        let energy: Double
        let count: Int
    }

    private struct InsightResponse: Encodable {
        let plays: Int
        let effects: [Effect]
        let listenings: [ListeningResponse]
        let week: [Hour]
    }

    private static let maxEffectCount = 200
    private static let maxListeningCount = 30

    @Sendable private func insights(_: PageRequest) async throws -> HTTPResponse {
        let music = music
        return try await MusicRequestError.convertingErrors {
            let store = try await music.store
            let nowMs = Int64(1000 * music.resources.clock.unixSeconds)
            return try .json(
                InsightResponse(
                    plays: try store.counts().reduce(0) { $0 + $1.plays },
                    effects: try Self.effects(store),
                    listenings: try store.listenings(limit: Self.maxListeningCount)
                        .map(Self.listeningResponse),
                    week: try store.patterns(nowMs: nowMs)
                        .filter {
                            $0.value.estimateCount >= EnergyPattern.minEstimateCount
                                && $0.value.dayCount >= EnergyPattern.minDayCount
                        }
                        .map { slot, pattern in
                            Hour(
                                weekday: slot.weekday, hour: slot.hour,
                                energy: pattern.meanEnergy, count: pattern.estimateCount)
                        }
                        .sorted { ($0.weekday, $0.hour) < ($1.weekday, $1.hour) }))
        }
    }

    /// The songs played most often, with what followed them.
    private static func effects(_ store: MusicStore) throws -> [Effect] {
        let topSongEffects = try store.songFacts().compactMap { song in
            song.effects.overallEffect.map { (song.id, $0) }
        }.sorted { ($0.1.count, $1.0) > ($1.1.count, $0.0) }.prefix(maxEffectCount)
        return try topSongEffects.map { id, effect in
            let song = try store.song(named: "\(id)")
            let changes = effect.heartRate
            let isReported = changes.count >= Explanation.minPlayCount
            return Effect(
                id: id, title: song.displayTitle, artist: song.tags.artist, count: effect.count,
                calm: effect.calm, energy: effect.energy, focus: effect.focus,
                change: isReported ? changes.mean : nil,
                changeError: isReported ? changes.standardError : nil, changeCount: changes.count)
        }
    }

    private static func listeningResponse(_ listening: ListeningSession) -> ListeningResponse {
        ListeningResponse(
            startedAt: LocalTime.text(
                Date(timeIntervalSince1970: Double(listening.startedMs) / 1000),
                utcOffsetSeconds: listening.utcOffsetSeconds),
            minutes: Double(listening.endedMs - listening.startedMs) / 60_000,
            plays: listening.playCount,
            skips: listening.skipCount, heardShare: listening.meanPlayedShare,
            quality: listening.quality, sleep: listening.sleep)
    }

    // MARK: Debug

    private struct Candidate: Encodable {
        let id: Int64
        let title: String
        let score: Double
        let probability: Double
        let parts: [Part]
    }

    private struct Part: Encodable {
        let name: String
        let amount: Double
        let value: Double
    }

    /// The details of the current choice of music. Where the first two are missing, no music is
    /// chosen now.
    private struct ChoiceDetailsResponse: Encodable {
        var player: String?
        var music: MusicResponse?
        var candidates: [Candidate] = []
        var surroundings: SurroundingsResponse?
    }

    private struct SurroundingsResponse: Encodable {
        struct CategoryTime: Encodable {
            let category: String
            let minutes: Double
        }

        let hasCalendar: Bool
        /// Left out where no event begins within a day.
        let nextEventMinutes: Double?
        let desktop: [CategoryTime]

        init(_ surroundings: Surroundings, nowSeconds: Double) {
            hasCalendar = surroundings.isBusy != nil
            nextEventMinutes = surroundings.nextEventSeconds.map { ($0 - nowSeconds) / 60 }
            desktop = DesktopTimes(surroundings.desktop, nowSeconds: nowSeconds).minutes
                .map(CategoryTime.init)
        }
    }

    private static let candidateCount = 10

    @Sendable private func debug(_: PageRequest) async throws -> HTTPResponse {
        let music = music
        return try await MusicRequestError.convertingErrors {
            guard let run = await music.run, let response = await music.response else {
                return try .json(ChoiceDetailsResponse())
            }
            let store = try await music.store
            let now = music.resources.clock.unixSeconds
            let candidates = try await run.ranked(count: Self.candidateCount).map { ranked in
                Candidate(
                    id: ranked.song.id,
                    title: try store.song(named: "\(ranked.song.id)").displayTitle,
                    score: ranked.choice.score, probability: ranked.choice.probability,
                    parts: ranked.choice.parts.map {
                        Part(name: $0.kind.rawValue, amount: $0.amount, value: $0.value)
                    })
            }
            return try .json(
                ChoiceDetailsResponse(
                    player: run.playerName, music: response, candidates: candidates,
                    surroundings: SurroundingsResponse(
                        music.resources.surroundings.snapshot(atSeconds: now), nowSeconds: now)))
        }
    }
}
