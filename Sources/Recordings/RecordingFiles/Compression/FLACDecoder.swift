#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The samples of a FLAC stream, decoded by the system's libFLAC.
///
/// The library is opened when the first such stream is read: no build needs it, and a command that
/// reads none does not load it. Memory: one frame of the stream.
///
/// - SeeAlso: RFC 9639; "FLAC API documentation", xiph.org, `stream_decoder.h`.
final class FLACDecoder {
    /// True if libFLAC is installed.
    static var isAvailable: Bool { FLACLibrary.shared != nil }

    /// The number of channels of the last decoded frame.
    private(set) var channelCount = 0
    /// Bits of a sample in the last decoded frame.
    private(set) var bitsPerSample = 0
    /// The samples of the last decoded frame, one array a channel.
    private(set) var channels: [[Int32]] = []

    private let library: FLACLibrary
    // libFLAC keeps the address of its state.
    private let decoder: OpaquePointer
    private var source: ByteSource
    private var readError: RecordingError?
    private var isInputAtEnd = false
    private var hasFrame = false
    private var isDamaged = false

    /// - Parameter source: at the first byte of the stream.
    /// - Throws: `unknownFormat` where the library is not installed.
    init(_ source: ByteSource) throws(RecordingError) {
        guard let library = FLACLibrary.shared, let decoder = library.new() else {
            throw .unknownFormat(
                "the samples are compressed with FLAC: install libFLAC (Debian: libflac12, "
                    + "macOS: brew install flac), or convert the record to format 16 with xform",
                line: nil)
        }
        self.library = library
        self.decoder = decoder
        self.source = source
        let status = library.initialize(
            decoder,
            { _, bytes, count, context in FLACDecoder.at(context).supply(bytes, count) },
            nil, nil, nil, nil,
            { _, frame, samples, context in FLACDecoder.at(context).store(frame, samples) },
            nil,
            { _, _, context in FLACDecoder.at(context).isDamaged = true },
            Unmanaged.passUnretained(self).toOpaque())
        precondition(status == 0, "libFLAC refuses its callbacks")
    }

    deinit { library.delete(decoder) }

    /// Decodes the next frame into ``channels``.
    ///
    /// - Returns: false after the last frame. A stream that is cut ends with its last whole frame.
    /// - Throws: `unknownFormat` for a damaged stream; what the source throws.
    func nextFrame() throws(RecordingError) -> Bool {
        hasFrame = false
        while !hasFrame {
            let isRunning = library.processSingle(decoder) != 0
            if let readError { throw readError }
            if hasFrame { break }
            if isInputAtEnd && (isDamaged || library.state(decoder) == FLACLibrary.endOfStreamState)
            {
                return false
            }
            guard isRunning, !isDamaged else {
                throw .unknownFormat("the FLAC stream is damaged, or it is none", line: nil)
            }
        }
        return true
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> FLACDecoder {
        guard let context else { preconditionFailure("libFLAC lost the decoder") }
        return Unmanaged<FLACDecoder>.fromOpaque(context).takeUnretainedValue()
    }

    /// Hands the next bytes over; the values are libFLAC's: 0 continue, 1 end, 2 stop.
    private func supply(
        _ bytes: UnsafeMutablePointer<UInt8>?, _ count: UnsafeMutablePointer<Int>?
    ) -> Int32 {
        guard let bytes, let count else { return 2 }
        do throws(RecordingError) {
            let block = try source.read(min(count.pointee, RecordingFile.blockSize))
            block.withUnsafeBufferPointer { block in
                if let first = block.baseAddress { bytes.update(from: first, count: block.count) }
            }
            count.pointee = block.count
            isInputAtEnd = block.isEmpty
            return block.isEmpty ? 1 : 0
        } catch {
            readError = error
            count.pointee = 0
            return 2
        }
    }

    /// Takes a decoded frame over; the values are libFLAC's: 0 continue, 1 stop.
    private func store(
        _ frame: UnsafeRawPointer?, _ samples: UnsafePointer<UnsafePointer<Int32>?>?
    ) -> Int32 {
        guard let header = frame?.load(as: FLACLibrary.FrameHeader.self), let samples else {
            return 1
        }
        channelCount = Int(header.channelCount)
        bitsPerSample = Int(header.bitsPerSample)
        channels = (0..<channelCount).map {
            Array(UnsafeBufferPointer(start: samples[$0], count: Int(header.blockSize)))
        }
        hasFrame = true
        return 0
    }
}

/// The functions of libFLAC that decoding needs, found in the shared library.
private struct FLACLibrary: Sendable {
    /// The beginning of libFLAC's `FLAC__Frame`; the same since libFLAC 1.1.
    struct FrameHeader {
        let blockSize: UInt32
        let sampleRateHz: UInt32
        let channelCount: UInt32
        let channelAssignment: UInt32
        let bitsPerSample: UInt32
    }

    typealias ReadCallback =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?,
            UnsafeMutableRawPointer?
        ) -> Int32
    typealias WriteCallback =
        @convention(c) (
            OpaquePointer?, UnsafeRawPointer?, UnsafePointer<UnsafePointer<Int32>?>?,
            UnsafeMutableRawPointer?
        ) -> Int32
    typealias ErrorCallback =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutableRawPointer?) -> Void
    typealias UnusedCallback = @convention(c) () -> Void

    /// The value of `FLAC__STREAM_DECODER_END_OF_STREAM`.
    static let endOfStreamState: Int32 = 4
    /// The library; nil where it is not installed.
    static let shared = FLACLibrary()

    let new: @convention(c) () -> OpaquePointer?
    let delete: @convention(c) (OpaquePointer) -> Void
    let initialize:
        @convention(c) (
            OpaquePointer, ReadCallback, UnusedCallback?, UnusedCallback?, UnusedCallback?,
            UnusedCallback?, WriteCallback, UnusedCallback?, ErrorCallback,
            UnsafeMutableRawPointer
        ) -> Int32
    let processSingle: @convention(c) (OpaquePointer) -> Int32
    let state: @convention(c) (OpaquePointer) -> Int32

    private init?() {
        let names = [
            "libFLAC.so.14", "libFLAC.so.12", "libFLAC.so.8", "libFLAC.dylib",
            "/opt/homebrew/lib/libFLAC.dylib", "/usr/local/lib/libFLAC.dylib",
        ]
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
            return nil
        }
        func function<Function>(_ name: String, as type: Function.Type) -> Function? {
            dlsym(library, "FLAC__stream_decoder_" + name).map { unsafeBitCast($0, to: type) }
        }
        guard let new = function("new", as: (@convention(c) () -> OpaquePointer?).self),
            let delete = function("delete", as: (@convention(c) (OpaquePointer) -> Void).self),
            let initialize = function(
                "init_stream",
                as: (@convention(c) (
                    OpaquePointer, ReadCallback, UnusedCallback?, UnusedCallback?, UnusedCallback?,
                    UnusedCallback?, WriteCallback, UnusedCallback?,
                    ErrorCallback, UnsafeMutableRawPointer
                ) -> Int32).self),
            let processSingle = function(
                "process_single", as: (@convention(c) (OpaquePointer) -> Int32).self),
            let state = function(
                "get_state", as: (@convention(c) (OpaquePointer) -> Int32).self)
        else { return nil }
        self.new = new
        self.delete = delete
        self.initialize = initialize
        self.processSingle = processSingle
        self.state = state
    }
}
