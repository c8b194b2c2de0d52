/// Scratch memory that grows when it must and is kept, at a multiple of 64 bytes: where vectors of
/// every width, and FFTW's, are quickest.
struct AlignedMemory<Element: BitwiseCopyable>: ~Copyable {
    private static var alignment: Int { 64 }
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { memory.deallocate() }

    /// Returns memory for at least `count` elements; its old content is lost.
    ///
    /// - Complexity: O(1), and no allocation, for a count asked for before.
    mutating func reserve(_ count: Int) -> UnsafeMutablePointer<Element> {
        let byteCount = max(1, count) * MemoryLayout<Element>.stride
        if memory.count < byteCount {
            memory.deallocate()
            memory = .allocate(byteCount: byteCount, alignment: Self.alignment)
        }
        guard let start = memory.baseAddress else {
            preconditionFailure("allocated memory has an address")
        }
        return start.bindMemory(to: Element.self, capacity: count)
    }
}
