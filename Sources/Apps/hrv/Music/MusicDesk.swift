import ArgumentParser
import Foundation
import MusicLibrary
import MusicSelection

/// How songs are chosen. Spelled the same in every command.
enum PolicyOption: String, ExpressibleByArgument, CaseIterable {
    case reference, adaptive

    var policy: SelectionPolicy { self == .reference ? .reference : .adaptive }

    static let standard = PolicyOption(rawValue: SelectionPolicy.standard.rawValue) ?? .reference
}

extension MusicLanguage: ExpressibleByArgument {}

/// Everything that a choice is made of, read once.
struct MusicDesk {
    let moment: MusicMoment
    let songs: [Int64: KeptSong]
    let facts: [SongFacts]
    private let table: SongTable
    private let model: AdaptiveModel?
    private let policy: SelectionPolicy
    private let recent: [RecentSong]

    /// - Throws: `ExitCode`, once the reason is told: there are no songs, or the heart rates set are no range.
    init(
        _ store: MusicStore, _ option: PolicyOption, _ options: MusicOptions,
        _ diagnostics: Diagnostics
    ) throws {
        policy = option.policy
        facts = try store.songFacts()
        guard !facts.isEmpty else {
            diagnostics.error(
                "there are no songs at \(store.path) yet: hrv music scan FOLDER finds some",
                code: "empty")
            throw ExitStatus.noInput.exitCode
        }
        moment = try Self.moment(store, policy, options, diagnostics)
        songs = Dictionary(uniqueKeysWithValues: try store.songs().map { ($0.id, $0) })
        table = SongTable(facts)
        let plays = try store.plays()
        recent = plays.prefix(20).map {
            RecentSong(id: $0.facts.songId, endSeconds: $0.facts.endSeconds)
        }
        model = policy.usesModel ? Self.model(plays, facts) : nil
    }

    static func moment(
        _ store: MusicStore, _ policy: SelectionPolicy, _ options: MusicOptions,
        _ diagnostics: Diagnostics
    ) throws -> MusicMoment {
        let now = Date().timeIntervalSince1970
        do {
            return try MusicMoment(
                store, policy: policy, nowSeconds: now,
                importedRestBpm: {
                    // Health records that cannot be read keep nobody from music.
                    try? RecordedHearts(path: options.place.history.healthPath)
                        .restBpm(nowSeconds: now)
                })
        } catch MusicMoment.Failure.narrowRange {
            diagnostics.error(
                "the highest heart rate is less than 30 above the one at rest: "
                    + "hrv music settings shows and corrects both", code: "heart_range")
            throw ExitStatus.badData.exitCode
        }
    }

    /// What the plays have shown, each with its song as it was known before the play.
    private static func model(_ plays: [KeptPlay], _ facts: [SongFacts]) -> AdaptiveModel {
        var model = AdaptiveModel()
        var known = Dictionary(uniqueKeysWithValues: facts.map { ($0.id, $0) })
        for id in known.keys {
            known[id]?.playCount = 0
            known[id]?.skipCount = 0
        }
        for play in plays.map(\.facts).sorted(by: { $0.endSeconds < $1.endSeconds }) {
            guard var song = known[play.songId] else { continue }
            model.learn(play, PlayFeatures(song, play))
            if play.isPlay { song.playCount += 1 }
            if play.isSkip { song.skipCount += 1 }
            known[play.songId] = song
        }
        return model
    }

    /// The songs that would come next, best first.
    ///
    /// - Parameter among: of these songs alone; nil for the whole library.
    func next(_ count: Int, among: [Int64]? = nil) -> [SongChoice] {
        SongChooser.ranked(
            table,
            ChoiceRequest(moment: moment.choice, policy: policy, recent: recent, among: among),
            model: model, count: count)
    }

    func facts(of id: Int64) -> SongFacts? { table.index(of: id).map { facts[$0] } }

    func explanation(_ choice: SongChoice) -> Explanation {
        Explanation(
            choice, moment.choice, song: facts[choice.index], lastBpm: moment.lastBpm,
            range: moment.range)
    }
}
