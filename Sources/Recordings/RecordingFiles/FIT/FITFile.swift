/// Reads FIT files from their bytes.
package enum FITFile {
    /// What each file of an input holds; several may follow one another.
    ///
    /// A file that does not say what it is continues the one before it: so watches append the beats
    /// that a strap hands over after a swim.
    ///
    /// - Parameter progress: called after each block with the bytes read so far.
    /// - Returns: in the order of the input; at least one.
    /// - Throws: `empty` and `unknownFormat` for what is no FIT file, and where reading fails. Damage
    ///   further on is no error: ``FITActivity/faults`` name it.
    package static func activities(
        _ source: ByteSource, progress: (Int64) throws -> Void = { _ in }
    ) throws -> [FITActivity] {
        var source = source
        var reading = FITReading()
        var readCount: Int64 = 0
        while case let block = try source.takeBlock(), !block.isEmpty {
            try reading.consume(block)
            readCount += Int64(block.count)
            try progress(readCount)
        }
        return try reading.finish()
    }
}

/// Makes activities of the bytes of an input, as they come.
struct FITReading {
    private var decoder = FITDecoder()
    private var builders: [FITActivityBuilder] = []
    /// Whether a file has begun that has no message so far.
    private var hasBegun = false

    /// Takes the next bytes.
    mutating func consume(_ block: ArraySlice<UInt8>) throws(RecordingError) {
        var moved = moveBuilders()
        defer { (builders, hasBegun) = moved }
        try decoder.push(block) { Self.take($0, &moved) }
    }

    /// What each file holds, after the last byte; at least one.
    mutating func finish() throws(RecordingError) -> [FITActivity] {
        var moved = moveBuilders()
        try decoder.finish { Self.take($0, &moved) }
        return moved.builders.map { $0.finish() }
    }

    /// Moves the builders out, so that nothing of them is copied.
    private mutating func moveBuilders() -> Moved {
        let moved = (builders, hasBegun)
        builders = []
        return moved
    }

    private typealias Moved = (builders: [FITActivityBuilder], hasBegun: Bool)

    private static func take(_ event: FITDecoder.Event, _ moved: inout Moved) {
        switch event {
        case .fileBegins:
            moved.hasBegun = !moved.builders.isEmpty
            if moved.builders.isEmpty { moved.builders.append(FITActivityBuilder()) }
        case .message(let message):
            if moved.hasBegun, message.number == FITActivityBuilder.firstMessage {
                moved.builders.append(FITActivityBuilder())
            }
            moved.hasBegun = false
            moved.builders[moved.builders.count - 1].take(message)
        case .fault(let fault): moved.builders[moved.builders.count - 1].take(fault)
        }
    }
}
