public import BeatDetection
import HRVPipeline
public import HRVReports
package import HealthRecords
import PhysioDSP
public import PhysioTypes
public import RecordingFiles

/// Reads the beats of a file: those it holds, or those that a detector finds in its ECG.
///
/// A file is R-R text or a table, WFDB beats or signals, EDF, BDF, ISHNE, or text of samples; its
/// format is found by its content.
public struct RecordingLoader: Sendable {
    let options: RecordingFile.Options
    let signal: String?
    private let detector: PublishedDetector?
    /// The choice of recordings of a health export that are read.
    package var healthSelection = HealthRecordings.Selection()
    /// The zone whose clock counts where a file states its start in UTC or with an offset; nil for
    /// the clock of the file.
    package var zone: ZoneRules?
    /// The recording that is meant of each input: what stands behind a `#` of its name; nil for all of them.
    package var part: String?
    /// Receives the options that the inputs of a run did not use; nil where each input states them itself.
    package var unusedOptions: UnusedOptions?

    /// - Parameters:
    ///   - options: how the file is read, where its content leaves that open.
    ///   - signal: name of the signal to find R peaks in, or its index counted from 0; beats that
    ///     the file holds are then passed over. Nil for the beats, or else for the first ECG.
    ///   - detector: a published detector, for comparison; nil for the toolkit's own.
    public init(
        options: RecordingFile.Options = RecordingFile.Options(), signal: String? = nil,
        detector: PublishedDetector? = nil
    ) {
        self.options = options
        self.signal = signal
        self.detector = detector
    }

    /// The recording of beats that a file holds, or that its ECG gives.
    ///
    /// - Parameter name: a path, or `-` for standard input; `#2` behind the path means the second
    ///   recording of a file that holds several.
    /// - Throws: every case of ``RecordingError``; `empty` where fewer than two beats were found,
    ///   `ambiguous` for a file of several recordings.
    public func recording(_ name: String) throws(RecordingError) -> Recording {
        try recordings(name).onlyRecording()
    }

    /// Every recording of beats that a file holds, in its order, or the one that its ECG gives.
    ///
    /// - Parameter name: a path, or `-` for standard input; `#2` behind the path means the second
    ///   recording alone.
    /// - Returns: at least one; each has a name of its own, and may be one that cannot be read.
    /// - Throws: where nothing of the file can be read.
    public func recordings(_ name: String) throws(RecordingError) -> [NamedRecording] {
        var recordings = try recordingsInFileTime(named(name))
        if let unusedOptions { recordings = unusedOptions.filter(recordings) }
        guard let zone else { return recordings }
        return recordings.map { recording in
            NamedRecording(
                name: recording.name, outcome: recording.outcome.map { $0.inLocalTime(of: zone) })
        }
    }

    /// The loader of a run over several inputs, which gives the options that an input did not use to
    /// `unused`; itself for one input, which states them.
    package func run(over paths: [String], _ unused: UnusedOptions) -> RecordingLoader {
        guard paths.count > 1 else { return self }
        var loader = self
        loader.unusedOptions = unused
        return loader
    }

    /// The name of an input with the part that is meant; standard input has none.
    private func named(_ name: String) -> String {
        guard let part, name != "-" else { return name }
        return InputName.name(ofPart: part, in: name)
    }

    private func recordingsInFileTime(_ name: String) throws(RecordingError) -> [NamedRecording] {
        if signal == nil, let recordings = try archiveRecordings(name) { return recordings }
        let input =
            if signal != nil {
                RecordingInput.signals(try openSignals(name))
            } else if name == "-" {
                try RecordingFile.openStandardInput(options: options, part: part)
            } else {
                try RecordingFile.openInput(path: name, options: options)
            }
        return try recordings(input, name)
    }

    /// The recordings of a health export, or of an archive as a whole; nil where the name means
    /// something else.
    func archiveRecordings(_ name: String) throws(RecordingError) -> [NamedRecording]? {
        if let recordings = try healthRecordings(name) { return recordings }
        let input = InputName(name)
        guard name != "-", input.part == nil, let archive = try RecordingArchive(input.path) else {
            return nil
        }
        return try archive.recordings(options) { (input, name) throws(RecordingError) in
            try recordings(input, name)
        }
    }

    /// The recordings of an input that is open.
    func recordings(
        _ input: RecordingInput, _ name: String
    ) throws(RecordingError) -> [NamedRecording] {
        switch input {
        case .beats(let recording):
            return [NamedRecording(name: name, outcome: .success(recording))]
        case .recordings(let recordings): return recordings
        case .signals(let reader):
            return [
                NamedRecording(name: name, outcome: .success(try detectRecording(reader, name)))
            ]
        }
    }

