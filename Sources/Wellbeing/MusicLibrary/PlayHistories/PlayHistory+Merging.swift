extension PlayHistory {
    /// Histories of one source as one: exports come in parts. A play that is in two of them counts as doubled.
    ///
    /// - Returns: one history for each source, in the order in which the sources come first.
    package static func merged(_ histories: [PlayHistory]) -> [PlayHistory] {
        var merged: [PlayHistory] = []
        for history in histories {
            guard let index = merged.firstIndex(where: { $0.source == history.source }) else {
                merged.append(history)
                continue
            }
            let old = merged[index]
            var errors = old.errors.merging(history.errors, uniquingKeysWith: +)
            let all = Set(old.reportedPlays).union(history.reportedPlays)
            let duplicateCount = old.reportedPlays.count + history.reportedPlays.count - all.count
            if duplicateCount > 0 { errors[.doubled, default: 0] += duplicateCount }
            merged[index].reportedPlays = all.sorted(by: ReportedPlay.isEarlier)
            merged[index].errors = errors
            merged[index].wholeMinuteStartsMs = old.wholeMinuteStartsMs.union(
                history.wholeMinuteStartsMs)
        }
        return merged
    }
}
