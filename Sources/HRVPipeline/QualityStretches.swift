import BeatDetection
import PhysioTypes

/// The quality of a signal, ten seconds after ten seconds; what was not recorded belongs to none.
///
/// A stretch is full before its last beats are known: so its meter is kept until the end.
struct QualityStretches {
    private struct Stretch {
        let start: Int
        var count = 0
        var meter: SignalQualityMeter

        var end: Int { start + count }
    }

    private let stretchCount: Int
    private let sampleRateHz: Double
    private var full: [Stretch] = []
    private var current: Stretch

    init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        stretchCount = Int((SignalQualityMeter.stretchSeconds * sampleRateHz).rounded())
        current = Stretch(start: 0, meter: SignalQualityMeter(sampleRateHz: sampleRateHz))
    }

    mutating func add(_ samples: [Double]) {
        samples.withUnsafeBufferPointer { samples in
            var rest = samples[...]
            while !rest.isEmpty {
                let part = UnsafeBufferPointer(rebasing: rest.prefix(stretchCount - current.count))
                rest = rest.dropFirst(part.count)
                current.meter.add(part)
                current.count += part.count
                if current.count == stretchCount { begin(at: current.end) }
            }
        }
    }

    /// Passes over what was not recorded.
    mutating func skip(_ sampleCount: Int) {
        if sampleCount > 0 { begin(at: current.end + sampleCount) }
    }

    private mutating func begin(at start: Int) {
        if current.count > 0 { full.append(current) }
        current = Stretch(
            start: start,
            meter: SignalQualityMeter(sampleRateHz: sampleRateHz, startSample: start))
    }

    /// - Parameter beats: of the whole signal, in the order of their times.
    mutating func finish(_ beats: [BeatShape]) -> [SignalQuality] {
        begin(at: current.end)
        var rest = beats[...]
        return full.map { stretch in
            rest = rest.drop { $0.sample < Double(stretch.start) }
            let inside = rest.prefix { $0.sample < Double(stretch.end) }
            rest = rest.dropFirst(inside.count)
            var meter = stretch.meter
            return meter.finish(beatQualities: inside.map(\.quality))
        }
    }
}
