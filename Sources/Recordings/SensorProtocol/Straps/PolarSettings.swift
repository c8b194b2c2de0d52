/// One setting of a stream and the values it may take, or the one that is chosen.
///
/// On the wire a setting is its number, a count, and that many values of a fixed width.
public enum PolarSetting: Sendable, Equatable {
    case sampleRatesHz([UInt16])
    case resolutionsBits([UInt16])
    /// Ranges in the unit of the stream, such as 8 for 8 g.
    case ranges([UInt16])
    /// Ranges in thousandths of the unit.
    case milliRanges([UInt32])
    case channelCounts([UInt8])
    /// Factors by which samples are multiplied; only in replies.
    case factors([Float])
    /// Keys of 16 bytes.
    case security([[UInt8]])

    private static let keyWidth = 16

    /// Its number and its values as bytes, low bytes first.
    ///
    /// - Precondition: at most 255 values.
    public var bytes: [UInt8] {
        func encoded(_ id: UInt8, _ values: [some FixedWidthInteger]) -> [UInt8] {
            precondition(values.count <= 255, "a setting has at most 255 values")
            let data = values.flatMap { value in
                (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            return [id, UInt8(values.count)] + data
        }
        switch self {
        case .sampleRatesHz(let values): return encoded(0, values)
        case .resolutionsBits(let values): return encoded(1, values)
        case .ranges(let values): return encoded(2, values)
        case .milliRanges(let values): return encoded(3, values)
        case .channelCounts(let values): return encoded(4, values)
        case .factors(let values): return encoded(5, values.map(\.bitPattern))
        case .security(let keys):
            precondition(keys.count <= 255, "a setting has at most 255 values")
            return [6, UInt8(keys.count)] + keys.joined()
        }
    }

    /// - Returns: nil where the bytes end within the setting or its number is unknown: as its width
    ///   is unknown too, nothing behind it can be read.
    init?(_ bytes: inout PacketBytes) {
        guard let id = bytes.u8(), let count = bytes.u8() else { return nil }
        func readValues<Value>(_ read: () -> Value?) -> [Value]? {
            var values: [Value] = []
            for _ in 0..<count {
                guard let value = read() else { return nil }
                values.append(value)
            }
            return values
        }
        let setting: PolarSetting? =
            switch id {
            case 0: readValues { bytes.u16() }.map(Self.sampleRatesHz)
            case 1: readValues { bytes.u16() }.map(Self.resolutionsBits)
            case 2: readValues { bytes.u16() }.map(Self.ranges)
            case 3: readValues { bytes.u32() }.map(Self.milliRanges)
            case 4: readValues { bytes.u8() }.map(Self.channelCounts)
            case 5: readValues { bytes.u32().map(Float.init(bitPattern:)) }.map(Self.factors)
            case 6: readValues { bytes.read(Self.keyWidth) }.map(Self.security)
            default: nil
            }
        guard let setting else { return nil }
        self = setting
    }
}

/// The settings of a stream, in the order in which they came or are sent.
public struct PolarSettings: Sendable, Equatable {
    /// The settings, one a kind as a rule; this is not checked.
    public var settings: [PolarSetting]
    /// False where something was left over that could not be read.
    public private(set) var isComplete = true

    /// - Parameter settings: in the order in which they are to be sent.
    public init(_ settings: [PolarSetting]) { self.settings = settings }

    /// - Parameter bytes: parameters of a ``PolarReply``; those up to a broken or unknown setting
    ///   are kept.
    public init(parsing bytes: [UInt8]) {
        settings = []
        var remainingBytes = PacketBytes(bytes)
        while remainingBytes.remaining > 0 {
            guard let setting = PolarSetting(&remainingBytes) else {
                isComplete = false
                return
            }
            settings.append(setting)
        }
    }

    /// The choice of H10 for its ECG.
    public static let h10ECG = PolarSettings([.sampleRatesHz([130]), .resolutionsBits([14])])

    /// All settings, one after the other.
    public var bytes: [UInt8] { settings.flatMap(\.bytes) }

    /// Hz; empty where the settings have none.
    public var sampleRatesHz: [UInt16] {
        settings.lazy.compactMap { if case .sampleRatesHz(let values) = $0 { values } else { nil } }
            .first ?? []
    }

    /// The factor by which samples are multiplied; nil where it is not stated or no finite number.
    public var factor: Double? {
        settings.lazy.compactMap { if case .factors(let values) = $0 { values.first } else { nil } }
            .first.flatMap { $0.isFinite ? Double($0) : nil }
    }
}
