extension RecordingFile {
    /// The signals of the recording at `path`: a file, or a WFDB record by any of its names.
    ///
    /// - Throws: every case of ``RecordingError``; `noSignal` for a format of beats only.
    public static func openSignals(
        path: String, options: Options = Options()
    ) throws(RecordingError) -> SignalReader {
        let name = InputName(path)
        if let record = try record(name, options) {
            return SignalReader(try record.openSignals(), options)
        }
        var (input, _) = try opened(name, options)
        return SignalReader(try input.signals(), options)
    }

    /// The signals on standard input.
    public static func openStandardInputSignals(
        options: Options = Options()
    ) throws(RecordingError) -> SignalReader {
        var input = try OpenedInput(
            SequentialFile.standardInput.source(), fileName: nil, options: options)
        return SignalReader(try input.signals(), options)
    }

    // MARK: Inputs

    /// The WFDB record that a path names; nil where it names none.
    ///
    /// - Throws: where the name means a part of one record.
    static func record(
        _ name: InputName, _ options: Options
    ) throws(RecordingError) -> WFDBRecordFiles? {
        let isForced = options.format == RecordingFormat.wfdb
        if let record = WFDBRecordFiles(path: name.path, isForced: isForced) {
            try name.checkHasNoPart()
            return record
        }
        guard let archive = try RecordingArchive(name.path) else { return nil }
        guard let part = name.part else { return archive.onlyRecord }
        return archive.record(part)
    }

    /// The input that a name means, a file that is no WFDB record or one in an archive, and the name
    /// of it, which may still mean a part.
    static func opened(
        _ name: InputName, _ options: Options
    ) throws(RecordingError) -> (input: OpenedInput, name: InputName) {
        guard let archive = try RecordingArchive(name.path) else {
            let input = try OpenedInput(
                source(path: name.path), fileName: FilePath.name(of: name.path), options: options,
                part: name.part)
            return (input, name)
        }
        let (member, rest) =
            if let part = name.part {
                try archive.member(part)
            } else {
                (try archive.onlyMember(), nil)
            }
        let input = try OpenedInput(
            archive.open(member), fileName: member.fileName, options: options, part: rest)
        return (input, InputName(path: archive.name(of: member), part: rest))
    }
}
