/// A check that the numbers of lines follow each other.
struct BeatlineSequenceCheck: Sendable {
    enum Verdict: Equatable {
        case next
        /// The same line once more.
        case repetition
        case error(BeatlineError)
    }

    private var last: Int?
    /// Numbers and contents of the last lines; contents as hashes.
    private var recentLines: [(number: Int, hash: UInt64)] = []

    /// The number of earlier lines among which a repetition is known.
    private static let maxRecentLines = 16

    mutating func check(_ number: Int, _ text: String) -> Verdict {
        let hash = Self.hash(text)
        if recentLines.contains(where: { $0.number == number && $0.hash == hash }) {
            return .repetition
        }
        defer {
            last = number
            if recentLines.count == Self.maxRecentLines { recentLines.removeFirst() }
            recentLines.append((number, hash))
        }
        guard let last, number != last + 1 else { return .next }
        return .error(
            number > last
                ? .sequenceGap(number - last - 1) : .sequenceBackwards(from: last, to: number))
    }

    /// FNV-1a, the same in every run.
    ///
    /// - SeeAlso: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm".
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// A check that time goes on, for each sensor by itself.
struct BeatlineTimeCheck: Sendable {
    private enum Track: Hashable {
        case lines(String)
        case beats(String)
        case ticks
    }

    private var lastTimes: [Track: Int] = [:]

    /// Sensors beyond it are not watched: no bridge has as many.
    private static let trackLimit = 64

    mutating func check(_ line: BeatlineLine, _ time: Int) -> BeatlineError? {
        guard let track = track(line) else { return nil }
        guard let previousTime = lastTimes[track] else {
            if lastTimes.count < Self.trackLimit { lastTimes[track] = time }
            return nil
        }
        lastTimes[track] = time
        let step = time - previousTime
        if step < 0 { return .timeBackwards(microseconds: -step) }
        return step > BeatlineReader.maxStepMicroseconds && track != .ticks
            ? .timeJump(microseconds: step) : nil
    }

    private func track(_ line: BeatlineLine) -> Track? {
        switch line.message {
        case .state, .gatt, .rr, .heartRate, .ppi, .signal, .battery: .lines(line.deviceKey)
        case .beat: .beats(line.deviceKey)
        case .tick: .ticks
        case .hello, .device, .gap, .mark, .ping, .ack, .error, .bye: nil
        }
    }
}

/// Lets a few warnings a second through and counts the rest.
struct WarningLimiter: Sendable {
    /// Warnings a second.
    static let maxPerSecond = 10
    private static let windowMicroseconds = 1_000_000
    /// The code of a warning that counts others.
    static let suppressedCode = "more"

    private var windowStart: Int?
    private var count = 0
    private var suppressedCount = 0

    /// - Parameter line: number of the line that is being read.
    mutating func filter(
        _ warning: BeatlineReply.Warning?, line: Int, at time: Int
    ) -> [BeatlineReply.Warning] {
        var admittedWarnings: [BeatlineReply.Warning] = []
        if let start = windowStart, time < start || time - start >= Self.windowMicroseconds {
            admittedWarnings = finish(line: line)
        }
        guard let warning else { return admittedWarnings }
        if windowStart == nil { windowStart = time }
        count += 1
        if count <= Self.maxPerSecond { return admittedWarnings + [warning] }
        suppressedCount += 1
        return admittedWarnings
    }

    /// Reports how many were held back, and begins anew.
    mutating func finish(line: Int) -> [BeatlineReply.Warning] {
        defer { (windowStart, count, suppressedCount) = (nil, 0, 0) }
        guard suppressedCount > 0 else { return [] }
        let text = "\(suppressedCount) more lines with warnings"
        return [.init(line: line, code: Self.suppressedCode, text: text)]
    }
}
