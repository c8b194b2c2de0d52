import HealthRecords

extension SleepBlock {
    /// The sources of the block, the leading one first.
    ///
    /// The person's order comes first, then sources that report REM, core or deep before those that do
    /// not, watch before other before phone, the longer time asleep (union of the samples), and the name.
    /// A source of in-bed samples alone cannot lead where another one says when the person slept or was
    /// awake, whatever the order.
    func rankedSources(_ ranking: SourceRanking) -> [Int] {
        let asleepMs = Dictionary(
            uniqueKeysWithValues: sourceIndices.map { source in
                (source, spans { $0.sourceIndex == source && $0.stage.isAsleep }.totalMs)
            })
        let sourcesWithStages = Set(
            samples.lazy.filter { $0.stage.isSpecificStage }.map(\.sourceIndex))
        let sourcesWithSleep = Set(
            samples.lazy.filter { $0.stage != .inBed && !$0.range.isEmpty }.map(\.sourceIndex))
        func key(_ source: Int) -> (Int, Int, Int, Int, Int64) {
            (
                sourcesWithSleep.contains(source) ? 0 : 1, ranking.preference(source),
                sourcesWithStages.contains(source) ? 0 : 1, ranking.kind(source).rawValue,
                -(asleepMs[source] ?? 0)
            )
        }
        return sourceIndices.sorted { a, b in
            let (left, right) = (key(a), key(b))
            if left != right { return left < right }
            return (ranking.name(a), a) < (ranking.name(b), b)
        }
    }
}
