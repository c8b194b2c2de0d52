import PhysioTypes

/// Notices for the person on the beats that were corrected.
extension AnalysisPipeline {
    /// Notices on the artefacts, the irregular parts and the changes of rate in some ranges of raw beats.
    func notices(
        on tally: ArtefactTally?, of record: CorrectionRecord?, in ranges: [Range<Int>]
    ) -> [Notice] {
        guard let tally, let record else { return [] }
        let irregularRhythmNotice = Self.irregularRhythmNotice(
            tally, maxSeconds: record.maxIrregularSeconds(in: ranges))
        return [artefactNotice(tally), ectopicNotice(tally), irregularRhythmNotice].compactMap(
            \.self)
            + Self.rateChangeNotices(of: record, in: ranges)
    }

    /// Changes of rate that are named; more are counted.
    private static let maxNamedRateChangeCount = 3

    /// One note on all changes of the heart rate; none where there is no change.
    static func rateChangeNotices(of record: CorrectionRecord, in ranges: [Range<Int>]) -> [Notice]
    {
        let changes = record.rateChanges.filter { change in
            ranges.contains { $0.contains(change.rawIndex) }
        }
        guard !changes.isEmpty else { return [] }
        var parts = changes.prefix(maxNamedRateChangeCount).map { change in
            "\(rateChangeText(change)) at \(clockText(record.seconds(of: change)))"
        }
        let others = changes.count - parts.count
        if others > 0 { parts.append("\(others) more") }
        let hasFactorTwoChange = changes.contains { change in
            let ratio = max(change.rateFactor, 1 / change.rateFactor)
            return abs(ratio / 2 - 1) < 0.1
        }
        var text = parts.joined(separator: ", ") + ": a change of rhythm"
        if hasFactorTwoChange {
            text += ", or every other beat was missed or counted twice; look at the ECG"
        }
        let leftOutCount = changes.count(where: \.isLeftOut)
        if leftOutCount > 0 {
            text +=
                "; the beats at \(leftOutCount) of \(changes.count) changed rates were left out, as the "
                + "former rate came back"
        }
        return [Notice(.note, code: "rate_change", text)]
    }

    private static func rateChangeText(_ change: RateChange) -> String {
        let factor = change.rateFactor
        if abs(2 * factor - 1) < 0.1 { return "the rate halves" }
        if abs(factor / 2 - 1) < 0.1 { return "the rate doubles" }
        return "the rate changes by a factor of \((factor * 100).rounded() / 100)"
    }

    /// Hours, minutes and seconds, as 0:02:00.
    private static func clockText(_ seconds: Double) -> String {
        let wholeSeconds = max(0, Int(seconds.rounded()))
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(wholeSeconds / 3600):\(twoDigits(wholeSeconds / 60 % 60)):\(twoDigits(wholeSeconds % 60))"
    }

    private func artefactNotice(_ tally: ArtefactTally) -> Notice? {
        let hasTooManyArtefacts = tally.artefactShare > CorrectedShares.limit
        let consequence =
            switch (hasTooManyArtefacts, settings.isForced) {
            case (false, _): "look at what was changed (hrv correct --svg) before using the numbers"
            case (true, false):
                "more than 20 %: metrics are withheld (--force gives them); look at what was "
                    + "changed (hrv correct --svg)"
            case (true, true): "more than 20 %: the numbers say more of the rule than of the heart"
            }
        return Self.artefactNotice(tally, consequence)
    }

    private func ectopicNotice(_ tally: ArtefactTally) -> Notice? {
        guard tally.ectopicShare > CorrectedShares.warningLimit else { return nil }
        let percent = Self.percentText(100 * tally.ectopicShare)
        return Notice(
            .warning, code: "ectopic",
            "\(percent) % of the beats are known not to be normal: "
                + (tally.ectopicShare > CorrectedShares.limit && !settings.isForced
                    ? "more than 20 %, so the time that they take counts as missing"
                    : "the numbers are of the intervals between the others"))
    }

    /// nil where they are few.
    static func artefactNotice(_ tally: ArtefactTally, _ consequence: String) -> Notice? {
        guard tally.artefactShare > CorrectedShares.warningLimit else { return nil }
        let kinds = tally.kinds.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")
        return Notice(
            .warning, code: "artefacts",
            "\(percentText(tally.artefactPercent)) % of the beats are at fault (\(kinds)): \(consequence)"
        )
    }

    /// Duration from which an irregular rhythm is sustained, in s; the usual limit of an episode of
    /// atrial fibrillation. And the share of the beats that is irregular then, in %: with more beats
    /// known to be ectopic these are the nearer cause.
    private static let minSustainedSeconds = 30.0
    private static let minIrregularPercent = 1.0

    /// - Parameter maxSeconds: duration of the longest irregular part, in s.
    static func irregularRhythmNotice(_ tally: ArtefactTally, maxSeconds: Double) -> Notice? {
        guard tally.irregularCount > 0 else { return nil }
        let isSustained =
            maxSeconds >= minSustainedSeconds && tally.irregularPercent >= minIrregularPercent
            && 100 * tally.ectopicShare < minIrregularPercent
        return Notice(
            .warning, code: "irregular",
            "\(percentText(tally.irregularPercent)) % of the beats show no rhythm by which beats "
                + "could be corrected"
                + (isSustained ? ", as in atrial fibrillation, and" : " and")
                + " were left out: look at the ECG, or analyse the other stretches by themselves (--window); --correct none "
                + "takes every beat as it is")
    }

    /// Intervals in which the rhythm expects a beat, and a good ECG or reference annotations show none.
    static func pauseNotice(_ record: CorrectionRecord) -> Notice? {
        let raw = record.raw
        let pauses = record.events.filter {
            $0.kind == .long && $0.newIntervalsMs.isEmpty && $0.oldIntervalsMs.count < 3
                && raw.marks[$0.beatIndex].contains(.goodSignal)
        }
        guard let maxPause = pauses.max(by: { $0.maxMs < $1.maxMs }) else { return nil }
        let end = raw.endTimesSeconds[maxPause.beatIndex]
        return Notice(
            .note, code: "pauses",
            "\(pauses.count) pauses, the longest of \((maxPause.maxMs / 10).rounded() / 100) s "
                + "near \(Int(end.rounded())) s: a good ECG or reference annotations show no beat in them, "
                + "so they are left out")
    }

    /// One decimal; what is above 0 never reads 0.
    private static func percentText(_ percent: Double) -> String {
        let rounded = max(0.1, (percent * 10).rounded() / 10)
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension CorrectionEvent {
    fileprivate var maxMs: Double { oldIntervalsMs.max() ?? 0 }
}