    /// The recording that the ECG of an input gives.
    private func detectRecording(
        _ reader: SignalReader, _ name: String
    ) throws(RecordingError) -> Recording {
        let entry = try detectBeats(reader, name).entry
        guard entry.record.rr.count > 0 else {
            throw .empty(
                "\(entry.record.beats.count) beats were found in the signal "
                    + "\(entry.record.signal.name): no interval")
        }
        var recording = Recording(
            format: entry.format, rr: entry.record.rr, startDate: reader.startDate,
            recipe: entry.recipe, notices: entry.notices, breathing: entry.record.breathing)
        recording.rhythms = RhythmSummary(entry.record)
        return recording
    }

    /// The beats found in the ECG of a file, each with its quality and, but for a published detector, its class.
    ///
    /// Beats are classed in two leads where another one is named as ECG, unless one was asked for.
    ///
    /// - Parameter name: a path, or `-` for standard input.
    /// - Throws: every case of ``RecordingError``; `noSignal` for a file without an ECG.
    public func detectBeats(_ name: String) throws(RecordingError) -> FoundBeats {
        let name = named(name)
        let found = try detectBeats(openSignals(name), name)
        guard let unusedOptions else { return found }
        let entry = found.entry
        return FoundBeats(
            entry: DetectionEntry(
                name: entry.name, format: entry.format, record: entry.record,
                recipe: entry.recipe, notices: unusedOptions.filter(entry.notices)),
            startDate: found.startDate)
    }

    /// A signal of an input as a whole, whose beats are read besides.
    ///
    /// - Parameter signalName: its name or index; what `option` says.
    /// - Throws: also for standard input, which comes only once.
    package func signal(
        _ name: String, _ signalName: String, option: String
    ) throws(RecordingError) -> SampledSignal {
        let name = named(name)
        guard name != "-" else {
            throw .noSignal("\(option) reads the input a second time: name a file, not -")
        }
        var reader = try openSignals(name)
        return try reader.wholeSignal(reader.signals.index(named: signalName, option: option))
    }

    func openSignals(_ name: String) throws(RecordingError) -> SignalReader {
        if name != "-", let file = try HealthRecordings.file(named: name) {
            return try RecordingFile.openSignals(
                file.open(), fileName: String(file.fileName), options: options)
        }
        return name == "-"
            ? try RecordingFile.openStandardInputSignals(options: options)
            : try RecordingFile.openSignals(path: name, options: options)
    }

    private func detectBeats(
        _ opened: SignalReader, _ name: String
    ) throws(RecordingError) -> FoundBeats {
        var input = try chosenSignal(opened, name)
        let description = input.reader.signals[input.choice.index]
        guard DetectionLimits.sampleRatesHz.contains(description.sampleRateHz) else {
            try refuseBeats(name)
            throw .noSignal(
                "the signal \(description.name) has \(description.sampleRateHz) samples a second: R "
                    + "peaks are found in \(DetectionLimits.sampleRatesHz.lowerBound) to "
                    + "\(DetectionLimits.sampleRatesHz.upperBound) Hz")
        }
        var pipeline = DetectionPipeline(
            signal: description, published: detector, classifiesBeats: true,
            secondLead: input.choice.secondLeadIndex.map { input.reader.signals[$0] })
        var beginningSamples: [Double] = []
        let beginningSampleCount = Int(ECGSearch.searchedSeconds * description.sampleRateHz)
        while !Cancellation.isRequested, let (piece, second) = try input.nextPieces() {
            if beginningSamples.count < beginningSampleCount { beginningSamples += piece.samples }
            pipeline.push(piece.samples, firstSample: piece.firstSample)
            if let second {
                pipeline.pushSecondLead(second.samples, firstSample: second.firstSample)
            }
        }
        let detection = pipeline.finish()
        try refuseIntervals(name, detection.record, detection.notices)
        try refuseNonECGSignal(description, detection.record, beginningSamples)
        var recipe = input.reader.recipe
        recipe.add(detection.recipe)
        return FoundBeats(
            entry: DetectionEntry(
                name: name, format: input.reader.format, record: detection.record, recipe: recipe,
                notices: (input.choice.notice.map { [$0] } ?? []) + input.reader.notices
                    + detection.notices),
            startDate: input.reader.startDate)
    }

