import BeatDetection
import HRVPipeline
import PhysioTypes

extension FuzzTarget {
    /// A signal and how it comes, through the detector: in the blocks that the input says, and in
    /// one block between two segments not recorded, with the same beats.
    static let detector = FuzzTarget(name: "detector") { bytes in
        guard let signal = FuzzSignal(bytes) else { return }
        let beats = detected(signal.parts, signal.rateHz)
        precondition(beats == detected(signal.joined, signal.rateHz))
    }

    /// The same through everything that `hrv detect` does; the length of the input chooses the
    /// detector.
    static let detectionPipeline = FuzzTarget(name: "detection-pipeline") { bytes in
        guard let signal = FuzzSignal(bytes) else { return }
        let description = SignalDescription(name: "ECG", unit: "mV", sampleRateHz: signal.rateHz)
        let detectors = [nil] + PublishedDetector.allCases
        var pipeline = DetectionPipeline(
            signal: description, published: detectors[bytes.count % detectors.count])
        var index = 0
        for part in signal.parts {
            switch part {
            case .samples(let samples):
                pipeline.push(samples, firstSample: index)
                index += samples.count
            case .gap(let count): index += count
            }
        }
        let record = pipeline.finish().record
        precondition(record.quality.allSatisfy { (0...1).contains($0.value) })
        precondition(
            record.breathing.allSatisfy { ($0.breathsPerMinute ?? 10).isFinite })
        let times = record.beats.map(\.sample)
        precondition(Swift.zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        precondition(record.rr.count <= times.count)
    }

    private static func detected(_ parts: [FuzzSignal.Part], _ rateHz: Double) -> [DetectedBeat] {
        var detector = RPeakDetector(sampleRateHz: rateHz)
        var beats: [DetectedBeat] = []
        for part in parts {
            switch part {
            case .samples(let samples): detector.push(samples) { beat, _ in beats.append(beat) }
            case .gap(let count): detector.skip(count) { beat, _ in beats.append(beat) }
            }
        }
        detector.finish { beat, shape in
            beats.append(beat)
            precondition((0...1).contains(shape.correlation))
        }
        let count = Double(detector.sampleCount)
        precondition(beats.count <= detector.sampleCount)
        for beat in beats {
            // A shape may put an R peak a little beyond what was recorded of it.
            precondition(beat.sample > -rateHz && beat.sample < count + rateHz)
            precondition(beat.kind != nil && (0...1).contains(beat.quality ?? -1))
        }
        // What is found late lies before others; the rest is in the order of time.
        let timely = beats.filter { !$0.isFromSearchBack }.map(\.sample)
        precondition(Swift.zip(timely, timely.dropFirst()).allSatisfy { $0 <= $1 })
        return beats
    }
}

/// A signal written as a list of commands: two bytes for the rate, then for each part a byte that
/// says what it is, a byte for its length, and its samples.
private struct FuzzSignal {
    enum Part {
        case samples([Double])
        /// Samples that were not recorded.
        case gap(Int)
    }

    /// Sampling rate within the detector's limits; a segment lasts an hour at most.
    let rateHz: Double
    private(set) var parts: [Part] = []
    private var rest: ArraySlice<UInt8>
    private var sampleCount = 0
    private var gapCount = 0

    private static let sampleLimit = 1 << 13
    /// The limit of all gaps together: some days.
    private static let gapLimit = 1 << 26

    init?(_ bytes: [UInt8]) {
        guard bytes.count > 4 else { return nil }
        let range = DetectionLimits.sampleRatesHz
        let share = Double(Int(bytes[0]) << 8 | Int(bytes[1])) / 65_535
        // Most inputs should have long signals: low rates are more likely.
        let rate = range.lowerBound * (1 + share * share * share * 39)
        rateHz = min(range.upperBound, rate)
        rest = bytes[2...]
        while rest.count >= 2, sampleCount < Self.sampleLimit {
            let (kind, length) = (rest.removeFirst(), Int(rest.removeFirst()))
            decodePart(kind, length)
        }
    }

    /// The samples between two gaps as one part.
    var joined: [Part] {
        var joined: [Part] = []
        for part in parts {
            if case .samples(let more) = part, case .samples(let samples) = joined.last {
                joined[joined.count - 1] = .samples(samples + more)
            } else {
                joined.append(part)
            }
        }
        return joined
    }

    private mutating func decodePart(_ kind: UInt8, _ length: Int) {
        switch kind % 8 {
        case 0: add(words(length, 1).map { Double(Int8(truncatingIfNeeded: $0)) })
        case 1: add(words(length, 2).map { Double(Int16(truncatingIfNeeded: $0)) / 200 })
        case 2: add(words(length, 8).map { Double(bitPattern: $0) })
        case 3: add([Double](repeating: .nan, count: length))
        case 4: add([Double](repeating: Double(kind / 8), count: 4 * length))
        case 5: addGap(length * length * (kind > 128 ? 256 : 1))
        case 6: addBeats(length)
        default: repeatParts(count: 1 + Int(kind / 8), times: length)
        }
    }

    private mutating func addGap(_ count: Int) {
        guard gapCount + count <= Self.gapLimit else { return }
        gapCount += count
        parts.append(.gap(count))
    }

    private mutating func words(_ count: Int, _ width: Int) -> [UInt64] {
        (0..<min(count, rest.count / width)).map { _ in
            let bytes = rest.prefix(width)
            rest = rest.dropFirst(width)
            return bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// A pulse with four parts of the height that the next bytes say, and a pause behind it.
    private mutating func addBeats(_ length: Int) {
        let heights = words(4, 1).map { Double(Int8(truncatingIfNeeded: $0)) / 64 }
        let width = max(1, Int(0.02 * rateHz))
        let pause = [Double](repeating: 0, count: Int(Double(length) / 255 * rateHz))
        add(heights.flatMap { [Double](repeating: $0, count: width) } + pause)
    }

    private mutating func repeatParts(count: Int, times: Int) {
        let last = parts.suffix(count)
        for _ in 0..<times where sampleCount < Self.sampleLimit {
            for case .samples(let samples) in last { add(samples) }
        }
    }

    private mutating func add(_ samples: [Double]) {
        guard !samples.isEmpty else { return }
        parts.append(.samples(samples))
        sampleCount += samples.count
    }
}
