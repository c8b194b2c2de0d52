import BeatDetection
import PhysioTypes

/// The quality of a signal, ten seconds after ten seconds; what was not recorded belongs to none.
///
/// A window is full before its last beats are known: so its meter is kept until a later beat comes.
struct QualityWindows {
    private struct Window {
        let start: Int
        var count = 0
        var meter: SignalQualityMeter

        var end: Int { start + count }
    }

    private let windowSampleCount: Int
    private let sampleRateHz: Double
    private var full: [Window] = []
    private var current: Window
    private var finished: [SignalQuality] = []
    /// Qualities of the beats so far in the first window that is not finished.
    private var beatQualities: [Double] = []

    init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        windowSampleCount = Int((SignalQualityMeter.windowSeconds * sampleRateHz).rounded())
        current = Window(start: 0, meter: SignalQualityMeter(sampleRateHz: sampleRateHz))
    }

    mutating func add(_ samples: [Double]) {
        samples.withUnsafeBufferPointer { samples in
            var rest = samples[...]
            while !rest.isEmpty {
                let part = UnsafeBufferPointer(
                    rebasing: rest.prefix(windowSampleCount - current.count))
                rest = rest.dropFirst(part.count)
                current.meter.add(part)
                current.count += part.count
                if current.count == windowSampleCount { begin(at: current.end) }
            }
        }
    }

    /// Passes over what was not recorded.
    mutating func skip(_ sampleCount: Int) {
        if sampleCount > 0 { begin(at: current.end + sampleCount) }
    }

    private mutating func begin(at start: Int) {
        if current.count > 0 { full.append(current) }
        current = Window(
            start: start,
            meter: SignalQualityMeter(sampleRateHz: sampleRateHz, startSample: start))
    }

    /// Takes the next beat.
    ///
    /// - Precondition: it is not before the last one, and the samples around it have been added.
    mutating func add(_ beat: BeatShape) {
        while let first = full.first, Double(first.end) <= beat.sample { finishFirst() }
        guard Double((full.first ?? current).start) <= beat.sample else { return }
        beatQualities.append(beat.quality)
    }

    /// Ends the last window: what comes now are the beats that are left.
    mutating func endSamples() { begin(at: current.end) }

    consuming func finish() -> [SignalQuality] {
        while !full.isEmpty { finishFirst() }
        return finished
    }

    private mutating func finishFirst() {
        var meter = full.removeFirst().meter
        finished.append(meter.finish(beatQualities: beatQualities))
        beatQualities.removeAll(keepingCapacity: true)
    }
}
