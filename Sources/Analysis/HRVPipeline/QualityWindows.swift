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
    private var fullWindows: [Window] = []
    private var currentWindow: Window
    private var finishedQualities: [SignalQuality] = []
    /// Qualities of the beats so far in the first window that is not finished.
    private var beatQualities: [Double] = []

    init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        windowSampleCount = Int((SignalQualityMeter.windowSeconds * sampleRateHz).rounded())
        currentWindow = Window(start: 0, meter: SignalQualityMeter(sampleRateHz: sampleRateHz))
    }

    mutating func add(_ samples: [Double]) {
        samples.withUnsafeBufferPointer { samples in
            var remainingSamples = samples[...]
            while !remainingSamples.isEmpty {
                let part = UnsafeBufferPointer(
                    rebasing: remainingSamples.prefix(windowSampleCount - currentWindow.count))
                remainingSamples = remainingSamples.dropFirst(part.count)
                currentWindow.meter.add(part)
                currentWindow.count += part.count
                if currentWindow.count == windowSampleCount { begin(at: currentWindow.end) }
            }
        }
    }

    /// Passes over what was not recorded.
    mutating func skip(_ sampleCount: Int) {
        if sampleCount > 0 { begin(at: currentWindow.end + sampleCount) }
    }

    private mutating func begin(at start: Int) {
        if currentWindow.count > 0 { fullWindows.append(currentWindow) }
        currentWindow = Window(
            start: start,
            meter: SignalQualityMeter(sampleRateHz: sampleRateHz, startSample: start))
    }

    /// Takes the next beat.
    ///
    /// - Precondition: it is not before the last one, and the samples around it have been added.
    mutating func add(_ beat: BeatShape) {
        while let first = fullWindows.first, Double(first.end) <= beat.sample {
            finishFirstWindow()
        }
        guard Double((fullWindows.first ?? currentWindow).start) <= beat.sample else { return }
        beatQualities.append(beat.quality)
    }

    /// Ends the last window: what comes now are the beats that are left.
    mutating func closeLastWindow() { begin(at: currentWindow.end) }

    consuming func finish() -> [SignalQuality] {
        while !fullWindows.isEmpty { finishFirstWindow() }
        return finishedQualities
    }

    private mutating func finishFirstWindow() {
        var meter = fullWindows.removeFirst().meter
        finishedQualities.append(meter.finish(beatQualities: beatQualities))
        beatQualities.removeAll(keepingCapacity: true)
    }
}
