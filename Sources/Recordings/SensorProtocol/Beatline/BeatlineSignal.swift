import PhysioTypes

/// Samples of a signal, such as ECG, acceleration or breathing.
public struct BeatlineSignal: Sendable, Equatable {
    /// The format of samples where they are sent packed: little-endian, in base64.
    public enum Packing: String, Sendable, Equatable, CaseIterable {
        case i16le, i24le, i32le, f32le

        /// Bytes of a value.
        public var width: Int {
            switch self {
            case .i16le: 2
            case .i24le: 3
            case .i32le, .f32le: 4
            }
        }
    }

    /// One value a channel and sample, channel by channel within each sample.
    public enum Samples: Sendable, Equatable {
        case integers([Int32])
        /// NaN where a value is missing.
        case reals([Double])

        /// The samples as real numbers.
        public var values: [Double] {
            switch self {
            case .integers(let values): values.map(Double.init)
            case .reals(let values): values
            }
        }

        /// Values of all channels.
        public var count: Int {
            switch self {
            case .integers(let values): values.count
            case .reals(let values): values.count
            }
        }
    }

    /// `ecg`, `acc`, `resp`, `ppg`, or another.
    public var name: String
    /// Such as `uV`, `mG`, or `1` for none.
    public var unit: String?
    /// Hz; 0.01...1e6.
    public var sampleRateHz: Double
    /// 1 or more.
    public var channelCount: Int
    /// The time of the last sample by the device's own clock; ns.
    public var deviceNanoseconds: UInt64?
    /// A whole number of samples.
    public var samples: Samples
    /// Nil for plain numbers.
    public var packing: Packing?

    /// The numbers of channels that a line may have; no sensor has more.
    static let channelCountRange = 1...64

    /// - Precondition: the rate and the number of channels lie in their ranges, there is a whole
    ///   number of samples, and packed integers fit their width.
    public init(
        name: String, unit: String?, sampleRateHz: Double, channelCount: Int = 1,
        deviceNanoseconds: UInt64? = nil, samples: Samples, packing: Packing? = nil
    ) {
        precondition(SampleRateLimits.allowedHz.contains(sampleRateHz), "a rate of 0.01...1e6 Hz")
        precondition(Self.channelCountRange.contains(channelCount), "1 to 64 channels")
        precondition(samples.count.isMultiple(of: channelCount), "every channel has every sample")
        if case .reals = samples {
            precondition(packing == nil || packing == .f32le, "packed reals are f32le")
        }
        if case .integers(let values) = samples, let packing {
            precondition(
                packing != .f32le
                    && values.allSatisfy { Self.fits($0, bytes: packing.width) },
                "packed integers fit their width")
        }
        self.name = name
        self.unit = unit
        self.sampleRateHz = sampleRateHz
        self.channelCount = channelCount
        self.deviceNanoseconds = deviceNanoseconds
        self.samples = samples
        self.packing = packing
    }

    /// Samples of all channels.
    public var sampleCount: Int { samples.count / channelCount }

    private static func fits(_ value: Int32, bytes: Int) -> Bool {
        PacketBytes.signed(UInt64(UInt32(bitPattern: value)), bits: 8 * bytes) == value
    }
}

// MARK: Reading

extension BeatlineFields {
    mutating func signal() throws(BeatlineError) -> BeatlineSignal {
        let name = try required("name", try string("name"))
        let rate = try required("fs", try real("fs"))
        guard SampleRateLimits.allowedHz.contains(rate) else { throw error("fs") }
        let channelCount = try integer("ch") ?? 1
        guard BeatlineSignal.channelCountRange.contains(channelCount) else { throw error("ch") }
        let packing = try word("enc", as: BeatlineSignal.Packing.self)
        let plainValues = try array("y")
        let base64Text = try string("b64")
        let unit = try string("unit")
        let stamp = try deviceNanoseconds()
        let samples: BeatlineSignal.Samples
        switch (plainValues, base64Text) {
        case (let plainValues?, nil):
            samples = try self.samples(plainValues, channelCount: channelCount)
        case (nil, let packed?):
            let packing = try required("enc", packing)
            samples = try self.samples(packed, packing, channelCount: channelCount)
        default: throw error("y")
        }
        return BeatlineSignal(
            name: name, unit: unit, sampleRateHz: rate, channelCount: channelCount,
            deviceNanoseconds: stamp, samples: samples, packing: base64Text == nil ? nil : packing)
    }

