/// How recordings are cut into chunks, which are committed one by one.
enum ChunkPlan {
    static let mostRecords = 64
    static let mostBytes = 1 << 30
    /// So many chunks at least, where there are as many recordings: several workers have something to do.
    private static let fewestChunks = 64

    /// - Parameter sizes: of each recording in its order; bytes.
    /// - Returns: places of the recordings of each chunk. The same sizes give the same chunks.
    static func chunks(_ sizes: [Int]) -> [Range<Int>] {
        let most = min(mostRecords, max(1, sizes.count / fewestChunks))
        var chunks: [Range<Int>] = []
        var begin = 0
        var bytes = 0
        for place in sizes.indices {
            let isFull =
                place - begin == most || (place > begin && bytes + sizes[place] > mostBytes)
            if isFull {
                chunks.append(begin..<place)
                (begin, bytes) = (place, 0)
            }
            bytes += sizes[place]
        }
        if begin < sizes.count { chunks.append(begin..<sizes.count) }
        return chunks
    }
}
