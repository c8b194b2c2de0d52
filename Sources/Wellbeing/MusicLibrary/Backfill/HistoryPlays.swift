import MusicSelection

/// The plays in a history.
struct HistoryPlays {
    private(set) var plays: [StoredPlay] = []
    private(set) var report: HistoryImportReport

    private typealias UnresolvedName = HistoryImportReport.UnresolvedSong

    /// Finds the songs, and cuts every play where the next one begins, also one of a song that is not known.
    ///
    /// What is heard is the song's length, or the time to the next play where that is shorter. A person ended a play that
    /// was cut before 90 %; all others came to their end. Between starts that are known to a minute only, a song was cut
    /// where the gap is shorter by more than a minute: up to that, it may have been heard in full. Moments of MPD's stickers are of the start or of the end, as
    /// the program that wrote them likes: they cut nothing.
    init(_ history: PlayHistory, _ songs: [StoredSong], utcOffsetSeconds: (Double) -> Int) {
        report = HistoryImportReport(history)
        let matcher = SongMatcher(songs)
        let lengths = Dictionary(uniqueKeysWithValues: songs.map { ($0.id, $0.durationSeconds) })
        var unknown: [UnresolvedName: Int] = [:]
        var ambiguous: [UnresolvedName: Int] = [:]
        for (index, heard) in history.reportedPlays.enumerated() {
            let name = UnresolvedName(artist: heard.artist, title: heard.title, count: 0)
            switch matcher.find(heard) {
            case .none: unknown[name, default: 0] += 1
            case .ambiguous: ambiguous[name, default: 0] += 1
            case .song(let id):
                let hasNext = history.source != .mpd && index + 1 < history.reportedPlays.count
                let next = hasNext ? history.reportedPlays[index + 1] : nil
                let hasMinutePrecision = [heard, next].contains { play in
                    play.map { history.wholeMinuteStartsMs.contains($0.startMs) } ?? false
                }
                let play = Self.play(
                    id, lengths[id] ?? 0, heard, next: next,
                    toleranceSeconds: hasMinutePrecision ? Double(PlayHistory.minuteMs) / 1000 : 0,
                    utcOffsetSeconds: utcOffsetSeconds)
                if let play { plays.append(play) } else { report.zeroLengthCount += 1 }
            }
        }
        report.unmatchedCount = unknown.values.reduce(0, +)
        report.ambiguousCount = ambiguous.values.reduce(0, +)
        report.unmatchedSongs = Self.sorted(unknown)
        report.ambiguous = Self.sorted(ambiguous)
    }

    private static func play(
        _ song: Int64, _ length: Double, _ heard: ReportedPlay, next: ReportedPlay?,
        toleranceSeconds: Double, utcOffsetSeconds: (Double) -> Int
    ) -> StoredPlay? {
        let start = Double(heard.startMs) / 1000
        let secondsToNext = next.map { Double($0.startMs - heard.startMs) / 1000 } ?? .infinity
        let seconds = length - secondsToNext <= toleranceSeconds ? length : secondsToNext
        guard seconds > 0 else { return nil }
        let share = seconds / length
        return StoredPlay(
            facts: PlayFacts(
                songID: song, startSeconds: start, endSeconds: start + seconds,
                playedSeconds: seconds, playedShare: share,
                outcome: share < PlayFacts.maxSkipShare ? .person : .finished,
                context: context(start, utcOffsetSeconds(start))))
    }

    /// The context by the clock alone.
    private static func context(_ seconds: Double, _ offsetSeconds: Int) -> MusicContext {
        guard
            let range = HeartRateRange(
                restBpm: HeartRateRange.assumedRestBpm,
                maxBpm: HeartRateRange.maxBpm(ageYears: nil),
                origin: .assumed)
        else { return .unknown }
        let wallSeconds = Int(seconds.rounded(.down)) + offsetSeconds
        let hour = (wallSeconds / 3600 % 24 + 24) % 24
        return ContextInference.context(
            ContextInputs(nowSeconds: seconds, hour: hour, range: range)
        ).context
    }

    private static func sorted(_ counts: [UnresolvedName: Int]) -> [UnresolvedName] {
        counts.map { UnresolvedName(artist: $0.key.artist, title: $0.key.title, count: $0.value) }
            .sorted {
                ($1.count, $0.artist, $0.title) < ($0.count, $1.artist, $1.title)
            }
    }

    /// Leaves out plays that are kept, and says so.
    mutating func removeStoredPlays(_ isStored: (PlayFacts) -> Bool) {
        let count = plays.count
        plays.removeAll { isStored($0.facts) }
        report.knownCount += count - plays.count
    }

    /// Puts hearts beside the plays, and counts.
    mutating func finish(_ inputs: HistoryImportDependencies) throws {
        for index in plays.indices {
            let facts = plays[index].facts
            let reach = HistoryHeartData.marginSeconds
            let heartData = try inputs.heartData(
                (facts.startSeconds - reach)...(facts.endSeconds + reach))
            HistoryHeartData.add(heartData, to: &plays[index])
        }
        report.newCount = plays.count
        report.skipCount = plays.count { $0.facts.isSkip }
        report.heartRatePlayCount = plays.count { $0.facts.heartRateChange != nil }
    }
}