    /// A text, as it is beyond what a number bears.
    private mutating func deviceNanoseconds() throws(BeatlineError) -> UInt64? {
        guard let text = try string("dev_ns") else { return nil }
        guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let stamp = UInt64(text) else {
            throw error("dev_ns")
        }
        return stamp
    }

    /// Numbers, or rows of one number for each channel.
    private func samples(
        _ values: [JSONValue], channelCount: Int
    ) throws(BeatlineError) -> BeatlineSignal.Samples {
        guard channelCount > 1 else { return try samples(values) }
        var flatValues: [JSONValue] = []
        flatValues.reserveCapacity(values.count * channelCount)
        for value in values {
            guard case .array(let row) = value, row.count == channelCount else { throw error("y") }
            flatValues += row
        }
        return try samples(flatValues)
    }

    private func samples(_ values: [JSONValue]) throws(BeatlineError) -> BeatlineSignal.Samples {
        var integers: [Int32] = []
        integers.reserveCapacity(values.count)
        for value in values {
            guard case .integer(let integer) = value, let narrow = Int32(exactly: integer) else {
                return try realSamples(values)
            }
            integers.append(narrow)
        }
        return .integers(integers)
    }

    private func realSamples(_ values: [JSONValue]) throws(BeatlineError) -> BeatlineSignal.Samples
    {
        var realValues: [Double] = []
        realValues.reserveCapacity(values.count)
        for value in values {
            guard let real = value == .null ? .nan : Self.real(value) else { throw error("y") }
            realValues.append(real)
        }
        return .reals(realValues)
    }

    private func samples(
        _ text: String, _ packing: BeatlineSignal.Packing, channelCount: Int
    ) throws(BeatlineError) -> BeatlineSignal.Samples {
        guard let data = Base64.bytes(text),
            data.count.isMultiple(of: packing.width * channelCount)
        else { throw .badBase64 }
        var bytes = PacketBytes(data)
        if packing == .f32le {
            var reals: [Double] = []
            reals.reserveCapacity(data.count / 4)
            while let bits = bytes.u32() {
                let real = Float(bitPattern: bits)
                reals.append(real.isFinite ? Double(real) : .nan)
            }
            return .reals(reals)
        }
        var integers: [Int32] = []
        integers.reserveCapacity(data.count / packing.width)
        while let value = bytes.signed(width: packing.width, bits: 8 * packing.width) {
            integers.append(value)
        }
        return .integers(integers)
    }
}

// MARK: Writing

extension BeatlineSignal {
    /// The fields from `name` on; `writeTime` writes those between the rate and the samples.
    func write(to line: inout JSONLineWriter, _ writeTime: (inout JSONLineWriter) -> Void) {
        line.string("name", name)
        line.string("unit", unit)
        line.number("fs", sampleRateHz)
        if channelCount > 1 { line.integer("ch", channelCount) }
        writeTime(&line)
        line.string("dev_ns", deviceNanoseconds.map { String($0) })
        if let packing {
            line.string("enc", packing.rawValue)
            line.string("b64", Base64.text(packed(packing.width)))
        } else {
            line.array("y", rows) { $0 }
        }
    }

    /// The samples as JSON: numbers, or rows.
    private var rows: [String] {
        let values: [String] =
            switch samples {
            case .integers(let values): values.map { String($0) }
            case .reals(let values): values.map(JSONLineWriter.real)
            }
        guard channelCount > 1 else { return values }
        return stride(from: 0, to: values.count, by: channelCount).map { first in
            "[" + values[first..<first + channelCount].joined(separator: ",") + "]"
        }
    }

    private func packed(_ width: Int) -> [UInt8] {
        let words: [UInt32] =
            switch samples {
            case .integers(let values): values.map { UInt32(bitPattern: $0) }
            case .reals(let values): values.map { Float($0).bitPattern }
            }
        return words.flatMap { word in
            (0..<width).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
        }
    }
}
