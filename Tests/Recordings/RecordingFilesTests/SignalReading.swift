import PhysioTypes

@testable import RecordingFiles

/// Reads signals from bytes as the tests of every format do.
enum SignalReading {
    /// All of a recording: samples with NaN where something is missing, and what goes with them.
    struct Result {
        let reader: SignalReader
        let signals: [[Double]]
        /// The starts of the pieces that do not follow the piece before, of the first signal.
        let gapStarts: [Int]
    }

    /// The bytes in blocks of unequal sizes, as a pipe hands them over.
    static func pipe(_ bytes: [UInt8]) -> ByteSource {
        var position = 0
        var size = 1
        return ByteSource { () throws(RecordingError) -> [UInt8] in
            let end = min(bytes.count, position + size)
            defer {
                position = end
                size = size * 7 % 1009 + 1
            }
            return Array(bytes[position..<end])
        }
    }

    static func open(
        _ source: ByteSource, options: RecordingFile.Options = .init()
    ) throws(RecordingError) -> SignalReader {
        var input = try OpenedInput(source, fileName: nil, options: options)
        return SignalReader(try input.signals(), options)
    }

    static func read(
        _ source: ByteSource, options: RecordingFile.Options = .init(), choose: [Int]? = nil
    ) throws(RecordingError) -> Result {
        try read(open(source, options: options), choose: choose)
    }

    static func read(
        _ opened: SignalReader, choose: [Int]? = nil
    ) throws(RecordingError) -> Result {
        var reader = opened
        if let choose { reader.choose(choose) }
        var signals = [[Double]](repeating: [], count: choose?.count ?? reader.signals.count)
        var gapStarts: [Int] = []
        while let block = try reader.nextBlock() {
            for (index, piece) in block.pieces.enumerated() {
                let missing = piece.firstSample - signals[index].count
                precondition(missing >= 0, "a piece goes back")
                if missing > 0, index == 0 { gapStarts.append(piece.firstSample) }
                guard missing < 1 << 22 else { continue }
                signals[index] += [Double](repeating: .nan, count: missing) + piece.samples
            }
        }
        return Result(reader: reader, signals: signals, gapStarts: gapStarts)
    }

    static func read(
        _ text: String, rateHz: Double? = nil, decimal: RRTextOptions.DecimalMark? = nil
    ) throws(RecordingError) -> Result {
        var options = RecordingFile.Options()
        options.rateHz = rateHz
        options.text.decimalMark = decimal
        return try read(ByteSource(Array(text.utf8)), options: options)
    }

    static func failure(_ bytes: [UInt8], rateHz: Double? = nil) -> RecordingError? {
        var options = RecordingFile.Options()
        options.rateHz = rateHz
        do throws(RecordingError) {
            _ = try read(ByteSource(bytes), options: options)
            return nil
        } catch {
            return error
        }
    }

    /// Compares two signals: the same numbers at the same indices, NaN where NaN is.
    static func areSame(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
    }
}
