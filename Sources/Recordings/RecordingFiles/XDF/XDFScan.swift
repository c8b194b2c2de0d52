import PhysioTypes

/// The content of an XDF file: its streams, the times of their samples, and the rows of the streams
/// of R-R intervals.
struct XDFScan {
    /// A stream and what is known of its samples.
    struct StreamContent {
        let stream: XDFStream
        fileprivate(set) var sampleCount = 0
        /// Times of the first samples; s; NaN where one has none of its own.
        fileprivate(set) var times: [Double] = []
        /// Time of the first and of the last sample that has one; s.
        fileprivate(set) var first: Double?
        fileprivate(set) var last: (index: Int, seconds: Double)?
        /// The offsets that turn its times into those of the computer that recorded, when added; s.
        fileprivate var clockOffsets: [Double] = []
        /// Intervals with their times.
        fileprivate(set) var table = RRTable()

        fileprivate init(_ stream: XDFStream) { self.stream = stream }

        /// The offset that is added to the stream's times to compare them with those of others; s.
        var clockOffset: Double {
            clockOffsets.isEmpty ? 0 : clockOffsets.sorted()[clockOffsets.count / 2]
        }
    }

    /// The streams with their numbers, in the order of their headers.
    private(set) var streams: [(id: UInt32, content: StreamContent)] = []
    private(set) var notices: [Notice] = []

    private static let maxStreamCount = 4096
    /// Times by which a rate is found.
    private static let maxTimeCount = 1 << 17
    /// Beats of a recording.
    private static let maxRowCount = 1 << 24

    /// - Parameter source: at the first byte of the file.
    /// - Throws: where not one stream is described.
    init(_ source: ByteSource) throws(RecordingError) {
        var chunks = XDFChunks(source)
        var indices: [UInt32: Int] = [:]
        var badHeaderCount = 0
        while let chunk = try chunks.next() {
            switch chunk.tag {
            case XDFChunks.Tag.streamHeader:
                guard indices[chunk.stream] == nil, streams.count < Self.maxStreamCount,
                    let stream = XDFStream(chunk.content)
                else {
                    badHeaderCount += 1
                    continue
                }
                indices[chunk.stream] = streams.count
                streams.append((chunk.stream, StreamContent(stream)))
            case XDFChunks.Tag.samples:
                guard let index = indices[chunk.stream] else { continue }
                try streams[index].content.add(chunk.content, rowLimit: Self.maxRowCount)
            case XDFChunks.Tag.clockOffset:
                guard let index = indices[chunk.stream], chunk.content.count >= 16 else { continue }
                let offset = NumberType.float64.value(
                    chunk.content, at: chunk.content.startIndex + 8)
                if offset.isFinite { streams[index].content.clockOffsets.append(offset) }
            default: break
            }
        }
        if badHeaderCount > 0 {
            note(
                "xdf_stream",
                "streams whose description cannot be read: \(badHeaderCount): left out")
        }
        if chunks.isDamaged {
            note("xdf_damaged", "the file is damaged or ends early: what comes before that is used")
        }
        guard streams.isEmpty else { return }
        throw .unknownFormat(
            "the XDF file describes no stream that can be read: copy it again", line: nil)
    }

    private mutating func note(_ code: String, _ text: String) {
        notices.append(Notice(.warning, code: code, text))
    }
}

extension XDFScan.StreamContent {
    fileprivate mutating func add(
        _ content: ArraySlice<UInt8>, rowLimit: Int
    ) throws(RecordingError) {
        var samples = XDFSamples(content, of: stream)
        let interval = stream.intervalChannel
        while let sample = samples.next() {
            if sample.seconds.isFinite {
                if first == nil { first = sample.seconds }
                last = (sampleCount, sample.seconds)
            }
            if let interval {
                guard table.count < rowLimit else {
                    throw .unknownFormat(
                        "\(stream.name) has more values than a recording has beats", line: nil)
                }
                addRow(sample, interval)
            } else if times.count < XDFScan.maxTimeCount {
                times.append(sample.seconds.isFinite ? sample.seconds : .nan)
            }
            sampleCount += 1
        }
    }

    private mutating func addRow(_ sample: XDFSamples.Sample, _ channel: Int) {
        let number: DecimalNumber?
        if let type = stream.type {
            let value = type.value(
                sample.values, at: sample.values.startIndex + channel * type.byteCount)
            number = DecimalNumber(Array(type.text(value).utf8)[...])
        } else {
            let texts = XDFSamples.texts(sample.values)
            number = channel < texts.count ? DecimalNumber(TextLine.trimmed(texts[channel])) : nil
        }
        guard let number else { return table.breakChain() }
        let time =
            sample.seconds.isFinite
            ? DecimalNumber(Array("\(sample.seconds)".utf8)[...]) : nil
        table.append(number, line: sampleCount + 1, time: time, hasTimeColumn: true)
    }
}
