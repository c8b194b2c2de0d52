import PhysioTypes
import Testing

@testable import RecordingFiles

/// A folder in memory with the files of WFDB records.
struct WFDBTestFolder {
    var files: [String: [UInt8]] = [:]
    /// Bytes that a signal file hands over at a time.
    var step = 65_536

    /// The result of one signal, gaps filled with NaN.
    struct Signal: Equatable {
        var samples: [Double] = []
        /// The starts of the pieces that do not follow the one before.
        var jumps: [Int] = []

        /// NaN equals NaN.
        static func == (a: Signal, b: Signal) -> Bool {
            a.jumps == b.jumps
                && a.samples.map(WFDBTestFolder.bits) == b.samples.map(WFDBTestFolder.bits)
        }
    }

    init(_ texts: [String: String] = [:], samples: [String: [UInt8]] = [:]) {
        for (name, text) in texts { files[name] = Array(text.utf8) }
        files.merge(samples) { $1 }
    }

    /// The pattern of a value, the same for all that are not a number.
    static func bits(_ value: Double) -> UInt64 {
        value.isNaN ? 0x7FF8_0000_0000_0000 : value.bitPattern
    }

    /// Little-endian words.
    static func words(_ values: [Int]) -> [UInt8] {
        values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    func open(_ name: String) throws(RecordingError) -> WFDBSignals {
        let folder = WFDBFolder(
            header: { name throws(RecordingError) in try header(name) },
            samples: { name throws(RecordingError) in
                guard let bytes = files[name] else { throw .missingCompanion(name) }
                return source(bytes)
            })
        return try WFDBSignals(try header(name), folder)
    }

    private func header(_ name: String) throws(RecordingError) -> WFDBHeader {
        guard let bytes = files[name + ".hea"] else { throw .missingCompanion(name) }
        return try WFDBHeader(bytes)
    }

    private func source(_ bytes: [UInt8]) -> ByteSource {
        var position = 0
        return ByteSource(byteCount: bytes.count) { () throws(RecordingError) -> [UInt8] in
            let block = bytes[position..<min(bytes.count, position + step)]
            position = block.endIndex
            return Array(block)
        }
    }

    /// Everything that follows; checks what the reader promises of its blocks.
    static func readAll(_ signals: inout WFDBSignals, count: Int) throws(RecordingError) -> [Signal]
    {
        var all = [Signal](repeating: Signal(), count: count)
        while let block = try signals.nextBlock() {
            #expect(block.pieces.count == count)
            #expect(block.pieces.contains { !$0.samples.isEmpty })
            for (slot, piece) in block.pieces.enumerated() {
                let end = all[slot].samples.count
                #expect(piece.firstSample >= end)
                guard !piece.samples.isEmpty, piece.firstSample < 1 << 24 else { continue }
                if piece.firstSample > end {
                    all[slot].jumps.append(piece.firstSample)
                    all[slot].samples += [Double](repeating: .nan, count: piece.firstSample - end)
                }
                all[slot].samples += piece.samples
            }
        }
        return all
    }

    /// The signals of a record, and its notices.
    func read(_ name: String) throws(RecordingError) -> (signals: [Signal], notices: [Notice]) {
        var signals = try open(name)
        let count = signals.signals.count
        return (try Self.readAll(&signals, count: count), signals.notices)
    }

    /// The error that opening or reading ends with.
    func failure(_ name: String) -> RecordingError? {
        do throws(RecordingError) {
            _ = try read(name)
            return nil
        } catch {
            return error
        }
    }

    func code(_ name: String) -> String? { failure(name)?.code }
}
