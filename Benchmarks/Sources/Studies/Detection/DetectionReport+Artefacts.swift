extension DetectionReport {
    /// The path of the figure, relative to the page.
    public static let figurePath = "figures/detection-errors.svg"

    var errorSection: String {
        """
        ## The worst records
        \(DetectionCauses.summary)

        ![Where beats were missed and where detections are none](\(Self.figurePath))

        \(worst.map(causes).joined(separator: "\n\n"))

        The waveforms around every fault of these records are drawn into \
        `Benchmarks/.build/detection-study/errors-<record>.svg`; they are not part of the repository.
        """
    }

    private func causes(_ record: SignalScore) -> String {
        let missed = record.errors.count(where: \.isMissed)
        return "**\(record.name)**: \(missed) missed, \(record.errors.count - missed) surplus. "
            + (DetectionCauses.byRecord[record.name] ?? "Not looked at.")
    }
}
