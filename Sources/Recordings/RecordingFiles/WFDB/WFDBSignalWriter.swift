public import PhysioTypes

/// Writes signals as a WFDB record: a header and one file of samples.
///
/// ```swift
/// let ecg = SampledSignal(name: "ECG", unit: "mV", sampleRateHz: 250, samples: [0, 0.5, .nan])
/// let files = try WFDBSignalWriter.files(name: "night", signals: [ecg])
/// files.samplesFileName  // "night.dat"
/// ```
public enum WFDBSignalWriter {
    /// The format in which samples are stored; the raw value is the format's number.
    public enum Storage: Int, Sendable, CaseIterable {
        /// 65 533 values; read by every program.
        case bits16 = 16
        /// 4 093 values in three quarters of the space.
        case bits12 = 212

        /// The values from -`limit` to `limit` are used.
        var limit: Int { self == .bits16 ? 32_767 : 2047 }
        var missingCode: Int { -limit - 1 }
    }

    /// The files of a record, which stand beside one another.
    public struct Files: Sendable, Equatable {
        /// The content of the file `name.hea`.
        public let header: [UInt8]
        public let samplesFileName: String
        public let samples: [UInt8]
    }

    /// A record of signals.
    ///
    /// Each signal is scaled to the range of the storage format, so what is read back differs by
    /// half a unit of its gain at most; a sample that is not finite is stored as missing.
    ///
    /// - Parameter name: of the record: letters, digits, `_` and `-`.
    /// - Parameter signals: at least one.
    /// - Parameter startDate: as in ``WFDBHeaderWriter/header(name:sampleRateHz:sampleCount:startDate:)``.
    /// - Throws: `badPath` for another name.
    /// - Precondition: all signals have one rate and one number of samples.
    /// - Complexity: O(samples) time and memory.
    public static func files(
        name: String, signals: [SampledSignal], startDate: String? = nil,
        storage: Storage = .bits16
    ) throws(RecordingError) -> Files {
        guard let first = signals.first else { preconditionFailure("a record has a signal") }
        let count = first.samples.count
        precondition(
            signals.allSatisfy {
                $0.samples.count == count && $0.sampleRateHz == first.sampleRateHz
            },
            "the signals of a record have one rate and one length")
        var header = try WFDBHeaderWriter.recordLine(
            name: name, signalCount: signals.count, sampleRateHz: first.sampleRateHz,
            sampleCount: count, startDate: startDate)
        var stored: [[Int]] = []
        for signal in signals {
            let scale = WFDBScale(signal.samples, storage: storage)
            let values = signal.samples.map(scale.stored)
            header += "\(name).dat " + line(signal, scale, values, storage) + "\n"
            stored.append(values)
        }
        return Files(
            header: Array(header.utf8), samplesFileName: name + ".dat",
            samples: bytes(stored, count, storage))
    }

    private static func line(
        _ signal: SampledSignal, _ scale: WFDBScale, _ values: [Int], _ storage: Storage
    ) -> String {
        let checksum = Int16(truncatingIfNeeded: values.reduce(0, +))
        let calibration = "\(scale.gain)(\(scale.baseline))/\(WFDBText.unit(signal.unit))"
        let bits = storage == .bits16 ? 16 : 12
        let line = "\(storage.rawValue) \(calibration) \(bits) 0 \(values.first ?? 0) \(checksum) 0"
        let description = WFDBText.description(signal.name)
        return description.isEmpty ? line : line + " " + description
    }

    /// Frame by frame.
    private static func bytes(_ stored: [[Int]], _ count: Int, _ storage: Storage) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * count * stored.count)
        var isSecondOfPair = false
        for frame in 0..<count {
            for signal in stored {
                let value = signal[frame]
                let high = UInt8(truncatingIfNeeded: value >> 8)
                switch storage {
                case .bits16:
                    bytes += [UInt8(truncatingIfNeeded: value), high]
                case .bits12 where isSecondOfPair:
                    bytes[bytes.count - 1] |= high << 4
                    bytes.append(UInt8(truncatingIfNeeded: value))
                case .bits12:
                    bytes += [UInt8(truncatingIfNeeded: value), high & 0xF]
                }
                isSecondOfPair.toggle()
            }
        }
        return bytes
    }
}

/// The conversion of the values of a signal to integers: round(value gain) + baseline.
private struct WFDBScale {
    /// Integers a unit.
    let gain: Double
    let baseline: Int
    private let storage: WFDBSignalWriter.Storage

    /// Bounds that keep any finite signal within what a header can state.
    private static let baselineLimit = Double(Int32.max) - 1
    private static let gainLimit = 1e300

    init(_ samples: [Double], storage: WFDBSignalWriter.Storage) {
        self.storage = storage
        let finiteSamples = samples.lazy.filter(\.isFinite)
        let (low, high) = (finiteSamples.min() ?? 0, finiteSamples.max() ?? 0)
        let (middle, halfSpan) = (low / 2 + high / 2, high / 2 - low / 2)
        // One integer less than there are, as the baseline is rounded too.
        let maxGain =
            halfSpan > 0 ? Double(storage.limit - 1) / halfSpan : WFDBSignalLine.defaultGain
        gain = min(maxGain, Self.gainLimit, Self.baselineLimit / abs(middle))
        baseline = -Int((middle * gain).rounded())
    }

    func stored(_ value: Double) -> Int {
        guard value.isFinite else { return storage.missingCode }
        let scaled = Int((value * gain).rounded()) + baseline
        return min(max(scaled, -storage.limit), storage.limit)
    }
}
