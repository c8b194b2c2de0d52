import PhysioTypes

extension WFDBAnnotations {
    private struct Beat {
        let sample: Int
        let isNormal: Bool
        let isVentricular: Bool
        /// Noise was annotated between this beat and the one before.
        let afterNoise: Bool

        /// Two beats of one time count as one.
        func joined(_ other: Beat) -> Beat {
            Beat(
                sample: sample, isNormal: isNormal && other.isNormal,
                isVentricular: isVentricular || other.isVentricular,
                afterNoise: afterNoise || other.afterNoise)
        }
    }

    var beatCount: Int { annotations.count(where: \.isBeat) }

    /// The intervals between successive beats; NN where both are normal and no noise lies between.
    ///
    /// - Parameter sampleRateHz: ticks a second, unless the file states its own.
    /// - Precondition: ``finish()`` was called.
    mutating func series(sampleRateHz: Double) -> RRSeries {
        let rate = ticksPerSecond ?? sampleRateHz
        let beats = beats
        var series = RRSeries(startSeconds: beats.first.map { Double($0.sample) / rate })
        series.reserveCapacity(beats.count)
        var duplicateCount = 0
        var previous = beats.first
        for beat in beats.dropFirst() {
            guard let last = previous else { break }
            guard beat.sample > last.sample else {
                duplicateCount += 1
                previous = beat.joined(last)
                continue
            }
            let isNormal = beat.isNormal && last.isNormal && !beat.afterNoise
            series.append(
                intervalMs: Double(beat.sample - last.sample) * 1000 / rate,
                endSeconds: Double(beat.sample) / rate,
                marks: isNormal
                    ? [] : beat.isVentricular ? [.notNormal, .ventricular] : .notNormal)
            previous = beat
        }
        if duplicateCount > 0 {
            warn("ann_duplicate", "\(duplicateCount) beats share their time with another")
        }
        return series
    }

    private var beats: [Beat] {
        var beats: [Beat] = []
        var afterNoise = false
        for annotation in annotations {
            if annotation.code == WFDBCode.noise { afterNoise = true }
            guard annotation.isBeat else { continue }
            beats.append(
                Beat(
                    sample: annotation.sample, isNormal: annotation.code == WFDBCode.normal,
                    isVentricular: WFDBCode.ventricular.contains(annotation.code),
                    afterNoise: afterNoise))
            afterNoise = false
        }
        return beats
    }
}
