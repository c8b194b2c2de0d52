import Resonance

/// The recordings of a call: the values of all of them, one behind the other.
struct Recordings: @unchecked Sendable {
    // Borrowed for the call, and only read.
    private let values: UnsafePointer<Double>?
    private let bounds: [Int]

    var count: Int { bounds.count - 1 }

    /// - Throws: for a null, a negative count, and offsets that descend.
    init(
        _ values: UnsafePointer<Double>?, _ offsets: UnsafePointer<Int64>?, _ count: Int64
    ) throws(CallFailure) {
        guard count >= 0, let count = Int(exactly: count) else {
            throw .usage("the count is \(count): it is a number from 0 on")
        }
        if let offsets {
            bounds = (0...count).map { Int(offsets[$0]) }
        } else {
            bounds = [0, count]
        }
        for index in 1..<bounds.count where bounds[index] < bounds[index - 1] {
            throw .usage(
                "offset \(index) is \(bounds[index]), and the one before it \(bounds[index - 1]): offsets do not descend"
            )
        }
        guard bounds[0] >= 0 else {
            throw .usage("offset 0 is \(bounds[0]): it is a number from 0 on")
        }
        guard values != nil || bounds[bounds.count - 1] == bounds[0] else {
            throw .usage(
                "the values are NULL, and there are \(bounds[bounds.count - 1] - bounds[0])")
        }
        self.values = values
    }

    /// The values of one recording.
    subscript(_ index: Int) -> [Double] {
        let range = bounds[index]..<bounds[index + 1]
        guard let values, !range.isEmpty else { return [] }
        return Array(UnsafeBufferPointer(start: values + range.lowerBound, count: range.count))
    }
}
