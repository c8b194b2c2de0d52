import HRVFeatures
package import PhysioTypes

/// Notices for the person on a recording and on each of its rows.
extension AnalysisPipeline {
    func notices(on nn: NNSeries, raw: RRSeries) -> [Notice] {
        var notices: [Notice] = []
        if let implausibleIntervalsNotice = implausibleIntervalsNotice(raw) {
            notices.append(implausibleIntervalsNotice)
        }
        let notNormalCount = raw.marks.count { $0.contains(.notNormal) }
        if notNormalCount > 0 {
            notices.append(
                Notice(
                    .note, code: "not_normal",
                    "\(notNormalCount) of \(raw.count) intervals are bounded by a beat that is not "
                        + "normal, or are marked as wrong: they are "
                        + (settings.correction == nil
                            ? "not NN" : "not NN where no correction replaced them")))
        }
        notices += Self.bigeminyNotice(raw).map { [$0] } ?? []
        if let selectedDialect = settings.selectedDialect {
            notices.append(
                Notice(
                    .note, code: "like",
                    "the metrics follow the conventions of \(selectedDialect.dialect.title), not ours"
                ))
        }
        notices += Self.plausibilityNotices(on: raw)
        if let noNNIntervalsNotice = Self.noNNIntervalsNotice(of: nn, raw: raw) {
            notices.append(noNNIntervalsNotice)
        }
        return notices
    }

    /// Every other beat known not to be normal, three times in a row and more.
    private static func bigeminyNotice(_ raw: RRSeries) -> Notice? {
        var (seconds, begin) = (0.0, 0)
        func closeRun(_ end: Int) {
            let ectopic = raw.marks[begin..<end].count { $0.contains(.endBeatNotNormal) }
            guard ectopic >= 3 else { return }
            seconds += raw.intervalsMs[begin..<end].reduce(0, +) / 1000
        }
        for index in 1..<max(1, raw.count) {
            let isSame =
                raw.marks[index].contains(.endBeatNotNormal)
                == raw.marks[index - 1].contains(.endBeatNotNormal)
            guard isSame || raw.marks[index].contains(.afterGap) else { continue }
            closeRun(index)
            begin = index
        }
        closeRun(raw.count)
        guard seconds > 0 else { return nil }
        return Notice(
            .note, code: "bigeminy",
            "bigeminy, every other beat not normal, for \(Int(seconds.rounded())) of "
                + "\(Int(raw.durationSeconds.rounded())) s")
    }

    /// Returns the notice on beats none of which is NN: commands treat it as a failure.
    package static func noNNIntervalsNotice(of nn: NNSeries, raw: RRSeries) -> Notice? {
        guard nn.count == 0, raw.count > 0 else { return nil }
        return Notice(
            .warning, code: noNNIntervalsCode,
            "none of the \(raw.count) intervals is NN: there is nothing to compute from")
    }

    package static let noNNIntervalsCode = "no_nn"

    /// Returns the notices if the step of the clock is a part of RMSSD that matters.
    static func notices(on step: ClockStep?, _ metrics: [MetricResult]) -> [Notice] {
        let key = MetricKey.rmssd.rawValue
        guard let step, let rmssd = metrics.first(where: { $0.key == key })?.value else {
            return []
        }
        let share = step.share(ofRMSSDMs: rmssd)
        guard share > ClockStep.rmssdErrorShareThreshold else { return [] }
        let stepText = "\((step.milliseconds * 10_000).rounded() / 10_000)"
        let increaseText =
            share < 10
            ? "by up to \((share * 1000).rounded() / 10) %" : "to what it is, or nearly so"
        return [
            Notice(
                .warning, code: "time_step",
                "the recording counts time in steps of \(stepText) ms, which raise RMSSD \(increaseText), "
                    + "and pNN20, SD1 and HF with it")
        ]
    }

