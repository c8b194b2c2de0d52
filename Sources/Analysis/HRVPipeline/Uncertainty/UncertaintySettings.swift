import HRVFeatures
import PhysioTypes

/// The settings for the intervals of metrics.
public struct UncertaintySettings: Sendable, Equatable {
    /// The seed at which the resampling of each row begins; the same seed gives the same result.
    public var seed: UInt64

    public static let defaultSeed: UInt64 = 1

    /// Probability with which an interval holds the true value.
    public static let level = DensityConfidence.level

    public init(seed: UInt64 = defaultSeed) {
        self.seed = seed
    }

    /// Adds the settings; block and count, where all rows that were resampled share them.
    func describe(_ rows: [AnalysisRow], in recipe: inout Recipe) {
        recipe.set(.ciLevel, .number(Self.level))
        recipe.set(
            .ciMethod,
            .text(
                "powers: chi-square and F; else circular block bootstrap, BC, width by cosines"))
        recipe.set(.ciSeed, .text("\(seed)"))
        let uncertainties = rows.compactMap(\.uncertainty)
        let counts = Set(uncertainties.compactMap(\.resampleCount))
        if let count = counts.first, counts.count == 1 {
            recipe.set(.ciResampleCount, .number(Double(count)))
        }
        let blockBeatCounts = uncertainties.compactMap(\.blockBeatCount)
        if let minimum = blockBeatCounts.min(), let maximum = blockBeatCounts.max() {
            recipe.set(
                .ciBlockBeatCount,
                minimum == maximum ? .number(Double(minimum)) : .text("\(minimum)-\(maximum)"))
        }
    }
}
