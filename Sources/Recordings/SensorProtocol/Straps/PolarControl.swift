/// A command that is written to the control characteristic of Polar's measurement data service.
///
/// The order of things: an MTU of at least ``minimumMTU``; indications of control and notifications
/// of data switched on; ``PolarFeatures`` read; then these commands, each answered by an indication.
public enum PolarCommand: Sendable, Equatable {
    case getSettings(PolarStream)
    case start(PolarStream, PolarSettings)
    /// A request to stop a stream, to be sent also at the end of every session: otherwise an ECG
    /// goes on until the battery is empty.
    case stop(PolarStream)
    /// A request for the list of streams that run.
    case getStatus

    /// The smallest MTU: below it devices refuse to start (status 10).
    public static let minimumMTU = 232

    /// The bytes as they are written to the characteristic.
    public var bytes: [UInt8] {
        switch self {
        case .getSettings(let stream): [1, stream.rawValue]
        case .start(let stream, let settings): [2, stream.rawValue] + settings.bytes
        case .stop(let stream): [3, stream.rawValue]
        case .getStatus: [5]
        }
    }
}

/// The answer of a device to a command.
public enum PolarStatus: UInt8, Sendable, CaseIterable {
    case success, invalidCommand, invalidStream, notSupported, invalidLength, invalidParameter
    case alreadyInState, invalidResolution, invalidSampleRate, invalidRange, invalidMTU
    case invalidChannelCount, invalidState, inCharger, diskFull

    /// A phrase that says what to do, where something can be done.
    public var text: String {
        switch self {
        case .success: "done"
        case .invalidCommand, .notSupported: "it cannot do that"
        case .invalidStream: "it has no such signal"
        case .invalidLength, .invalidParameter, .invalidResolution, .invalidSampleRate,
            .invalidRange,
            .invalidChannelCount:
            "it does not have these settings"
        case .alreadyInState: "it does that already; end other programs that use it"
        case .invalidMTU: "the link's packets are too small for the signal"
        case .invalidState: "it cannot do that now: wear it and try again"
        case .inCharger: "it is in its charger: take it out"
        case .diskFull: "its memory is full"
        }
    }
}

/// An indication of the control characteristic.
public enum PolarIndication: Sendable, Equatable {
    case reply(PolarReply)
    /// The device ended streams by itself; numbers of ``PolarStream`` as sent.
    case stopped(streams: [UInt8])

    private static let replyMarker: UInt8 = 0xF0
    private static let stopMarker: UInt8 = 1

    /// - Throws: `pmdShort` for a reply below 4 bytes and for no bytes; `pmdReply` for another
    ///   first byte.
    public init(_ value: [UInt8]) throws(PacketError) {
        switch value.first {
        case Self.replyMarker: self = .reply(try PolarReply(value))
        case Self.stopMarker: self = .stopped(streams: Array(value.dropFirst()))
        case let first?: throw .pmdInvalidReply(firstByte: first)
        case nil: throw .pmdTooShort(neededBytes: 1, foundBytes: 0)
        }
    }
}

/// The answer to a command.
public struct PolarReply: Sendable, Equatable {
    /// First byte of the command.
    public let command: UInt8
    /// Number of a ``PolarStream``.
    public let stream: UInt8
    /// The status as sent; see ``status``.
    public let statusCode: UInt8
    /// True if further replies hold more parameters.
    public private(set) var hasMore: Bool
    /// The bytes after the status, such as ``PolarSettings``.
    public private(set) var parameters: [UInt8]

    /// Nil for a number that is not assigned.
    public var status: PolarStatus? { PolarStatus(rawValue: statusCode) }

    /// Longest sum of parameters, bytes; no device has as many settings.
    static let maxParameterByteCount = 4096

    fileprivate init(_ value: [UInt8]) throws(PacketError) {
        guard value.count >= 4 else { throw .pmdTooShort(neededBytes: 4, foundBytes: value.count) }
        command = value[1]
        stream = value[2]
        statusCode = value[3]
        // A refusal need not have what follows.
        hasMore = statusCode == 0 && value.count > 4 && value[4] != 0
        parameters = Array(value.dropFirst(5))
    }

    /// Appends the parameters of the next reply to the same command.
    ///
    /// - Returns: false, with nothing changed, where `next` answers something else, nothing more
    ///   was to come, or there are more than 4096 bytes.
    public mutating func append(_ next: PolarReply) -> Bool {
        guard hasMore, next.command == command, next.stream == stream, next.statusCode == 0,
            parameters.count + next.parameters.count <= Self.maxParameterByteCount
        else { return false }
        parameters += next.parameters
        hasMore = next.hasMore
        return true
    }
}
