import PhysioTypes

/// What the person should know of the beats that were corrected.
extension AnalysisPipeline {
    /// Shares above which there is a warning, and above which a row has no numbers.
    func notices(on tally: ArtefactTally?) -> [Notice] {
        guard let tally else { return [] }
        return [manyArtefacts(tally), Self.irregular(tally)].compactMap(\.self)
    }

    private func manyArtefacts(_ tally: ArtefactTally) -> Notice? {
        let isTooMany = tally.faultShare > CorrectedShares.limit
        let consequence =
            switch (isTooMany, settings.isForced) {
            case (false, _): "look at what was changed (hrv correct --svg) before using the numbers"
            case (true, false):
                "more than 20 %: metrics are withheld (--force gives them); look at what was "
                    + "changed (hrv correct --svg)"
            case (true, true): "more than 20 %: the numbers say more of the rule than of the heart"
            }
        return Self.manyArtefacts(tally, consequence)
    }

    /// nil where they are few.
    static func manyArtefacts(_ tally: ArtefactTally, _ consequence: String) -> Notice? {
        guard tally.faultShare > CorrectedShares.warningLimit else { return nil }
        let kinds = tally.kinds.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")
        return Notice(
            .warning, code: "artefacts",
            "\(tenths(tally.faultPercent)) % of the beats are at fault (\(kinds)): \(consequence)"
        )
    }

    static func irregular(_ tally: ArtefactTally) -> Notice? {
        guard tally.irregularCount > 0 else { return nil }
        return Notice(
            .warning, code: "irregular",
            "\(tenths(tally.irregularPercent)) % of the beats show no rhythm by which beats "
                + "could be corrected, as in atrial fibrillation, and were left out: look at the "
                + "ECG, or analyse the other stretches by themselves (--window); --correct none "
                + "takes every beat as it is")
    }

    /// One decimal; what is above 0 never reads 0.
    private static func tenths(_ percent: Double) -> String {
        let rounded = max(0.1, (percent * 10).rounded() / 10)
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
