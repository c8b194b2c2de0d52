/// The signals of a WFDB header that share one file.
struct WFDBSignalGroup {
    let fileName: String
    /// The indices among the header's signals.
    let signalIndices: Range<Int>

    /// - Throws: `badHeader` where lines of one file do not follow one another or disagree.
    static func groups(of header: WFDBHeader) throws(RecordingError) -> [WFDBSignalGroup] {
        var groups: [WFDBSignalGroup] = []
        var names: Set<String> = []
        var begin = 0
        while begin < header.signals.count {
            let first = header.signals[begin]
            let end =
                header.signals[begin...].firstIndex { $0.fileName != first.fileName }
                ?? header.signals.count
            if let fileName = first.fileName {
                guard names.insert(fileName).inserted else {
                    throw header.error(
                        "the signals of \(fileName) do not stand on lines that follow one another",
                        line: first.line)
                }
                let group = WFDBSignalGroup(fileName: fileName, signalIndices: begin..<end)
                try group.check(header)
                groups.append(group)
            }
            begin = end
        }
        return groups
    }

    private func check(_ header: WFDBHeader) throws(RecordingError) {
        let signals = header.signals[signalIndices]
        let first = signals[signalIndices.lowerBound]
        if let other = signals.first(where: { $0.format != first.format }) {
            throw header.error(
                "\(fileName) cannot be stored in format \(first.format) and in \(other.format)",
                line: other.line)
        }
        guard signals.reduce(0, { $0 + $1.samplesPerFrame }) <= WFDBSampleFile.frameSizeLimit else {
            throw header.error(
                "more than \(WFDBSampleFile.frameSizeLimit) samples a frame in \(fileName)",
                line: first.line)
        }
    }

    /// Returns the offset of the first sample of a signal in each frame.
    func sampleOffset(of index: Int, in header: WFDBHeader) -> Int {
        header.signals[signalIndices.lowerBound..<index].reduce(0) { $0 + $1.samplesPerFrame }
    }

    /// The file at its first sample.
    func open(_ header: WFDBHeader, _ folder: WFDBFolder) throws(RecordingError) -> WFDBSampleFile {
        var sampleOffset = 0
        return WFDBSampleFile(
            try content(header, folder),
            signalLayouts: signalIndices.map { index in
                defer { sampleOffset += header.signals[index].samplesPerFrame }
                return WFDBSampleFile.SignalLayout(
                    sampleOffset: sampleOffset,
                    samplesPerFrame: header.signals[index].samplesPerFrame,
                    lastValue: Int32(truncatingIfNeeded: header.signals[index].initialValue))
            })
    }

    private func content(
        _ header: WFDBHeader, _ folder: WFDBFolder
    ) throws(RecordingError) -> WFDBSampleFile.Content {
        let signals = header.signals[signalIndices]
        let first = header.signals[signalIndices.lowerBound]
        guard let format = WFDBCompressedFormat(rawValue: first.format) else {
            let format = try WFDBSampleFormat(number: first.format)
            var source = try folder.samples(fileName)
            try source.skip(first.byteOffset)
            return .packed(format, source)
        }
        if let other = signals.first(where: { $0.samplesPerFrame != first.samplesPerFrame }) {
            throw header.error(
                "the signals of \(fileName) are compressed with FLAC and must have the same samples "
                    + "a frame",
                line: other.line)
        }
        return .compressed(
            try WFDBCompressedSamples(
                try folder.samples(fileName), format: format, fileName: fileName,
                signalCount: signals.count, samplesPerSignalFrame: first.samplesPerFrame,
                // In a compressed file the offset counts samples.
                skipping: first.byteOffset))
    }
}

/// The files beside a header.
struct WFDBFolder {
    /// The header of a record, by its name.
    let header: (String) throws(RecordingError) -> WFDBHeader
    /// The bytes of a signal file, by its name.
    let samples: (String) throws(RecordingError) -> ByteSource
}
