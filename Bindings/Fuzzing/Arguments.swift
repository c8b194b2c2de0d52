/// Bytes of the fuzzer as arguments: which options, which kind of numbers, and the numbers.
struct Arguments {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = Array(bytes)[...] }

    mutating func byte() -> Int { bytes.popFirst().map { Int($0) } ?? 0 }

    /// All bytes that are left.
    var rest: [UInt8] { Array(bytes) }

    /// One of `choices`, or any bytes that end with a 0.
    mutating func options(_ choices: [String]) -> [CChar] {
        let selector = byte()
        if selector < 240 { return Array(choices[selector % choices.count].utf8CString) }
        let text = bytes.prefix { $0 != 0 }
        bytes = bytes.dropFirst(text.count + 1)
        return text.map { CChar(bitPattern: $0) } + [0]
    }

    /// All that is left as numbers: any bits, or numbers that look like intervals, positions or samples.
    mutating func numbers() -> [Double] {
        let kind = byte() % 4
        guard kind != 0 else { return words(8).map { Double(bitPattern: $0) } }
        let raw = words(2).map { Double($0) }
        switch kind {
        case 1: return raw.map { 300 + $0.truncatingRemainder(dividingBy: 1500) }
        case 2:
            var position = 0.0
            return raw.map {
                position += 50 + $0.truncatingRemainder(dividingBy: 400)
                return $0 == 0 ? .nan : position
            }
        default: return raw.map { ($0 - 32_768) / 1000 }
        }
    }

    private func words(_ size: Int) -> [UInt64] {
        stride(from: bytes.startIndex, to: bytes.endIndex - size + 1, by: size).map { start in
            bytes[start..<start + size].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
