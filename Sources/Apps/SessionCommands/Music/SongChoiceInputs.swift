import ArgumentParser
import CommandSupport
import Foundation
import MusicLibrary
import MusicSelection
import MusicSession

/// The way in which songs are chosen. Spelled the same in every command.
enum PolicyOption: String, ExpressibleByArgument, CaseIterable {
    case reference, adaptive

    var policy: SelectionPolicy { self == .reference ? .reference : .adaptive }

    static let standard = PolicyOption(rawValue: SelectionPolicy.standard.rawValue) ?? .reference
}

extension MusicLanguage: ExpressibleByArgument {}

/// Everything that a choice is made of, read once.
struct SongChoiceInputs {
    let moment: ListenerState
    private let store: MusicStore
    private let catalogue: SongCatalogue

    /// - Throws: `ExitCode`, once the reason is reported: there are no songs, or the heart rates set are no range.
    init(
        _ store: MusicStore, _ option: PolicyOption, _ options: MusicOptions,
        _ diagnostics: Diagnostics, _ surroundings: MusicSurroundingsOptions? = nil
    ) throws {
        self.store = store
        catalogue = try SongCatalogue(store, policy: option.policy)
        guard !catalogue.isEmpty else {
            diagnostics.error(
                "there are no songs at \(store.path) yet: hrv music scan FOLDER finds some",
                code: "empty")
            throw ExitStatus.noInput.exitCode
        }
        moment = try Self.moment(store, option.policy, options, diagnostics, surroundings)
    }

    static func moment(
        _ store: MusicStore, _ policy: SelectionPolicy, _ options: MusicOptions,
        _ diagnostics: Diagnostics, _ surroundings: MusicSurroundingsOptions? = nil
    ) throws -> ListenerState {
        let location = options.location.history
        let found =
            try surroundings?.currentSurroundings(location, diagnostics)
            ?? Surroundings(
                workout: WorkoutMonitor(location).times(atSeconds: Date().timeIntervalSince1970))

        let now = Date().timeIntervalSince1970
        do {
            return try ListenerState(
                store, policy: policy, nowSeconds: now, surroundings: found,
                importedRestBpm: {
                    // Health records that cannot be read do not prevent music.
                    try? RecordedHeartData(path: location.healthPath)
                        .restBpm(nowSeconds: now)
                })
        } catch let error as HeartRateRangeError {
            diagnostics.error("\(error)", code: "heart_range")
            throw ExitStatus.badData.exitCode
        }
    }

    /// The songs that would come next, best first.
    ///
    /// - Parameter allowedSongs: of these songs alone; nil for the whole library.
    func next(_ count: Int, allowedSongs: [Int64]? = nil) -> [SongChoice] {
        catalogue.ranked(moment.choice, allowedSongs: allowedSongs, count: count)
    }

    /// Returns the degree to which a playlist fits the moment, 0 to 1; nil if none of its songs may
    /// be played.
    func match(_ songs: [Int64]) -> Double? { catalogue.match(songs, moment.choice) }

    /// Reads a song. Only those that are shown are read: a library may have 100,000.
    func song(_ id: Int64) -> StoredSong? { try? store.song(named: "\(id)") }

    func facts(of id: Int64) -> SongFacts? { catalogue.facts(of: id) }

    /// Returns the facts of a song that this selector chose.
    func facts(of choice: SongChoice) -> SongFacts {
        catalogue.facts(of: choice.id) ?? SongFacts(id: choice.id)
    }

    func explanation(_ choice: SongChoice) -> Explanation {
        Explanation(
            choice, moment.choice, song: facts(of: choice), lastBpm: moment.lastHeartRateBpm,
            range: moment.range)
    }

    /// The sentences on a choice. In a list nothing is tried out: the later songs are just those that come later.
    func sentences(_ choice: SongChoice, _ language: MusicLanguage) -> [String] {
        let explanation = explanation(choice)
        return zip(explanation.words, explanation.texts(language)).filter { $0.0 != .exploring }
            .map(\.1)
    }
}
