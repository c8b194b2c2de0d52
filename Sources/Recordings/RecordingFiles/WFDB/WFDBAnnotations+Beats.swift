import PhysioTypes

extension WFDBAnnotations {
    private struct Beat {
        let sample: Int
        let isNormal: Bool
        let isVentricular: Bool
        /// Noise was annotated between this beat and the one before.
        let isAfterNoise: Bool

        /// Two beats of one time count as one.
        func merged(_ other: Beat) -> Beat {
            Beat(
                sample: sample, isNormal: isNormal && other.isNormal,
                isVentricular: isVentricular || other.isVentricular,
                isAfterNoise: isAfterNoise || other.isAfterNoise)
        }
    }

    var beatCount: Int { annotations.count(where: \.isBeat) }

    /// The intervals between successive beats; NN where both are normal and no noise lies between.
    ///
    /// - Parameter sampleRateHz: ticks a second, unless the file states its own.
    /// - Parameter normal: the codes of normal beats.
    /// - Parameter isReference: whether people looked at every beat: then none is missing, but where
    ///   they annotated noise.
    /// - Precondition: ``finish()`` was called.
    mutating func series(
        sampleRateHz: Double, normal: NormalBeats = NormalBeats(), isReference: Bool = false
    ) -> RRSeries {
        let rate = ticksPerSecond ?? sampleRateHz
        let beats = beats(normal)
        var series = RRSeries(startSeconds: beats.first.map { Double($0.sample) / rate })
        series.reserveCapacity(beats.count)
        var duplicateCount = 0
        var previous = beats.first
        for beat in beats.dropFirst() {
            guard let last = previous else { break }
            guard beat.sample > last.sample else {
                duplicateCount += 1
                previous = beat.merged(last)
                continue
            }
            let isNormal = beat.isNormal && last.isNormal && !beat.isAfterNoise
            var marks: RRSeries.Marks = isNormal ? [] : .notNormal
            if !beat.isNormal { marks.insert(.endBeatNotNormal) }
            if beat.isVentricular { marks.insert(.ventricular) }
            if isReference, !beat.isAfterNoise { marks.insert(.goodSignal) }
            series.append(
                intervalMs: Double(beat.sample - last.sample) * 1000 / rate,
                endSeconds: Double(beat.sample) / rate, marks: marks)
            previous = beat
        }
        if duplicateCount > 0 {
            warn("ann_duplicate", "\(duplicateCount) beats share their time with another")
        }
        return series
    }

    private func beats(_ normal: NormalBeats) -> [Beat] {
        var beats: [Beat] = []
        var isAfterNoise = false
        for annotation in annotations {
            if annotation.code == WFDBCode.noise { isAfterNoise = true }
            guard annotation.isBeat else { continue }
            beats.append(
                Beat(
                    sample: annotation.sample, isNormal: normal.codes.contains(annotation.code),
                    isVentricular: WFDBCode.ventricular.contains(annotation.code),
                    isAfterNoise: isAfterNoise))
            isAfterNoise = false
        }
        return beats
    }

    /// Returns the notice about beats that count as normal though they are not N.
    func notice(on normal: NormalBeats) -> Notice? {
        let counts = normal.codes.subtracting([WFDBCode.normal]).sorted().compactMap { code in
            let count = annotations.count { $0.code == code }
            return count > 0 ? "\(count) \(WFDBCode.name(of: code))" : nil
        }
        guard !counts.isEmpty else { return nil }
        return Notice(
            .note, code: "normal_beats",
            counts.joined(separator: ", ") + " count as normal: --normal N leaves them out")
    }

    /// Returns the notice about the beats that do not count as normal.
    func notice(excluding normal: NormalBeats) -> Notice? {
        let codes = Set(annotations.filter(\.isBeat).map(\.code)).subtracting(normal.codes)
        guard !codes.isEmpty else { return nil }
        let counts = codes.sorted().map { code in
            "\(annotations.count { $0.code == code }) \(WFDBCode.name(of: code))"
        }
        return Notice(
            .note, code: "other_beats",
            counts.joined(separator: ", ") + ": not normal (--normal "
                + normal.text + "), so the intervals on both sides are left out")
    }
}
