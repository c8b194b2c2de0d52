import SensorProtocol

/// The header of an OpenSignals text: a comment line that is JSON, one entry a device.
///
/// - SeeAlso: PLUX, "OpenSignals (r)evolution User Manual"; "BITalino Electrocardiography (ECG)
///   Sensor Data Sheet" for the conversion to volts.
struct OpenSignalsHeader {
    struct Column: Equatable {
        let name: String
        /// `ECG` of a column with a sensor; empty for counters and digital lines.
        let sensor: String
        /// Bits a sample; nil where not stated.
        let resolutionBits: Int?
    }

    let rateHz: Double
    let startDate: String?
    let columns: [Column]
    /// True if the device is one whose ECG converts by ``millivolts(bits:)``.
    let isBITalino: Bool

    static let magic = "# OpenSignals"
    static let endOfHeader = "# EndOfHeader"
    /// A header is one line of text.
    private static let maxLineByteCount = 1 << 16

    private struct Device {
        let rate: Double
        let column: [String]
        let sensor: [String]?
        let label: [String]?
        let resolution: [Double]?
        let date: String?
        let time: String?
        let device: String?

        /// - Returns: nil where something that is needed is missing, or is of another kind.
        init?(_ value: JSONValue) {
            guard case .object(let object) = value,
                let rate = object["sampling rate"].flatMap(OpenSignalsHeader.number),
                let column = object["column"].flatMap(OpenSignalsHeader.texts),
                let sensor = Self.optionalValue(object["sensor"], OpenSignalsHeader.texts),
                let label = Self.optionalValue(object["label"], OpenSignalsHeader.texts),
                let resolution = Self.optionalValue(
                    object["resolution"], OpenSignalsHeader.numbers),
                let date = Self.optionalValue(object["date"], OpenSignalsHeader.text),
                let time = Self.optionalValue(object["time"], OpenSignalsHeader.text),
                let device = Self.optionalValue(object["device"], OpenSignalsHeader.text)
            else { return nil }
            self.rate = rate
            self.column = column
            self.sensor = sensor
            self.label = label
            self.resolution = resolution
            self.date = date
            self.time = time
            self.device = device
        }

        /// - Returns: nil where the value is of another kind, and `.some(nil)` where there is none.
        private static func optionalValue<Value>(
            _ value: JSONValue?, _ convert: (JSONValue) -> Value?
        ) -> Value?? {
            guard let value, value != .null else { return .some(nil) }
            return convert(value).map { .some($0) }
        }
    }

    private static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    private static func text(_ value: JSONValue) -> String? {
        if case .string(let text) = value { return text }
        return nil
    }

    private static func numbers(_ value: JSONValue) -> [Double]? { list(value, number) }

    private static func texts(_ value: JSONValue) -> [String]? { list(value, text) }

    /// - Returns: nil unless every value is of the kind.
    private static func list<Value>(
        _ value: JSONValue, _ convert: (JSONValue) -> Value?
    ) -> [Value]? {
        guard case .array(let values) = value else { return nil }
        let converted = values.compactMap(convert)
        return converted.count == values.count ? converted : nil
    }

    /// - Parameter line: `# {...}`.
    init(_ line: ArraySlice<UInt8>) throws(RecordingError) {
        let json = line.drop { $0 != UInt8(ascii: "{") }
        guard json.count <= Self.maxLineByteCount,
            let text = String(validating: json, as: UTF8.self),
            let entries = try? JSONScanner.object(text).values, let first = entries.first,
            let device = Device(first), entries.dropFirst().allSatisfy({ Device($0) != nil })
        else {
            throw .badHeader("the second line of an OpenSignals text describes no device", line: 2)
        }
        guard entries.count == 1 else {
            throw .ambiguous(
                "this OpenSignals text holds \(entries.count) devices: export each on its own")
        }
        guard RecordingLimits.rateRangeHz.contains(device.rate) else {
            throw .badHeader("sampling rate: \(device.rate) Hz", line: 2)
        }
        rateHz = device.rate
        isBITalino = device.device?.lowercased().hasPrefix("bitalino") == true
        startDate = device.date.map { date in
            device.time.map { "\(date)T\($0)" } ?? date
        }
        columns = device.column.enumerated().map { index, name in
            let bits = device.resolution.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            return Column(
                name: name, sensor: Self.sensor(of: name, device),
                resolutionBits: bits.flatMap { Int(exactly: $0) })
        }
    }

    private static func sensor(of column: String, _ device: Device) -> String {
        guard let index = device.label?.firstIndex(of: column),
            let sensors = device.sensor, sensors.indices.contains(index)
        else { return "" }
        return sensors[index]
    }

    /// Returns the factors that turn a raw sample into mV: the number of steps counts from the
    /// middle of the range of 3.3 V, and the sensor amplifies 1100 times.
    static func millivolts(bits: Int) -> (scale: Double, offset: Double) {
        let fullRange = 3.3 * 1000 / 1100
        return (fullRange / Double(UInt64(1) << UInt64(bits)), -fullRange / 2)
    }
}
