package import Foundation

/// A kept session as a file of another program.
///
/// ```swift
/// let text = try SessionExport.json.text(of: try store.details(id))
/// ```
package enum SessionExportFormat: String, Sendable, CaseIterable {
    /// Everything, one row a second, beat, mark or decision: ``SessionCSV``.
    case csv
    /// Everything: ``SessionDocument``.
    case json
    /// The R-R intervals as they were measured, one a line, ms.
    case rr

    /// The extension of a file's name.
    package var fileExtension: String { self == .rr ? "txt" : rawValue }

    package var mediaType: String {
        switch self {
        case .csv: "text/csv"
        case .json: "application/json"
        case .rr: "text/plain"
        }
    }

    /// `resonance-2026-11-22-1500-1A2B3C4D.json`.
    package func fileName(of session: BreathingSession) -> String {
        let local = LocalTime.text(
            session.startedAt, utcOffsetSeconds: session.utcOffsetSeconds)
        let minute = local.prefix(16).replacingOccurrences(of: "T", with: "-")
            .replacingOccurrences(of: ":", with: "")
        return "resonance-\(minute)-\(session.id.uuidString.prefix(8)).\(fileExtension)"
    }

    /// The whole file.
    ///
    /// The session before is left out: it is a session of its own.
    package func text(of details: SessionDetails) -> String {
        var details = details
        details.previous = nil
        switch self {
        case .csv: return SessionCSV.text(of: details)
        case .json: return Self.json(SessionDocument(details)) + "\n"
        case .rr:
            return details.beats.map { "\(SessionCSV.number($0.intervalMs))\n" }.joined()
        }
    }

    /// Returns a value of the history as JSON whose names are in alphabetical order.
    ///
    /// - Precondition: every value has a form in JSON, as all types of the history have.
    package static func json(_ value: some Encodable, isPretty: Bool = false) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("what the history keeps always has a form in JSON")
        }
        return String(decoding: data, as: UTF8.self)
    }
}

/// Sessions of files that ``SessionExportFormat`` wrote.
package enum SessionImport {
    /// Length of the beginning of a file that determines its kind; bytes.
    package static let headByteCount = 4096

    /// Returns true if a file that begins with these bytes may be one of ours.
    ///
    /// - Parameter head: the first ``headByteCount`` bytes, or all of a shorter file.
    package static func mayBeSession(_ head: Data) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        if text.hasPrefix(SessionCSV.header) { return true }
        // Lines of a bridge begin with their type.
        return text.first { !$0.isWhitespace } == "{"
            && (!text.contains(#""type""#) || text.contains(#""points""#))
    }

    /// - Parameter data: of a CSV or JSON file.
    /// - Returns: the session as it was; nil for a file of another kind.
    /// - Throws: `notASession` for one of these that is damaged: what, and where.
    package static func details(_ data: Data) throws(HistoryError) -> SessionDetails? {
        guard mayBeSession(data.prefix(headByteCount)) else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        if text.hasPrefix(SessionCSV.header) { return try checked(SessionCSV.details(text)) }
        return try checked(document(data))
    }

    private static func document(_ data: Data) throws(HistoryError) -> SessionDetails {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        do {
            return try decoder.decode(SessionDocument.self, from: data).details
        } catch let error as DecodingError {
            throw .notASession("no session of ours: \(error.positionText)")
        } catch {
            throw .notASession("no session of ours: \(error.localizedDescription)")
        }
    }

    /// Rows of a session follow one another in time, a session that is over does not run, and no log comes along.
    private static func checked(_ details: SessionDetails) throws(HistoryError) -> SessionDetails {
        var details = details
        details.previous = nil
        // The log is of the machine that had it: here the name may be another session's.
        details.session.rawLogName = nil
        if details.session.state == .running { details.session.state = .interrupted }
        for (earlier, later) in zip(details.points, details.points.dropFirst())
        where !(earlier.seconds < later.seconds) {
            throw .notASession(
                "no session of ours: the second \(later.seconds) follows \(earlier.seconds)")
        }
        let times =
            details.points.map(\.seconds) + details.beats.map(\.seconds)
            + details.beats.map(\.intervalMs)
        guard times.allSatisfy(\.isFinite) else {
            throw .notASession("no session of ours: a time is no number")
        }
        return details
    }
}

extension DecodingError {
    /// The position of the error, and its description.
    fileprivate var positionText: String {
        let context =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context),
                .keyNotFound(_, let context), .dataCorrupted(let context):
                context
            @unknown default:
                Context(codingPath: [], debugDescription: "it cannot be read")
            }
        let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
        let text = context.debugDescription
        return path.isEmpty ? text : "\(path.joined(separator: ".")): \(text)"
    }
}
