@testable import RecordingFiles

extension FuzzTarget {
    // Any bytes as a file of signals: each format has a corpus of its own, so that the fuzzer gets
    // past every kind of beginning.
    static let edf = signals("edf")
    static let bdf = signals("bdf")
    static let ishne = signals("ishne")
    static let signalText = signals("signal-text")
    static let gzip = signals("gzip")
    static let matlab = signals("matlab")
    static let xdf = signals("xdf")
    static let workbook = signals("workbook")

    /// Inputs of odd length come as from a pipe, whose length is unknown.
    private static func signals(_ name: String) -> FuzzTarget {
        FuzzTarget(name: name) { bytes in
            var options = RecordingFile.Options()
            options.rateHz = bytes.count % 4 < 2 ? nil : 250
            do throws(RecordingError) {
                var input = try OpenedInput(
                    bytes.count % 2 == 0 ? ByteSource(bytes) : pipe(bytes), fileName: nil,
                    options: options)
                var decoder = try input.signals()
                try drain(&decoder)
            } catch {
                precondition(!error.text.isEmpty)
            }
        }
    }

    static func pipe(_ bytes: [UInt8]) -> ByteSource {
        var rest = bytes[...]
        return ByteSource { () throws(RecordingError) -> [UInt8] in
            defer { rest = rest.dropFirst(512) }
            return Array(rest.prefix(512))
        }
    }

    /// A record may name a segment, and so its samples, many times: no more are read.
    private static let sampleLimit = 1 << 20
    private static let blockLimit = 1 << 9
    /// A header may state thousands; `hrv` reads one.
    private static let signalLimit = 16

    /// Reads to the end; blocks must follow one another and hold something, within the time that
    /// a recording can span.
    static func drain(_ decoder: inout any SignalDecoder) throws(RecordingError) {
        decoder.choose(Array(decoder.signals.indices.prefix(signalLimit)))
        let signals = Array(decoder.signals.prefix(signalLimit))
        var ends = [Int](repeating: 0, count: signals.count)
        var count = 0
        var blockCount = 0
        while count < sampleLimit, blockCount < blockLimit, let block = try decoder.nextBlock() {
            blockCount += 1
            count += block.pieces.reduce(0) { $0 + $1.samples.count }
            precondition(block.pieces.contains { !$0.samples.isEmpty })
            for (index, piece) in block.pieces.enumerated() where !piece.samples.isEmpty {
                precondition(piece.firstSample >= ends[index])
                ends[index] = piece.firstSample + piece.samples.count
            }
        }
        for (signal, end) in Swift.zip(signals, ends) {
            precondition(RecordingLimits.rateRangeHz.contains(signal.sampleRateHz))
            let seconds = Double(end) / signal.sampleRateHz
            precondition(seconds <= 1.1 * RecordingLimits.maxDurationSeconds)
        }
        precondition(decoder.notices.allSatisfy { !$0.text.isEmpty })
    }
}
