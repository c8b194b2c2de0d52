import TestSupport

@testable import RecordingFiles

/// A random WFDB record: what it means, and the files that say so.
///
/// The encoder is arithmetic on whole numbers, written from the description of the formats.
struct WFDBTestRecord {
    struct Signal {
        var samplesPerFrame = 1
        var skew = 0
        var gain = 1
        var baseline = 0
        /// The values as stored, frame by frame.
        var stored: [Int] = []
    }

    struct File {
        var format = WFDBSampleFormat.signed16
        var byteOffset = 0
        var signals: [Signal] = []
    }

    var frameCount = 0
    var files: [File] = []

    init(seed: UInt64, frames: ClosedRange<Int>, mayBeSkewed: Bool) {
        var generator = SplitMix64(seed: seed)
        frameCount = Int.random(in: frames, using: &generator)
        files = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            var file = File()
            file.format = WFDBSampleFormat.allCases.randomElement(using: &generator) ?? .signed16
            file.byteOffset = Int.random(in: 0...1, using: &generator) * 37
            file.signals = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                var signal = Signal()
                signal.samplesPerFrame = Int.random(in: 1...3, using: &generator)
                // A record of which the skew leaves nothing is an error.
                let maxSkew = max(0, min(4, frameCount - 1))
                signal.skew = mayBeSkewed ? Int.random(in: 0...maxSkew, using: &generator) : 0
                signal.gain = Int.random(in: 1...9, using: &generator)
                signal.baseline = Int.random(in: -99...99, using: &generator)
                signal.stored = Self.samples(
                    file.format, frameCount * signal.samplesPerFrame, &generator)
                return signal
            }
            return file
        }
    }

    private static func samples(
        _ format: WFDBSampleFormat, _ count: Int, _ generator: inout SplitMix64
    ) -> [Int] {
        if format == .steps8 {
            var value = 0
            return (0..<count).map { _ in
                value += Int.random(in: -128...127, using: &generator)
                return value
            }
        }
        // From the code of a missing sample up to the largest value.
        let minimum = Int(format.missingCode)
        return (0..<count).map { _ in
            Int.random(in: 0..<20, using: &generator) == 0
                ? minimum : Int.random(in: minimum...(-minimum - 1), using: &generator)
        }
    }

    // MARK: Meaning

    /// One array a signal: sample i is stored in the frame of i and the skew.
    var physical: [[Double]] {
        files.flatMap { file in
            file.signals.map { signal in
                (0..<frameCount * signal.samplesPerFrame).map { index in
                    let position = index + signal.skew * signal.samplesPerFrame
                    guard position < signal.stored.count else { return .nan }
                    let value = signal.stored[position]
                    let isMissing = file.format != .steps8 && value == Int(file.format.missingCode)
                    return isMissing ? .nan : Double(value - signal.baseline) / Double(signal.gain)
                }
            }
        }
    }

    // MARK: Files

    /// The record under a name of its own.
    func files(name: String) -> [String: [UInt8]] {
        let count = files.reduce(0) { $0 + $1.signals.count }
        var header = "\(name) \(count) 100 \(frameCount)\n"
        var all: [String: [UInt8]] = [:]
        for (index, file) in files.enumerated() {
            for (position, signal) in file.signals.enumerated() {
                let storage =
                    "\(file.format.rawValue)x\(signal.samplesPerFrame):\(signal.skew)"
                    + "+\(file.byteOffset)"
                let checksum = signal.stored.reduce(0, +) % 65_536
                header +=
                    "\(name)\(index).dat \(storage) \(signal.gain)(\(signal.baseline)) 0 0 0 "
                    + "\(checksum) 0 s\(index)\(position)\n"
            }
            all["\(name)\(index).dat"] =
                [UInt8](repeating: 0xA5, count: file.byteOffset)
                + Self.encode(file.format, interleaved(file))
        }
        all[name + ".hea"] = Array(header.utf8)
        return all
    }

    /// Frame by frame; steps in format 8, which count from 0.
    private func interleaved(_ file: File) -> [Int] {
        var values: [Int] = []
        for frame in 0..<frameCount {
            for signal in file.signals {
                for position in 0..<signal.samplesPerFrame {
                    let index = frame * signal.samplesPerFrame + position
                    let before = file.format == .steps8 && index > 0 ? signal.stored[index - 1] : 0
                    values.append(signal.stored[index] - before)
                }
            }
        }
        return values
    }

    private static func encode(_ format: WFDBSampleFormat, _ values: [Int]) -> [UInt8] {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func groups(_ size: Int, _ body: ([Int]) -> [UInt8]) -> [UInt8] {
            stride(from: 0, to: values.count, by: size).flatMap { start in
                let group = Array(values[start..<min(values.count, start + size)])
                return body(group + [Int](repeating: 0, count: size - group.count))
            }
        }
        func unsigned(_ value: Int, _ modulus: Int) -> Int { (value + modulus) % modulus }
        switch format {
        case .steps8: return values.flatMap { bytes($0, 1) }
        case .offset8: return values.flatMap { bytes($0 + 128, 1) }
        case .signed16: return values.flatMap { bytes($0, 2) }
        case .bigEndian16: return values.flatMap { bytes($0, 2).reversed() }
        case .offset16: return values.flatMap { bytes($0 + 32_768, 2) }
        case .signed24: return values.flatMap { bytes($0, 3) }
        case .signed32: return values.flatMap { bytes($0, 4) }
        case .packed12:
            return groups(2) { group in
                let pair = group.map { unsigned($0, 4096) }
                return bytes(pair[0] % 256, 1) + bytes(pair[0] / 256 + pair[1] / 256 * 16, 1)
                    + bytes(pair[1] % 256, 1)
            }
        case .packed10Words:
            return groups(3) { group in
                let three = group.map { unsigned($0, 1024) }
                return bytes(three[0] * 2 + three[2] % 32 * 2048, 2)
                    + bytes(three[1] * 2 + three[2] / 32 * 2048, 2)
            }
        case .packed10:
            return groups(3) { group in
                let three = group.map { unsigned($0, 1024) }
                return bytes(three[0] + three[1] * 1024 + three[2] * 1_048_576, 4)
            }
        }
    }
}
