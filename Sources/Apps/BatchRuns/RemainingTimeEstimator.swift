import RecordingFiles

/// The time that a batch still takes, by the bytes that are left and the cost of the bytes of such
/// files.
struct RemainingTimeEstimator {
    private struct Cost {
        var bytes = 0.0
        var seconds = 0.0
    }

    /// The cost of what is done, by the ending of the file: an ECG costs less for each byte than
    /// intervals do.
    private var doneCostByExtension: [String: Cost] = [:]
    private var remainingBytesByExtension: [String: Double] = [:]
    private var total = Cost()

    /// - Parameter records: path and size of each that is not done.
    init(_ records: some Sequence<(path: String, bytes: Int)>) {
        for record in records {
            remainingBytesByExtension[Self.ending(record.path), default: 0] += Self.weight(
                record.bytes)
        }
    }

    /// - Parameter seconds: of the processor.
    mutating func finish(_ path: String, bytes: Int, seconds: Double) {
        let (ending, weight) = (Self.ending(path), Self.weight(bytes))
        remainingBytesByExtension[ending, default: 0] -= weight
        doneCostByExtension[ending, default: Cost()].bytes += weight
        doneCostByExtension[ending, default: Cost()].seconds += seconds
        total.bytes += weight
        total.seconds += seconds
    }

    /// - Parameter elapsed: since the work began; s.
    /// - Returns: s; nil before anything is done.
    func seconds(elapsed: Double) -> Double? {
        guard total.seconds > 0, total.bytes > 0 else { return nil }
        let cost = remainingBytesByExtension.reduce(0.0) { sum, remaining in
            let measuredCost =
                doneCostByExtension[remaining.key].flatMap { $0.bytes > 0 ? $0 : nil } ?? total
            return sum + max(0, remaining.value) * measuredCost.seconds / measuredCost.bytes
        }
        return cost * elapsed / total.seconds
    }

    private static func ending(_ path: String) -> String {
        FilePath.ending(of: path).lowercased()
    }

    /// A file costs something even where it is small.
    private static func weight(_ bytes: Int) -> Double { Double(bytes) + 2000 }
}
