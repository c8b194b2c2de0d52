import RecordingFiles

/// How long a batch still takes, by the bytes that are left and what the bytes of such files have cost.
struct TimeLeft {
    private struct Sum {
        var bytes = 0.0
        var seconds = 0.0
    }

    /// What is done, by the ending of the file: an ECG costs less a byte than intervals do.
    private var done: [String: Sum] = [:]
    private var left: [String: Double] = [:]
    private var all = Sum()

    /// - Parameter records: path and size of each that is not done.
    init(_ records: some Sequence<(path: String, bytes: Int)>) {
        for record in records {
            left[Self.ending(record.path), default: 0] += Self.weight(record.bytes)
        }
    }

    /// - Parameter seconds: of the processor.
    mutating func finish(_ path: String, bytes: Int, seconds: Double) {
        let (ending, weight) = (Self.ending(path), Self.weight(bytes))
        left[ending, default: 0] -= weight
        done[ending, default: Sum()].bytes += weight
        done[ending, default: Sum()].seconds += seconds
        all.bytes += weight
        all.seconds += seconds
    }

    /// - Parameter elapsed: since the work began; s.
    /// - Returns: s; nil before anything is done.
    func seconds(elapsed: Double) -> Double? {
        guard all.seconds > 0, all.bytes > 0 else { return nil }
        let cost = left.reduce(0.0) { sum, part in
            let known = done[part.key].flatMap { $0.bytes > 0 ? $0 : nil } ?? all
            return sum + max(0, part.value) * known.seconds / known.bytes
        }
        return cost * elapsed / all.seconds
    }

    private static func ending(_ path: String) -> String {
        FilePath.ending(of: path).lowercased()
    }

    /// A file costs something even where it is small.
    private static func weight(_ bytes: Int) -> Double { Double(bytes) + 2000 }
}
