/// The numbers of recordings that used an option for reading, and that did not.
package struct OptionUse: Codable, Sendable, Equatable {
    package var usedCount = 0
    package var unusedCount = 0

    init(isUsed: Bool) {
        (usedCount, unusedCount) = isUsed ? (1, 0) : (0, 1)
    }
}

extension [String: OptionUse] {
    /// Adds the counts of other recordings.
    mutating func add(_ others: [String: OptionUse]) {
        merge(others) { sum, other in
            var sum = sum
            sum.usedCount += other.usedCount
            sum.unusedCount += other.unusedCount
            return sum
        }
    }
}

/// The progress of a batch, as its runner last wrote it.
package struct BatchProgress: Codable, Sendable {
    package struct Worker: Codable, Sendable {
        package let pid: Int32
        /// The recording that it has; nil between two.
        package let id: String?
        /// The time since the worker received the recording; s.
        package let seconds: Double?
        package let memoryBytes: Int?
    }

    /// True if a process works on the batch.
    package var isRunning = false
    package var recordCount = 0
    package var doneCount = 0
    package var failedCount = 0
    /// The number of failed recordings with each code.
    package var failures: [String: Int] = [:]
    package var rowCount = 0
    /// Recordings a second of this run.
    package var recordsPerSecond = 0.0
    /// s; nil before anything is done.
    package var secondsLeft: Double?
    package var workers: [Worker] = []
    /// The uses of the options for reading, by their words; of chunks that are done.
    package var optionUses: [String: OptionUse] = [:]

    /// `12,340 of 100,000, 31 failed, 412/s, 3 min 32 s left`
    package var text: String {
        var parts = [
            "\(Self.grouped(doneCount)) of \(Self.grouped(recordCount))",
            "\(Self.grouped(failedCount)) failed",
        ]
        if recordsPerSecond > 0 {
            parts.append(
                recordsPerSecond < 10
                    ? "\((recordsPerSecond * 10).rounded() / 10)/s"
                    : "\(Int(recordsPerSecond.rounded()))/s")
        }
        if doneCount < recordCount, let secondsLeft {
            parts.append("\(Self.durationText(secondsLeft)) left")
        }
        return parts.joined(separator: ", ")
    }

    package static func grouped(_ number: Int) -> String {
        var digits = Array(String(number).reversed())
        for index in stride(from: 3, to: digits.count, by: 3).reversed() {
            digits.insert(",", at: index)
        }
        return String(digits.reversed())
    }

    static func durationText(_ seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 1e9)).rounded(.up))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }

    // Uses of options stand in the records of chunks.
    private enum CodingKeys: String, CodingKey {
        case isRunning, recordCount, doneCount, failedCount, failures, rowCount
        case recordsPerSecond = "rate"
        case secondsLeft, workers
    }
}
