/// The rate of the samples of a MATLAB file.
struct MATRate {
    let rateHz: Double
    /// `--rate`, `stated`, `file name` or `time column`.
    let origin: String

    private static let words: Set<String> = [
        "fs", "sf", "sr", "hz", "srate", "fsamp", "fsample", "sfreq", "samprate",
    ]
    private static let names = [
        "samplingrate", "samplerate", "samplingfrequency", "samplefrequency", "samplingfreq",
        "samplefreq", "frequency", "freq", "rate", "abtastrate",
    ]

    /// - Parameter length: of the signals; samples.
    /// - Throws: `ambiguous` where nothing states the rate.
    init(_ file: MATFile, _ input: SignalInput, length: Int) throws(RecordingError) {
        if let rateHz = try Self.statedRateHz(file, input) {
            self.rateHz = rateHz
            // What the person says goes before several rates that the file states.
            if input.options.rateHz != nil {
                origin = "--rate"
            } else {
                origin = try Self.stated(file) != nil ? "stated" : "file name"
            }
            return
        }
        guard let rateHz = Self.rateFromTimes(file, length: length) else {
            throw .ambiguous(
                "nothing in the file says how many samples there are a second: say it with --rate HZ"
            )
        }
        self.rateHz = rateHz
        origin = "time column"
    }

    /// The rate that the person, the file or its name states; Hz; nil for none.
    static func statedRateHz(
        _ file: MATFile, _ input: SignalInput
    ) throws(RecordingError) -> Double? {
        if let asked = input.options.rateHz {
            guard RecordingLimits.rateRangeHz.contains(asked) else {
                throw .unknownFormat("a rate of \(asked) Hz is none that a recorder has", line: nil)
            }
            return asked
        }
        return try stated(file) ?? input.fileName.flatMap(AppFileName.rateHz)
    }

    /// Rates of which one unit of a time without a unit, s or ms, gives one at most.
    private static let usualRateRangeHz = 50.0...10_000
    /// Share of a step by which equal steps may differ.
    private static let stepToleranceShare = 0.01

    /// The rate by a vector of times that is as long as the signals, in equal steps; nil for none.
    private static func rateFromTimes(_ file: MATFile, length: Int) -> Double? {
        for variable in file.variables where MATDocument.kind(variable) == .time {
            guard let array = variable.array, array.isVector, array.length == length else {
                continue
            }
            let times = (0..<array.count).map { array[$0] }
            guard let estimate = RateEstimate(times: times),
                estimate.jitter * estimate.rateHz <= stepToleranceShare,
                abs((times[length - 1] - times[0]) * estimate.rateHz - Double(length - 1)) < 1
            else { continue }
            let stated = TableUnit(HeaderWords(variable.name).unit)?.seconds
            let rates = [stated ?? 1, stated ?? 1e-3].map { unit in
                (estimate.rateHz / unit * 1e6).rounded() / 1e6
            }
            if let rate = rates.first(where: usualRateRangeHz.contains) { return rate }
        }
        return nil
    }

    /// The rate that the file states; nil for none.
    ///
    /// - Throws: `badHeader` for one that no recorder has, `ambiguous` for several.
    static func stated(_ file: MATFile) throws(RecordingError) -> Double? {
        var found: [(path: String, rateHz: Double)] = []
        for variable in file.variables {
            guard let array = variable.array, array.count >= 1, array.count <= 64,
                let rateHz = rate(variable.name, array[0], in: file, scope: variable.scope)
            else { continue }
            // One rate a signal, all of them the same.
            guard (0..<array.count).allSatisfy({ array[$0] == array[0] }) else {
                throw severalRatesError(variable.path)
            }
            guard RecordingLimits.rateRangeHz.contains(rateHz) else {
                throw .badHeader(
                    "the sampling rate \(rateHz) of \(variable.path) is no number from 0.01 to "
                        + "1000000 Hz: say it with --rate HZ", line: nil)
            }
            found.append((variable.path, rateHz))
        }
        guard let first = found.first else { return nil }
        guard found.allSatisfy({ $0.rateHz == first.rateHz }) else {
            throw severalRatesError(found.map { "\($0.path) \($0.rateHz)" }.joined(separator: ", "))
        }
        return first.rateHz
    }

    private static func severalRatesError(_ list: String) -> RecordingError {
        .ambiguous("the file states several sampling rates (\(list)): say one with --rate HZ")
    }

    /// The rate that a number of this name is; nil for other numbers.
    private static func rate(
        _ name: String, _ value: Double, in file: MATFile, scope: Substring
    ) -> Double? {
        let header = HeaderWords(name)
        if header.words.contains(where: words.contains) || names.contains(header.joinedWords)
            || header.unit.lowercased() == "hz"
        {
            return value
        }
        // AcqKnowledge states the time between samples, and its unit beside it.
        guard header.joinedWords == "isi",
            let unit = file.variables.first(where: { $0.path == "\(scope)isi_units" })?.texts?
                .first,
            let seconds = TableUnit(unit)?.seconds
        else { return nil }
        return (1 / (value * seconds) * 1e6).rounded() / 1e6
    }
}
