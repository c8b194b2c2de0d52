import PhysioTypes

/// What the person should know of the beats that were corrected.
extension AnalysisPipeline {
    /// Shares above which there is a warning, and above which a row has no numbers.
    func notices(on tally: ArtefactTally?) -> [Notice] {
        guard let tally else { return [] }
        return [manyArtefacts(tally), manyEctopic(tally), Self.irregular(tally)].compactMap(\.self)
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

    private func manyEctopic(_ tally: ArtefactTally) -> Notice? {
        guard tally.ectopicShare > CorrectedShares.warningLimit else { return nil }
        let percent = Self.tenths(100 * tally.ectopicShare)
        return Notice(
            .warning, code: "ectopic",
            "\(percent) % of the beats are known not to be normal: "
                + (tally.ectopicShare > CorrectedShares.limit && !settings.isForced
                    ? "more than 20 %, so the time that they take counts as missing"
                    : "the numbers are of the intervals between the others"))
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

    /// Intervals in which the rhythm expects a beat, and a good ECG or reference annotations show none.
    static func pauses(_ record: CorrectionRecord) -> Notice? {
        let raw = record.raw
        let pauses = record.events.filter {
            $0.kind == .long && $0.newIntervalsMs.isEmpty
                && raw.marks[$0.beatIndex].contains(.goodSignal)
        }
        guard let longest = pauses.max(by: { $0.longestMs < $1.longestMs }) else { return nil }
        let end = raw.endTimesSeconds[longest.beatIndex]
        return Notice(
            .note, code: "pauses",
            "\(pauses.count) pauses, the longest of \((longest.longestMs / 10).rounded() / 100) s "
                + "near \(Int(end.rounded())) s: a good ECG or reference annotations show no beat in them, "
                + "so they are left out")
    }

    /// One decimal; what is above 0 never reads 0.
    private static func tenths(_ percent: Double) -> String {
        let rounded = max(0.1, (percent * 10).rounded() / 10)
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension CorrectionEvent {
    fileprivate var longestMs: Double { oldIntervalsMs.max() ?? 0 }
}
