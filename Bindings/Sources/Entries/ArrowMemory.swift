import CResonance

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Structures of the Arrow C data interface in memory of the C library, which their callbacks give back.
enum ArrowMemory {
    // MARK: Columns

    static func schema(
        format: String, name: String, metadata: [(String, String)], isNullable: Bool,
        children: [ArrowSchema]
    ) -> ArrowSchema {
        var schema = ArrowSchema()
        schema.format = UnsafePointer(text(format))
        schema.name = UnsafePointer(text(name))
        schema.metadata = metadata.isEmpty ? nil : UnsafePointer(pairs(metadata))
        schema.flags = isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0
        schema.n_children = Int64(children.count)
        schema.children = pointers(children)
        schema.release = { schema in
            guard let schema else { return }
            free(UnsafeMutablePointer(mutating: schema.pointee.format))
            free(UnsafeMutablePointer(mutating: schema.pointee.name))
            free(UnsafeMutablePointer(mutating: schema.pointee.metadata))
            for index in 0..<Int(schema.pointee.n_children) {
                guard let child = schema.pointee.children?[index] else { continue }
                child.pointee.release?(child)
                free(child)
            }
            free(schema.pointee.children)
            schema.pointee.release = nil
        }
        return schema
    }

    /// Pairs as the interface has them: their number, then for each the lengths and the bytes of key and value.
    private static func pairs(_ pairs: [(String, String)]) -> UnsafeMutablePointer<CChar> {
        var bytes: [UInt8] = []
        func append(_ number: Int) {
            withUnsafeBytes(of: Int32(clamping: number)) { bytes += $0 }
        }
        append(pairs.count)
        for (key, value) in pairs {
            for text in [key, value] {
                append(text.utf8.count)
                bytes += text.utf8
            }
        }
        return memory(bytes).assumingMemoryBound(to: CChar.self)
    }

    // MARK: Values

    /// - Parameter buffers: memory of the C library, which the array owns from here on.
    static func array(
        length: Int, nullCount: Int, buffers: [UnsafeMutableRawPointer?], children: [ArrowArray]
    ) -> ArrowArray {
        var array = ArrowArray()
        array.length = Int64(length)
        array.null_count = Int64(nullCount)
        array.n_buffers = Int64(buffers.count)
        let list = memory(buffers.map { UnsafeRawPointer($0) })
        array.buffers = list.assumingMemoryBound(to: UnsafeRawPointer?.self)
        array.n_children = Int64(children.count)
        array.children = pointers(children)
        array.release = { array in
            guard let array else { return }
            for index in 0..<Int(array.pointee.n_buffers) {
                free(UnsafeMutableRawPointer(mutating: array.pointee.buffers?[index]))
            }
            free(array.pointee.buffers)
            for index in 0..<Int(array.pointee.n_children) {
                guard let child = array.pointee.children?[index] else { continue }
                child.pointee.release?(child)
                free(child)
            }
            free(array.pointee.children)
            array.pointee.release = nil
        }
        return array
    }

    /// A bit a value, the lowest first; nil where all are there.
    static func validity(_ isThere: [Bool]) -> (UnsafeMutableRawPointer?, nullCount: Int) {
        let nullCount = isThere.count { !$0 }
        guard nullCount > 0 else { return (nil, 0) }
        var bits = [UInt8](repeating: 0, count: (isThere.count + 7) / 8)
        for (index, isThere) in isThere.enumerated() where isThere {
            bits[index / 8] |= 1 << UInt8(index % 8)
        }
        return (buffer(bits), nullCount)
    }

    static func buffer<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutableRawPointer? {
        memory(values)
    }

    /// The values of many arrays one behind the other, which are copied once.
    static func buffer(joining arrays: [[Double]]) -> UnsafeMutableRawPointer? {
        let size = MemoryLayout<Double>.stride
        let memory = allocate(arrays.reduce(0) { $0 + $1.count } * size)
        var cursor = memory
        for array in arrays {
            array.withUnsafeBytes { bytes in
                if let begin = bytes.baseAddress {
                    cursor.copyMemory(from: begin, byteCount: bytes.count)
                }
            }
            cursor += array.count * size
        }
        return memory
    }

    // MARK: Memory

    /// A text that ends with 0, to be freed by `free`.
    static func text(_ text: String) -> UnsafeMutablePointer<CChar> {
        memory(Array(text.utf8) + [0]).assumingMemoryBound(to: CChar.self)
    }

    private static func pointers<Element>(
        _ elements: [Element]
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Element>?>? {
        guard !elements.isEmpty else { return nil }
        let pointers = elements.map { element -> UnsafeMutablePointer<Element>? in
            let pointer = allocate(MemoryLayout<Element>.stride).bindMemory(
                to: Element.self, capacity: 1)
            pointer.initialize(to: element)
            return pointer
        }
        return memory(pointers).assumingMemoryBound(to: UnsafeMutablePointer<Element>?.self)
    }

    private static func memory<Value: BitwiseCopyable>(
        _ values: [Value]
    ) -> UnsafeMutableRawPointer {
        let size = values.count * MemoryLayout<Value>.stride
        let memory = allocate(size)
        if size > 0 {
            values.withUnsafeBytes { bytes in
                if let begin = bytes.baseAddress { memory.copyMemory(from: begin, byteCount: size) }
            }
        }
        return memory
    }

    /// Never empty: some readers take a null for a mistake.
    private static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        guard let memory = malloc(max(size, 1)) else { fatalError("no memory is left") }
        return memory
    }
}

extension ArrowMemory {
    /// Gives memory of ``text(_:)`` back; nothing for nil.
    static func release(_ memory: UnsafeMutableRawPointer?) { free(memory) }
}
