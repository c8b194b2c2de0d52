/// A line `key: value` of an answer.
package struct MPDPair: Sendable, Equatable {
    package let key: String
    /// The value, of at most ``MPDProtocol/maxStoredByteCount`` bytes; bytes that are no UTF-8 are
    /// replaced.
    package let value: String
    /// True if the value is what MPD sent, neither cut nor repaired. An address that is not must
    /// not be used.
    package let isExact: Bool
}

/// The answer to one command of a list.
package struct MPDResponsePart: Sendable, Equatable {
    package var pairs: [MPDPair] = []
    /// The binary chunk; nil where there was none.
    package var binaryChunk: [UInt8]?

    /// The first value of a key; nil where the key does not occur.
    package subscript(key: String) -> String? { pairs.first { $0.key == key }?.value }
}

/// An answer that ended with OK: a part for each command of a list.
package struct MPDResponse: Sendable, Equatable {
    package var parts: [MPDResponsePart]
}

/// An answer that ended with ACK.
package struct MPDErrorResponse: Sendable, Equatable {
    /// See `ack.h` of MPD's protocol: 2 argument, 3 password, 4 permission, 5 unknown, 50 no such thing, 52 no system,
    /// 55 player is not right for it.
    package let code: Int
    /// The index of the command of a list that was refused, from 0 on.
    package let index: Int
    package let command: String
    package let words: String
}

/// A message of MPD.
package enum MPDMessage: Sendable, Equatable {
    /// The first line, with the protocol's version such as 0.23.5.
    case greeting(major: Int, minor: Int, patch: Int)
    case response(MPDResponse)
    case refusal(MPDErrorResponse)
    /// A message that is not MPD's, or is broken: the rest is not read, and the connection is to be
    /// closed.
    case violation(MPDProtocolViolation)
}

/// The way in which the protocol was broken.
package enum MPDProtocolViolation: String, Sendable, Equatable, CaseIterable {
    case wrongGreeting = "its first line is not MPD's"
    case longLine = "it sends a line that is too long"
    case responseTooLong = "it sends an answer that is too long"
    case badLine = "it sends a line that is no pair"
    case badErrorResponse = "it sends an error that cannot be read"
    case badBinary = "it sends a binary chunk of a wrong length"
    case unexpectedResponse = "it speaks without having been asked"
    case wrongResponseCount = "it answers another number of commands than were asked"
}
