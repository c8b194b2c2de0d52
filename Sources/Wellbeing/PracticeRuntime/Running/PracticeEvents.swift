import Foundation
package import PracticePlans

/// The events of a practice, as its entry stores them: enough to go on after a crash or a restart
/// of the computer.
package struct PracticeEvents: Sendable, Equatable, Codable {
    /// The run of the computer whose clock the times are of.
    package var bootID: String
    /// A moment on that clock; s.
    package var originSeconds: Double
    /// The same moment by the clock on the wall; ms since 1970.
    package var originMs: Int64
    /// The inputs, with times on that clock.
    package var inputs: [TimedInput]
    /// The times at which the computer slept, on that clock: pairs of first and last moment; s.
    package var suspended: [[Double]]
    /// The last time at which the practice was known to run, on that clock; s.
    package var lastSeenSeconds: Double

    private enum CodingKeys: String, CodingKey {
        case bootID = "boot"
        case originSeconds = "origin_s"
        case originMs = "origin_ms"
        case inputs
        case suspended = "suspended_s"
        case lastSeenSeconds = "seen_s"
    }

    /// The same events on the clock of now.
    ///
    /// After a restart of the computer its clock begins anew, so the time in between is that of the wall.
    package func convertedToClock(_ clock: any PracticeClock) -> PracticeEvents {
        guard bootID != clock.bootID else { return self }
        let elapsedSeconds = clock.date.timeIntervalSince1970 - Double(originMs) / 1000
        // A wall clock that was set back does not make time run backwards.
        let origin = clock.seconds - max(elapsedSeconds, lastSeenSeconds - originSeconds)
        let shift = origin - originSeconds
        var converted = self
        converted.bootID = clock.bootID
        converted.originSeconds = origin
        converted.lastSeenSeconds += shift
        converted.inputs = inputs.map { TimedInput($0.input, timeSeconds: $0.timeSeconds + shift) }
        converted.suspended = suspended.map { $0.map { $0 + shift } }
        return converted
    }

    /// Ranges of ``suspendedPairs``; what is no pair is left out.
    package var suspendedRanges: [ClosedRange<Double>] {
        suspended.compactMap { $0.count == 2 && $0[0] <= $0[1] ? $0[0]...$0[1] : nil }
    }

    /// The events of a kept entry; nil where they cannot be read.
    package init?(json: String) {
        guard let read = try? JSONDecoder().decode(PracticeEvents.self, from: Data(json.utf8))
        else { return nil }
        self = read
    }

    package init(bootID: String, originSeconds: Double, originMs: Int64) {
        self.bootID = bootID
        self.originSeconds = originSeconds
        self.originMs = originMs
        inputs = []
        suspended = []
        lastSeenSeconds = originSeconds
    }

    package var json: String { PracticeJSON.text(self) }
}

/// Values of practice as JSON text.
package enum PracticeJSON {
    /// - Precondition: the value has a form in JSON.
    package static func text(_ value: some Encodable, isPretty: Bool = false) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("values of practice always have a form in JSON")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
