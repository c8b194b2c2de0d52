import Foundation

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
    /// Whether the device is one whose ECG converts by ``millivolts(bits:)``.
    let isBITalino: Bool

    static let magic = "# OpenSignals"
    static let endOfHeader = "# EndOfHeader"
    /// A header is one line of text.
    private static let lineLimit = 1 << 16

    private struct Device: Decodable {
        let rate: Double
        let column: [String]
        let sensor: [String]?
        let label: [String]?
        let resolution: [Double]?
        let date: String?
        let time: String?
        let device: String?

        enum CodingKeys: String, CodingKey {
            case rate = "sampling rate"
            case column, sensor, label, resolution, date, time, device
        }
    }

    /// - Parameter line: `# {...}`.
    init(_ line: ArraySlice<UInt8>) throws(RecordingError) {
        let json = line.drop { $0 != UInt8(ascii: "{") }
        guard json.count <= Self.lineLimit,
            let devices = try? JSONDecoder().decode([String: Device].self, from: Data(json)),
            let device = devices.first?.value
        else {
            throw .badHeader("the second line of an OpenSignals text describes no device", line: 2)
        }
        guard devices.count == 1 else {
            throw .ambiguous(
                "this OpenSignals text holds \(devices.count) devices: export each on its own")
        }
        guard RecordingLimits.rateHz.contains(device.rate) else {
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
        guard let place = device.label?.firstIndex(of: column),
            let sensors = device.sensor, sensors.indices.contains(place)
        else { return "" }
        return sensors[place]
    }

    /// What turns a raw sample into mV: the number of steps counts from the middle of the range of
    /// 3.3 V, and the sensor amplifies 1100 times.
    static func millivolts(bits: Int) -> (scale: Double, offset: Double) {
        let fullRange = 3.3 * 1000 / 1100
        return (fullRange / Double(UInt64(1) << UInt64(bits)), -fullRange / 2)
    }
}
