/// Quality of a time of listening.
///
/// .25 (1 - share of skips) + .30 clamp(.5 + change of SDNN/20) + .25 mean share heard + .20 next night's sleep. The
/// change is that from the first play's start to the last play's end, 0 where one of both is missing; an unknown
/// night counts .5.
package struct ListeningQuality: Sendable, Hashable {
    /// 0 to 1.
    package let value: Double
    /// Mean share of a song that was heard; 0 to 1.
    package let meanPlayedShare: Double

    /// nil without plays.
    ///
    /// - Parameter sleep: of the next night, 0 to 1.
    package init?(_ plays: [PlayFacts], sleep: Double?) {
        guard !plays.isEmpty else { return nil }
        let count = Double(plays.count)
        let skips = Double(plays.count { $0.isSkip }) / count
        meanPlayedShare = plays.reduce(0) { $0 + $1.playedShare } / count
        var change = 0.0
        if let start = plays.lazy.compactMap(\.startSDNNMs).first,
            let end = plays.lazy.compactMap(\.endSDNNMs).last
        {
            change = end - start
        }
        value =
            0.25 * (1 - skips) + 0.30 * clamped(0.5 + change / 20) + 0.25 * meanPlayedShare
            + 0.20 * clamped(sleep ?? 0.5)
    }

    /// Quality of a night: .7 min(1, hours/8) + .3 min(1, share of deep and REM sleep/.4). A choice of our own.
    ///
    /// - Parameter deepAndREMShare: of the time asleep, 0 to 1; 0 where the watch reports no stages.
    package static func sleep(hoursAsleep: Double, deepAndREMShare: Double) -> Double {
        0.7 * clamped(hoursAsleep / 8) + 0.3 * clamped(deepAndREMShare / 0.4)
    }
}
