/// A frame of samples: a value of the data characteristic of Polar's measurement data service.
///
/// Ten bytes of header (stream, time stamp, layout) and the samples. Read are ECG of layout 0,
/// acceleration of layout 1 and compressed, PPG compressed, and pulse intervals of layout 0.
///
/// ```swift
/// let frame = try PolarDataFrame(value)
/// if case .ecg(let microvolts) = frame.samples { plot(microvolts) }
/// ```
///
/// - SeeAlso: Polar, "Polar Measurement Data specification"; open source kit `polar-ble-sdk`.
public struct PolarDataFrame: Sendable, Equatable {
    /// Samples as integers of the wire; channels one after the other within a sample.
    public enum Samples: Sendable, Equatable {
        /// µV.
        case ecg([Int32])
        /// x, y, z; each times `scale` is mG.
        case acceleration([Int32], scale: Double)
        /// Light of ``ppgChannelCount`` channels (the last is the ambience); no unit.
        case ppg([Int32])
        case pulses([PolarPulse])
    }

    /// The stream that was measured.
    public let stream: PolarStream
    /// Time of the last sample, by the device's clock; ns since 2000-01-01, often in local time, since
    /// 2019-01-01 where it was not set, and 0 with most pulse intervals: good for spacing alone.
    public let stampNanoseconds: UInt64
    /// The oldest first.
    public let samples: Samples

    /// Values a sample of ``Samples/ppg(_:)``.
    public static let ppgChannelCount = 4
    /// Values a sample of ``Samples/acceleration(_:scale:)``.
    public static let accelerationChannelCount = 3
    /// The sample rate of an ECG as it is asked for; the true rate follows from the stamps.
    public static let ecgRateHz = 130.0
    /// The time from 1970-01-01 to 2000-01-01; s.
    public static let epochUnixSeconds = 946_684_800

    private static let headerByteCount = 10
    private static let streamMask: UInt8 = 0x3F
    private static let compressedBit: UInt8 = 0x80

    /// - Parameters:
    ///   - value: the characteristic's value, any length.
    ///   - factor: of the stream's settings (``PolarSettings/factor``); only compressed
    ///     acceleration has one.
    ///   - ppgBits: of the stream's settings; 1...32; the devices say 22 or 24.
    /// - Throws: `pmdShort` below 10 bytes and where the last sample is cut, as the stamp is its
    ///   own; `pmdDelta` for damaged compression; `unsupportedFrame` for everything else.
    /// - Precondition: `ppgBits` lies in 1...32.
    /// - Complexity: one pass; memory grows with the payload alone, never with a number in it.
    public init(_ value: [UInt8], factor: Double = 1, ppgBits: Int = 22) throws(PacketError) {
        precondition((1...32).contains(ppgBits), "samples have 1 to 32 bits")
        var bytes = PacketBytes(value)
        guard let first = bytes.u8(), let stamp = bytes.u64(), let type = bytes.u8() else {
            throw .pmdTooShort(neededBytes: Self.headerByteCount, foundBytes: value.count)
        }
        let number = first & Self.streamMask
        guard let stream = PolarStream(rawValue: number) else {
            throw .unsupportedFrame(stream: number, frameType: type)
        }
        self.stream = stream
        stampNanoseconds = stamp
        let isCompressed = type & Self.compressedBit != 0
        switch (stream, type & ~Self.compressedBit, isCompressed) {
        case (.ecg, 0, false):
            samples = .ecg(try Self.rawSamples(&bytes, width: 3, channelCount: 1, value.count))
        case (.acceleration, 1, false):
            let values = try Self.rawSamples(
                &bytes, width: 2, channelCount: Self.accelerationChannelCount, value.count)
            samples = .acceleration(values, scale: 1)
        case (.acceleration, 0...1, true):
            let values = try PolarDeltaDecoder.samples(
                &bytes, channelCount: Self.accelerationChannelCount, bits: 16)
            // Layout 0 counts in g, layout 1 in mG.
            samples = .acceleration(values, scale: type & 1 == 0 ? factor * 1000 : factor)
        case (.ppg, 0, true):
            samples = .ppg(
                try PolarDeltaDecoder.samples(
                    &bytes, channelCount: Self.ppgChannelCount, bits: ppgBits))
        case (.pulseIntervals, 0, false):
            samples = .pulses(try Self.pulses(&bytes, value.count))
        default:
            throw .unsupportedFrame(stream: number, frameType: type)
        }
    }

    /// The number of samples, each of all channels.
    public var sampleCount: Int {
        switch samples {
        case .ecg(let values): values.count
        case .acceleration(let values, _): values.count / Self.accelerationChannelCount
        case .ppg(let values): values.count / Self.ppgChannelCount
        case .pulses(let pulses): pulses.count
        }
    }

    private static func rawSamples(
        _ bytes: inout PacketBytes, width: Int, channelCount: Int, _ count: Int
    ) throws(PacketError) -> [Int32] {
        try checkSampleAlignment(bytes, sampleBytes: width * channelCount, count)
        var values: [Int32] = []
        values.reserveCapacity(bytes.remaining / width)
        while let value = bytes.signed(width: width, bits: 8 * width) { values.append(value) }
        return values
    }

    private static func pulses(
        _ bytes: inout PacketBytes, _ count: Int
    ) throws(PacketError) -> [PolarPulse] {
        try checkSampleAlignment(bytes, sampleBytes: PolarPulse.byteCount, count)
        var pulses: [PolarPulse] = []
        while let pulse = PolarPulse(&bytes) { pulses.append(pulse) }
        return pulses
    }

    private static func checkSampleAlignment(
        _ bytes: PacketBytes, sampleBytes: Int, _ count: Int
    ) throws(PacketError) {
        let excess = bytes.remaining % sampleBytes
        guard excess == 0 else {
            throw .pmdTooShort(neededBytes: count + sampleBytes - excess, foundBytes: count)
        }
    }
}