    /// The reader at its first sample, and the signal that was asked for or found.
    private func chosenSignal(
        _ opened: SignalReader, _ name: String
    ) throws(RecordingError) -> ChosenSignal {
        var reader = opened
        if let signal {
            let index = try ECGSignal.index(in: reader.signals, wanted: signal)
            reader.choose([index])
            return ChosenSignal(reader: reader, choice: ECGSearch.Choice(index: index))
        }
        let search: ECGSearch
        do throws(RecordingError) {
            search = try ECGSearch(reader.signals)
        } catch {
            try refuseBeats(name)
            throw error
        }
        if let choice = search.onlyChoice {
            reader.choose([choice.index])
            return ChosenSignal(reader: reader, choice: choice)
        }
        reader.choose(search.candidates)
        var blocks: [SignalBlock] = []
        var samples = [[Double]](repeating: [], count: search.candidates.count)
        while !search.isEnough(samples), let block = try reader.nextBlock() {
            for (position, piece) in block.pieces.enumerated() {
                samples[position] += piece.samples
            }
            blocks.append(block)
        }
        var choice = try search.choice(samples)
        if detector != nil { choice.secondLeadIndex = nil }
        // Standard input comes only once; of a file the other signals need not be read on.
        guard name == "-" else {
            reader = try openSignals(name)
            reader.choose([choice.index] + (choice.secondLeadIndex.map { [$0] } ?? []))
            return ChosenSignal(
                reader: reader, choice: choice,
                secondLeadPosition: choice.secondLeadIndex.map { _ in 1 })
        }
        return ChosenSignal(
            reader: reader, choice: choice, blocks: blocks,
            position: search.candidates.firstIndex(of: choice.index) ?? 0,
            secondLeadPosition: choice.secondLeadIndex.flatMap(search.candidates.firstIndex))
    }
}

/// A signal of a reader, perhaps with a second lead, and the blocks that were read to find it.
private struct ChosenSignal {
    var reader: SignalReader
    let choice: ECGSearch.Choice
    var blocks: [SignalBlock] = []
    /// Positions of the signal and of the second lead in each block.
    var position = 0
    var secondLeadPosition: Int?

    mutating func nextPieces() throws(RecordingError) -> (
        SignalBlock.Piece, second: SignalBlock.Piece?
    )? {
        let next = blocks.isEmpty ? try reader.nextBlock() : blocks.removeFirst()
        guard let pieces = next?.pieces else { return nil }
        return (pieces[position], secondLeadPosition.map { pieces[$0] })
    }
}

extension RecordingLoader {
    /// Share of windows of poor quality from which a signal without the name of an ECG is none.
    private static let minPoorWindowShare = 0.9

    /// Refuses a file of R-R intervals whose columns were taken for signals.
    private func refuseBeats(_ name: String) throws(RecordingError) {
        if name != "-", case .beats? = try? RecordingFile.openInput(path: name, options: options) {
            throw .noSignal("this file holds R-R intervals, not an ECG: use hrv analyze")
        }
    }

    /// Refuses a signal whose name says nothing and whose waves are not those of an ECG.
    private func refuseNonECGSignal(
        _ description: SignalDescription, _ record: DetectionRecord, _ beginning: [Double]
    ) throws(RecordingError) {
        guard signal == nil, SignalKind(description) == .unknown else { return }
        let poorWindowCount = record.quality.count { $0.value < 0.5 }
        guard
            record.beats.isEmpty
                || Double(poorWindowCount) >= Self.minPoorWindowShare
                    * Double(record.quality.count),
            ECGInspection(beginning, sampleRateHz: description.sampleRateHz) == nil
        else { return }
        if PulseWaveInspection.isPulseWave(beginning, sampleRateHz: description.sampleRateHz) {
            throw .noSignal(ECGSignal.pulseWaveSentence(description.name))
        }
        throw .noSignal(
            "the signal \(description.name) shows no QRS complexes, so it is taken for no ECG "
                + "(one nevertheless: --signal \(description.name.isEmpty ? "0" : description.name))"
        )
    }
}

extension RecordingLoader {
    /// Fewer intervals are no result of a search for beats.
    private static let minIntervalCount = 3
    /// Share of values that are intervals of a heart where a file holds R-R intervals.
    private static let minPlausibleIntervalShare = 0.95

    /// Throws if `--rate` makes a signal of a column of R-R intervals: a signal without clear
    /// beats, whose values are intervals of a heart. A signal that was named is accepted.
    private func refuseIntervals(
        _ name: String, _ record: DetectionRecord, _ notices: [Notice]
    ) throws(RecordingError) {
        let isClearECG =
            record.rr.count >= Self.minIntervalCount
            && !notices.contains { $0.code == "poor_signal" }
        guard let rateHz = options.rateHz, signal == nil, name != "-", !isClearECG else { return }
        var intervalOptions = options
        intervalOptions.rateHz = nil
        guard
            case .beats(let beats)? = try? RecordingFile.openInput(
                path: name, options: intervalOptions)
        else { return }
        let outOfRangeCount = beats.rr.marks.count { $0.contains(.outOfRange) }
        guard
            Double(outOfRangeCount) <= (1 - Self.minPlausibleIntervalShare) * Double(beats.rr.count)
        else {
            return
        }
        throw .noSignal(
            "as a signal at \(rateHz) Hz the values show no clear beats, as R-R intervals they are "
                + "those of a heart: leave out --rate, or name the signal with --signal")
    }
}

/// The beats found in an ECG, and when it began.
public struct FoundBeats: Sendable {
    public let entry: DetectionEntry
    /// Date and time of the first sample, as the recording states it; nil where it does not.
    public let startDate: String?

    package var name: String { entry.name }
}
