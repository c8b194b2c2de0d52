/// Reads FIT files from their bytes.
package enum FITFile {
    /// Reads each file of an input; several may follow one another.
    ///
    /// A file that does not say what it is continues the one before it: so watches append the beats
    /// that a strap hands over after a swim. Memory: one file of the input.
    ///
    /// - Parameter progress: called after each block with the bytes read so far.
    /// - Parameter receive: called for each file, in the order of the input, at least once.
    /// - Throws: `empty` and `unknownFormat` for what is no FIT file, and where reading fails. Damage
    ///   further on is no error: ``FITActivity/errors`` name it. What the receivers throw ends the reading.
    package static func read(
        _ source: ByteSource, progress: (Int64) throws -> Void = { _ in },
        receive: (FITActivity) throws -> Void
    ) throws {
        var source = source
        var reading = FITActivityReader()
        var readCount: Int64 = 0
        while case let block = try source.readBlock(), !block.isEmpty {
            try reading.consume(block)
            readCount += Int64(block.count)
            for activity in reading.drainFinished() { try receive(activity) }
            try progress(readCount)
        }
        for activity in try reading.finish() { try receive(activity) }
    }

    /// All files of an input at once.
    package static func activities(_ source: ByteSource) throws -> [FITActivity] {
        var activities: [FITActivity] = []
        try read(source) { activities.append($0) }
        return activities
    }
}

/// Makes activities of the bytes of an input, as they come.
struct FITActivityReader {
    private var decoder = FITDecoder()
    private var state = State()

    /// The result of the messages so far.
    private struct State {
        /// Nil before the first file.
        var builder: FITActivityBuilder?
        /// Files that are over and were not asked for yet.
        var finished: [FITActivity] = []
        /// True if a file has begun that has no message so far.
        var awaitsFirstMessage = false

        mutating func handle(_ event: FITDecoder.Event) {
            switch event {
            case .fileBegins:
                awaitsFirstMessage = builder != nil
                if builder == nil { builder = FITActivityBuilder() }
            case .message(let message):
                if awaitsFirstMessage, message.number == FITActivityBuilder.firstMessageNumber {
                    finishActivity()
                    builder = FITActivityBuilder()
                }
                awaitsFirstMessage = false
                builder?.add(message)
            case .error(let error): builder?.add(error)
            }
        }

        mutating func finishActivity() {
            if let activity = builder?.finish() { finished.append(activity) }
            builder = nil
        }
    }

    /// Takes the next bytes.
    mutating func consume(_ block: ArraySlice<UInt8>) throws(RecordingError) {
        // Moved out, so that nothing of it is copied.
        var currentState = state
        state = State()
        defer { state = currentState }
        try decoder.push(block) { currentState.handle($0) }
    }

    /// Returns the contents of the files that are over, in their order; each is handed out once.
    mutating func drainFinished() -> [FITActivity] {
        defer { state.finished = [] }
        return state.finished
    }

    /// Returns the contents of the files that were not handed out, after the last byte.
    mutating func finish() throws(RecordingError) -> [FITActivity] {
        var finalState = state
        state = State()
        try decoder.finish { finalState.handle($0) }
        finalState.finishActivity()
        return finalState.finished
    }
}
