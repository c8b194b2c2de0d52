import PhysioTypes

/// Reads a MATLAB file of version 4 to 7: a series of R-R intervals, or an ECG with its rate.
///
/// Names decide where a variable has one that is known, as in a table; vectors of one length stand
/// beside one another as its columns do. Otherwise a file whose rate is known holds a signal, and one
/// without a rate is judged by its values.
enum MATDocument: DocumentFormat {
    static let formats = [
        RecordingFormat(
            name: "matlab",
            summary: "MATLAB .mat up to version 7: R-R intervals, or an ECG with its rate")
    ]
    static let fileExtensions = ["mat"]

    /// Largest table of intervals; values.
    private static let tableValueLimit = 1 << 22
    /// More columns are no table.
    private static let columnLimit = 64

    static func probe(_ head: InputHead) -> Bool {
        head.start.hasPrefix(text: MATFile.magic) || MATHeader4(head.start) != nil
    }

    static func open(
        _ input: SignalInput, wantsSignals: Bool
    ) throws(RecordingError) -> DocumentContent {
        let bytes = try DocumentBytes.all(input.source)
        let file = try MATFile(bytes)
        let notices = input.source.notices() + file.notices
        let arrays = file.variables.filter { ($0.array?.count ?? 0) > 1 }
        guard !arrays.isEmpty else {
            throw .unknownFormat(
                "the MATLAB file holds no array of numbers (\(list(file.variables)))", line: nil)
        }
        func signals() throws(RecordingError) -> DocumentContent {
            let variables = try MATSignals.variables(file)
            let rate = try MATRate(file, input, length: variables[0].array?.length ?? 0)
            return .signals(
                try MATSignals(
                    file, variables, rate, notices: notices,
                    isForced: input.options.format == RecordingFormat.signalText))
        }
        if wantsSignals || input.options.format == RecordingFormat.signalText {
            return try signals()
        }
        if let beats = try beats(arrays, column: input.options.text.column) {
            return .table(table(beats, stated: try? MATRate.stated(file), notices))
        }
        let isSignal = arrays.contains { kind($0) == .signal || MATSignals.isECG($0) }
        let rateHz = try MATRate.statedRateHz(file, input)
        if isSignal || rateHz != nil { return try signals() }
        let vectors = arrays.filter { $0.array?.isVector == true }
        let columns = vectors.count == arrays.count ? vectors : arrays
        guard columns.count == 1 || vectors.count == arrays.count,
            Set(columns.map { $0.array?.length }).count == 1, size(columns) <= tableValueLimit
        else {
            throw .ambiguous(
                "no variable is named as R-R intervals or an ECG are (\(list(arrays))): name the one of "
                    + "the intervals with --column, or say --rate HZ for samples")
        }
        return .table(table(columns, stated: nil, notices))
    }

    // MARK: What the variables are

    /// The kind of the values that a name means, by itself or with that of the structure around it:
    /// `rr.data`.
    static func kind(_ variable: MATVariable) -> TableColumn.Kind? {
        // In other languages the word is a date.
        if !isNamedData(variable), let kind = HeaderVocabulary.kind(HeaderWords(variable.name)) {
            return kind
        }
        let names = variable.path.split(separator: ".").suffix(2)
        let kind = HeaderVocabulary.kind(HeaderWords(names.joined(separator: " ")))
        return kind == .time ? nil : kind
    }

    private static func isNamedData(_ variable: MATVariable) -> Bool {
        variable.name.lowercased() == "data"
    }

    /// The variables that make the table of beats: the named ones and what is as long as they are.
    ///
    /// - Returns: nil where no name means beats.
    private static func beats(
        _ arrays: [MATVariable], column: String?
    ) throws(RecordingError) -> [MATVariable]? {
        let named = [TableColumn.Kind.interval, .beatTime, .peakPosition].lazy
            .map { wanted in arrays.filter { kind($0) == wanted } }.first { !$0.isEmpty }
        let asked = column.flatMap { column in
            arrays.first { $0.path.lowercased() == column.lowercased() }
                ?? arrays.first { $0.name.lowercased() == column.lowercased() }
        }
        guard let chosen = asked.map({ [$0] }) ?? named, let first = chosen.first?.array else {
            return nil
        }
        guard Set(chosen.map { $0.array?.length }).count == 1 else {
            let paths = chosen.map(\.path)
            throw .ambiguous(
                "\(chosen.count) variables hold beats (\(list(chosen))): choose one with --column, "
                    + "such as --column \(paths[0])")
        }
        guard first.width <= columnLimit, size(chosen) <= tableValueLimit else {
            throw .unknownFormat(
                "\(chosen[0].path) has more values than a recording has beats", line: nil)
        }
        guard first.isVector else { return [chosen[0]] }
        let parallelVectors = arrays.filter {
            guard let array = $0.array else { return false }
            return array.isVector && array.length == first.length
        }
        guard parallelVectors.count <= columnLimit, size(parallelVectors) <= tableValueLimit else {
            return chosen
        }
        // The column of intervals is found by its name, which another variable may have as well.
        return asked == nil
            ? parallelVectors : parallelVectors.filter { $0.path == chosen[0].path || isTime($0) }
    }

    private static func isTime(_ variable: MATVariable) -> Bool { kind(variable) == .time }

    private static func size(_ variables: [MATVariable]) -> Int {
        variables.reduce(0) { $0 + ($1.array?.count ?? 0) }
    }

    /// `x 1 by 400, info a structure`; a long list is cut.
    private static func list(_ variables: [MATVariable]) -> String {
        let descriptions = variables.prefix(8).map { variable in
            switch variable.value {
            case .numbers(let array):
                "\(variable.path) \(array.rowCount) by \(array.columnCount)"
            case .texts: "\(variable.path) text"
            case .other(let description): "\(variable.path) \(description)"
            }
        }
        return descriptions.joined(separator: ", ")
            + (variables.count > descriptions.count ? ", ..." : "")
    }

    // MARK: Table

    /// The rows of vectors, or of one matrix, as text.
    private static func table(
        _ variables: [MATVariable], stated rateHz: Double?, _ notices: [Notice]
    ) -> ByteSource {
        var text = rateHz.map { "# Fs = \($0)\n" } ?? ""
        let arrays = variables.compactMap(\.array)
        if arrays.count > 1 || arrays[0].isVector {
            let names = variables.map { isNamedData($0) ? "" : $0.name }
            text += names.joined(separator: "\t") + "\n"
        }
        for row in 0..<arrays[0].length {
            for (column, array) in arrays.enumerated() {
                for channel in 0..<array.width {
                    if column + channel > 0 { text += "\t" }
                    text += array.text(array.index(row, channel))
                }
            }
            text += "\n"
        }
        return ByteSource(Array(text.utf8), notices: notices)
    }
}
