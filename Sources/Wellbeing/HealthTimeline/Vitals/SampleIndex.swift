import HealthRecords
import PhysioTypes

/// Samples by quantity and time.
struct SampleIndex: Sendable {
    /// Ascending by start.
    private let samples: [HealthQuantity: [HealthSample]]

    /// - Complexity: O(n log n).
    init(_ samples: [HealthSample]) {
        self.samples = Dictionary(grouping: samples, by: \.quantity).mapValues { samples in
            samples.sorted {
                ($0.start.unixMs, $0.end.unixMs, $0.sourceIndex)
                    < ($1.start.unixMs, $1.end.unixMs, $1.sourceIndex)
            }
        }
    }

    /// All samples of a quantity, ascending by start.
    func allSamples(_ quantity: HealthQuantity) -> [HealthSample] { samples[quantity] ?? [] }

    /// Returns the samples that start in a range of time.
    ///
    /// - Complexity: O(log n).
    func samplesStarting(in range: Range<Int64>, _ quantity: HealthQuantity) -> ArraySlice<
        HealthSample
    > {
        let allSamples = allSamples(quantity)
        let first = allSamples.partitioningIndex { $0.start.unixMs >= range.lowerBound }
        let last = allSamples.partitioningIndex { $0.start.unixMs >= range.upperBound }
        return allSamples[first..<max(first, last)]
    }
}
