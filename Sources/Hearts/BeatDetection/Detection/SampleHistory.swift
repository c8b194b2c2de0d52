/// The last samples of a stream, by their index since its beginning.
///
/// A block that was just pushed is read without a copy; of what came before, the last `capacity`
/// samples are kept.
struct SampleHistory {
    /// The number of samples in memory; a power of two.
    let capacity: Int
    /// Samples pushed so far.
    private(set) var count = 0
    private var ring: [Double]

    /// - Parameter capacity: at least so many samples are kept; at least 1.
    init(capacity: Int) {
        var size = 1
        while size < capacity { size *= 2 }
        self.capacity = size
        ring = [Double](repeating: 0, count: size)
    }

    /// Keeps the last samples of a block; those before them are passed over.
    ///
    /// - Complexity: O(min(n, capacity)).
    mutating func append(_ block: UnsafeBufferPointer<Double>) {
        let retainedCount = min(block.count, capacity)
        let position = (count + block.count - retainedCount) & (capacity - 1)
        let countBeforeWrap = min(retainedCount, capacity - position)
        let samples = block.suffix(retainedCount)
        ring.withUnsafeMutableBufferPointer { ring in
            _ = ring[position...].update(fromContentsOf: samples.prefix(countBeforeWrap))
            _ = ring.update(fromContentsOf: samples.dropFirst(countBeforeWrap))
        }
        count += block.count
    }

    /// Copies samples to `output`, NaN for those that are not kept or not yet there.
    ///
    /// - Parameter start: index of the first one.
    /// - Parameter block: samples that follow those pushed; not pushed yet.
    func copy(
        from start: Int, followedBy block: UnsafeBufferPointer<Double>, to output: inout [Double]
    ) {
        let oldestIndex = max(0, count - capacity)
        let mask = capacity - 1
        for index in output.indices {
            let position = start + index
            if position >= count, position - count < block.count {
                output[index] = block[position - count]
            } else if position >= oldestIndex, position < count {
                output[index] = ring[position & mask]
            } else {
                output[index] = .nan
            }
        }
    }

    mutating func removeAll() { count = 0 }
}
