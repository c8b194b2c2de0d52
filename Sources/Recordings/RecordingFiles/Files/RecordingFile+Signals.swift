extension RecordingFile {
    /// The signals of the recording at `path`: a file, or a WFDB record by any of its names.
    ///
    /// - Throws: every case of ``RecordingError``; `noSignal` for a format of beats only.
    public static func openSignals(
        path: String, options: Options = Options()
    ) throws(RecordingError) -> SignalReader {
        let name = InputName(path)
        if let record = record(name.path, options) {
            try name.checkHasNoPart()
            return SignalReader(try record.openSignals())
        }
        var (input, part) = try opened(name, options)
        try part.checkHasNoPart()
        return SignalReader(try input.signals())
    }

    /// The signals on standard input.
    public static func openStandardInputSignals(
        options: Options = Options()
    ) throws(RecordingError) -> SignalReader {
        var input = try OpenedInput(
            SequentialFile.standardInput.source(), fileName: nil, options: options)
        return SignalReader(try input.signals())
    }

    // MARK: Inputs

    /// The WFDB record that a path names; nil where it names none.
    static func record(_ path: String, _ options: Options) -> WFDBRecordFiles? {
        WFDBRecordFiles(path: path, isForced: options.format == RecordingFormat.wfdb)
    }

    /// The input that a name means, a file that is no WFDB record or one in an archive, and the name
    /// of it, which may still mean a part.
    static func opened(
        _ name: InputName, _ options: Options
    ) throws(RecordingError) -> (input: OpenedInput, name: InputName) {
        guard let archive = try RecordingArchive(name.path) else {
            let input = try OpenedInput(
                source(path: name.path), fileName: FilePath.name(of: name.path), options: options)
            return (input, name)
        }
        let (member, rest) =
            if let part = name.part {
                try archive.member(part)
            } else {
                (try archive.onlyMember(), nil)
            }
        let input = try OpenedInput(
            archive.open(member), fileName: member.fileName, options: options)
        return (input, InputName(path: archive.name(of: member), part: rest))
    }
}
