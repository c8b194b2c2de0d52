package import MusicSelection

/// The answer to whether `adaptive` wins by the margins that were agreed before the study, and so
/// is the default.
package struct StudyVerdict: Sendable, Hashable {
    /// One margin, what was found, and whether it is met.
    package struct Margin: Sendable, Hashable {
        package let title: String
        package let limit: Double
        package let found: Double

        package var isMet: Bool { found <= limit }
    }

    package let margins: [Margin]

    package init(_ study: MusicStudy) {
        let ratios = study.cells.compactMap { $0.ratios[.adaptive] }
        let reversedRatios = study.cells.filter { $0.kind == .reversed }
            .compactMap { $0.ratios[.adaptive]?.value }
        let first = study.cells.compactMap { $0.earlyRatios[.adaptive]?.value }
        func highest(_ values: [Double]) -> Double { values.max() ?? .infinity }
        func mean(_ values: [Double]) -> Double {
            values.isEmpty ? .infinity : values.reduce(0, +) / Double(values.count)
        }
        margins = [
            Margin(title: "highest ratio", limit: 0.92, found: highest(ratios.map(\.value))),
            Margin(
                title: "highest upper bound of a ratio (95 %)", limit: 0.95,
                found: highest(ratios.map(\.high))),
            Margin(title: "mean ratio", limit: 0.75, found: mean(ratios.map(\.value))),
            Margin(
                title: "mean ratio of reversed people", limit: 0.60, found: mean(reversedRatios)),
            Margin(
                title: "highest ratio of the first \(ListenerRun.earlyPlayCount) plays",
                limit: 1.08,
                found: highest(first)),
        ]
    }

    /// The policy that the margins make the default.
    package var defaultPolicy: SelectionPolicy {
        margins.allSatisfy(\.isMet) ? .adaptive : .reference
    }
}