    private func implausibleIntervalsNotice(_ raw: RRSeries) -> Notice? {
        let outOfRangeIndices = raw.marks.indices.filter { raw.marks[$0].contains(.outOfRange) }
        guard let first = outOfRangeIndices.first else { return nil }
        let range = RRSeries.plausibleRangeMs
        let aboveRangeCount = outOfRangeIndices.count { raw.intervalsMs[$0] > range.upperBound }
        return Notice(
            .warning, code: "rr_range",
            (settings.correction == nil
                ? "no heart beats, kept as gaps: "
                : "no heart beats, gaps where no correction replaced them: ")
                + "\(outOfRangeIndices.count) of \(raw.count) intervals "
                + "(\(aboveRangeCount) above 3000 ms, \(outOfRangeIndices.count - aboveRangeCount) below 200 ms; the first "
                + "is \(raw.intervalsMs[first]) ms)")
    }

    /// Said where much of a band stands for beats of which little is known.
    private func lostBeatsNotice(_ spectrum: FrequencyDomain) -> Notice? {
        let shares = [("LF", spectrum.bands.lf), ("HF", spectrum.bands.hf)].compactMap {
            name, band -> String? in
            let share = spectrum.estimatedPowerShare(of: band)
            guard share > FrequencyDomain.estimatedShareThreshold else { return nil }
            return "\(Int((100 * share).rounded())) % of \(name)"
        }
        guard !shares.isEmpty else { return nil }
        return Notice(
            .note, code: "lost_beats",
            shares.joined(separator: " and ")
                + " stand for lost beats, of which only the level about them is known")
    }

    /// Said where the breath is known to lie outside of HF.
    func notices(on respiration: RespirationMetrics?, _ availability: MetricAvailability)
        -> [Notice]
    {
        let hf = availability.spectrum.bands.hf
        guard let hz = respiration?.peakHz, hz < hf.lowHz || hz >= hf.highHz else {
            return []
        }
        return [
            Notice(
                .note, code: "breath_outside_hf",
                "HF does not hold the breath, which is at \(Self.roundedToTenth(60 * hz)) a minute")
        ]
    }

    /// Said where turbulence stands on the detector's word.
    func notices(on turbulence: HeartRateTurbulence, _ availability: MetricAvailability) -> [Notice]
    {
        guard availability.isKindInferredFromShape,
            turbulence.acceptedBeatCount >= MetricAvailability.minInferredKindBeatCount
        else { return [] }
        return [
            Notice(
                .note, code: "turbulence_by_shape",
                "turbulence is measured after \(turbulence.acceptedBeatCount) beats that are ventricular "
                    + "by their shape in the ECG: a cardiologist's annotations are surer")
        ]
    }

    func notices(on coverage: Double, _ availability: MetricAvailability) -> [Notice] {
        var notices: [Notice] = []
        if coverage < AnalysisSettings.minimumCoverage, availability.nn.count > 0 {
            let percent = (availability.nn.coverage * 1000).rounded() / 10
            notices.append(
                Notice(
                    .warning, code: "coverage",
                    "NN intervals cover \(percent) % of the time, less than 90 %: "
                        + (settings.isForced
                            ? "the numbers describe the readable parts only"
                            : "metrics are withheld, but for turbulence (--force gives them)")))
        }
        if let notice = lostBeatsNotice(availability.spectrum) { notices.append(notice) }
        let hfHighHz = availability.spectrum.bands.hf.highHz
        let limit = availability.spectrum.highestReliableHz
        if limit > 0, limit < hfHighHz, availability.nn.count >= 10, settings.selectedDialect == nil
        {
            let rounded = (limit * 1000).rounded() / 1000
            notices.append(
                Notice(
                    .note, code: "slow_heart",
                    "the heart beats too slowly to show all of HF: \(settings.spectrum.estimator.rawValue) "
                        + "reaches \(rounded) Hz here, HF ends at \(hfHighHz) Hz"))
        }
        return notices
    }
}
