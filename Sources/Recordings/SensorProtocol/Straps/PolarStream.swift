/// A kind of measurement of Polar's measurement data service, by its number there.
public enum PolarStream: UInt8, Sendable, CaseIterable {
    case ecg = 0
    case ppg = 1
    case acceleration = 2
    /// Intervals between pulses.
    case pulseIntervals = 3
    case gyroscope = 5
    case magnetometer = 6
    case skinTemperature = 7
    case sdkMode = 9
    case location = 10
    case pressure = 11
    case temperature = 12
    case offlineRecording = 13
    case offlineHeartRate = 14
}

/// The streams that a device offers: the answer to reading the control characteristic.
public struct PolarFeatures: Sendable, Equatable {
    /// The streams in the order of their numbers.
    public let streams: [PolarStream]

    private static let marker: UInt8 = 0x0F
    /// The meanings of the bits of the second and third byte, from the lowest up; nil is not
    /// assigned.
    private static let bits: [[PolarStream?]] = [
        [
            .ecg, .ppg, .acceleration, .pulseIntervals, nil, .gyroscope, .magnetometer,
            .skinTemperature,
        ],
        [nil, .sdkMode, .location, .pressure, .temperature, .offlineRecording, .offlineHeartRate],
    ]

    /// - Parameter value: 17 bytes, of which the first three count.
    /// - Throws: `pmdShort` below 3 bytes; `pmdReply` where it is no answer to a read.
    public init(_ value: [UInt8]) throws(PacketError) {
        guard value.count >= 3 else { throw .pmdTooShort(neededBytes: 3, foundBytes: value.count) }
        guard value[0] == Self.marker else { throw .pmdInvalidReply(firstByte: value[0]) }
        streams = zip(value[1...2], Self.bits).flatMap { byte, names in
            names.enumerated().compactMap { bit, stream in
                byte >> UInt8(bit) & 1 == 1 ? stream : nil
            }
        }
    }
}
