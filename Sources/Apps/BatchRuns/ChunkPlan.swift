/// The division of recordings into chunks, which are committed one by one.
enum ChunkPlan {
    static let maxRecords = 64
    static let maxBytes = 1 << 30
    /// The least number of chunks, if there are as many recordings: several workers have something
    /// to do.
    private static let minChunkCount = 64

    /// - Parameter sizes: of each recording in its order; bytes.
    /// - Returns: indices of the recordings of each chunk. The same sizes give the same chunks.
    static func chunks(_ sizes: [Int]) -> [Range<Int>] {
        let maxCount = min(maxRecords, max(1, sizes.count / minChunkCount))
        var chunks: [Range<Int>] = []
        var begin = 0
        var bytes = 0
        for index in sizes.indices {
            let isFull =
                index - begin == maxCount || (index > begin && bytes + sizes[index] > maxBytes)
            if isFull {
                chunks.append(begin..<index)
                (begin, bytes) = (index, 0)
            }
            bytes += sizes[index]
        }
        if begin < sizes.count { chunks.append(begin..<sizes.count) }
        return chunks
    }
}
