/// Spans of time [start, end) that do not touch one another, ascending; ms since 1970.
package struct TimeSpans: Sendable, Hashable {
    /// Neither empty nor touching.
    package private(set) var spans: [Range<Int64>] = []

    package init() {}

    /// The union of any ranges; empty ones count for nothing.
    ///
    /// - Complexity: O(n log n).
    package init(_ ranges: some Sequence<Range<Int64>>) {
        let sorted = ranges.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        for range in sorted {
            if let last = spans.last, range.lowerBound <= last.upperBound {
                spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                spans.append(range)
            }
        }
    }

    /// Sum of the lengths; ms.
    package var totalMs: Int64 { spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

    package var isEmpty: Bool { spans.isEmpty }

    /// The time of these spans that lies in none of the others.
    ///
    /// - Complexity: O(n + m).
    package func subtracting(_ others: TimeSpans) -> TimeSpans {
        var remainingSpans = TimeSpans()
        var next = 0
        for span in spans {
            var begin = span.lowerBound
            while next < others.spans.count, others.spans[next].upperBound <= begin { next += 1 }
            var index = next
            while index < others.spans.count, others.spans[index].lowerBound < span.upperBound {
                let other = others.spans[index]
                if other.lowerBound > begin {
                    remainingSpans.spans.append(begin..<other.lowerBound)
                }
                begin = max(begin, other.upperBound)
                index += 1
            }
            if begin < span.upperBound { remainingSpans.spans.append(begin..<span.upperBound) }
        }
        return remainingSpans
    }

    /// The time of these spans that lies in one of the others too.
    package func intersecting(_ others: TimeSpans) -> TimeSpans {
        subtracting(subtracting(others))
    }

    /// The time of a range that lies in these spans.
    package func clamped(to range: Range<Int64>) -> TimeSpans {
        TimeSpans(spans.map { $0.clamped(to: range) })
    }

    /// Spans of at least so many milliseconds.
    package func withMinLength(_ lengthMs: Int64) -> TimeSpans {
        TimeSpans(spans.filter { $0.upperBound - $0.lowerBound >= lengthMs })
    }

    /// - Complexity: O(log n).
    package func contains(_ timeMs: Int64) -> Bool {
        let next = spans.partitioningIndex { $0.lowerBound > timeMs }
        return next > 0 && spans[next - 1].contains(timeMs)
    }
}
