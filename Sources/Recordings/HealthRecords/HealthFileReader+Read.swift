import RecordingFiles

extension HealthFileReader {
    /// Reads the whole file once, from its beginning to its end, and hands over each record as it comes.
    ///
    /// Memory does not grow with the file. A record that cannot be used is counted by its code, and the next one is
    /// read; where the file ends early or is damaged, what came before was handed over and the summary says so.
    ///
    /// - Throws: ``HealthFileError``; what the receiver throws ends the reading.
    package func read(into sink: inout some HealthSink) throws -> HealthFileSummary {
        switch content {
        case .export(let part): try read(part, into: &sink)
        case .fit(let parts): try readActivities(parts, into: &sink)
        }
    }

    private func read<Sink: HealthSink>(
        _ part: HealthFilePart, into sink: inout Sink
    ) throws -> HealthFileSummary {
        let reader = HealthElementReader(sink)
        defer { sink = reader.sink }
        let filter = ExportFilter(reader, skipsUnneededElements: options.skipsUnneededElements) {
            [unowned reader] in reader.reject(.badRecord)
        }
        var source = try openPart(part)
        var bytesRead: Int64 = 0
        let byteCount = source.byteCount.map(Int64.init)
        while case let block = try nextBlock(&source), !block.isEmpty {
            bytesRead += Int64(block.count)
            try filter.push(block)
            if let failure = reader.failure { throw failure }
            try reader.sink.progress(bytesRead: bytesRead, byteCount: byteCount)
        }
        guard filter.phase != .prologue else { throw ExportFilter.noExport }
        return HealthFileSummary(
            origin: .apple, exportDate: reader.exportDate,
            utcOffsetsMinutes: reader.writtenOffsets.sorted(),
            damageText: source.notices().first?.text
                ?? (filter.isComplete ? nil : Self.endsEarlyText),
            recordCount: reader.recordCount)
    }

    /// The text for an export whose last element is missing.
    private static let endsEarlyText = "the file ends before its end"

    /// Reads FIT files one after the other; one that cannot be read is counted, unless none can.
    private func readActivities(
        _ parts: [HealthFilePart], into sink: inout some HealthSink
    ) throws -> HealthFileSummary {
        var reader = FITWorkoutReader()
        var failure: HealthFileError?
        var readCount = 0
        for part in parts {
            do {
                let source = try openPart(part)
                let byteCount = parts.count == 1 ? source.byteCount.map(Int64.init) : nil
                let name = parts.count == 1 ? nil : part.name
                try reader.read(source, named: name, byteCount: byteCount, into: &sink)
                readCount += 1
            } catch let error as RecordingError {
                if case .badArchive(_, .limit) = error { throw HealthFileError(error) }
                failure = failure ?? HealthFileError(error)
                try sink.error(.badRecord)
            }
        }
        if let failure, readCount == 0 { throw failure }
        return reader.summary
    }

    func openPart(_ part: HealthFilePart) throws(HealthFileError) -> ByteSource {
        do throws(RecordingError) { return try part.open() } catch {
            throw HealthFileError(error)
        }
    }

    func nextBlock(
        _ source: inout ByteSource
    ) throws(HealthFileError) -> ArraySlice<UInt8> {
        do throws(RecordingError) { return try source.readBlock() } catch {
            throw HealthFileError(error)
        }
    }
}
