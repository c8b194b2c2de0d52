import PhysioDSP
public import PhysioTypes
public import RecordingFiles

/// A recording of beats or one signal, as an input holds it: read, and not analysed.
public struct RecordingPart: Sendable {
    public enum Content: Sendable {
        case beats(RRSeries)
        case signal(SampledSignal)
    }

    /// The name that opens it.
    public let name: String
    /// Name of the format, as `hrv formats` lists it.
    public let format: String
    /// Date and time of day of the first beat or sample, as the input states it.
    public let startDate: String?
    public let content: Content
    /// The recipe by which the input was read.
    public let recipe: Recipe
    public let notices: [Notice]
}

extension RecordingLoader {
    /// The part of an input that is read.
    public enum PartChoice: Sendable {
        /// Its beats; of an input without beats all its signals.
        case beatsOrSignals
        /// All its signals, and no beats.
        case signals
    }

    /// More samples than this are not held at once, over all signals that are read; 2 GiB.
    private static let sampleLimit = 1 << 28

    /// Returns the content of an input as it is. If a signal was chosen for this loader, it is that
    /// signal alone.
    ///
    /// - Parameter name: a path; `#2` behind it means the second recording of a file that holds several.
    /// - Returns: a part each recording of beats, or each signal; or why that one cannot be read.
    /// - Throws: where nothing of the input can be read; `unknownFormat` also where its signals are too long to be held at
    ///   once: more than 268 million samples.
    /// - Complexity: O(n) time and memory.
    public func parts(
        _ name: String, _ choice: PartChoice = .beatsOrSignals
    ) throws(RecordingError) -> [Result<RecordingPart, RecordingError>] {
        if signal != nil { return try signals(openSignals(name), name) }
        if case .signals = choice { return try allSignals(name) }
        if let recordings = try archiveRecordings(name) { return recordings.map(part) }
        switch try RecordingFile.openInput(path: name, options: options) {
        case .beats(let recording):
            return [part(NamedRecording(name: name, outcome: .success(recording)))]
        case .recordings(let recordings): return recordings.map(part)
        case .signals(let reader): return try signals(reader, name)
        }
    }

    private func allSignals(
        _ name: String
    ) throws(RecordingError) -> [Result<RecordingPart, RecordingError>] {
        do throws(RecordingError) {
            return try signals(openSignals(name), name)
        } catch {
            // A text of intervals could be one of samples, if their rate were stated.
            guard case .ambiguous = error,
                case .beats? = try? RecordingFile.content(path: name, options: options)
            else { throw error }
            throw .noSignal("this file holds beats and no signals")
        }
    }

    private func part(_ recording: NamedRecording) -> Result<RecordingPart, RecordingError> {
        recording.outcome.map {
            RecordingPart(
                name: recording.name, format: $0.format, startDate: $0.startDate,
                content: .beats($0.rr), recipe: $0.recipe, notices: $0.notices)
        }
    }

    private func signals(
        _ opened: SignalReader, _ name: String
    ) throws(RecordingError) -> [Result<RecordingPart, RecordingError>] {
        var reader = opened
        let signalIndices =
            if let signal {
                [try reader.signals.index(named: signal, option: "--signal")]
            } else {
                reader.signals.indices.filter { reader.signals[$0].sampleRateHz > 0 }
            }
        guard !signalIndices.isEmpty else { throw .noSignal("the recording holds no signal") }
        let sampledSignals = try reader.wholeSignals(
            signalIndices, sampleLimit: Self.sampleLimit, isStopped: { Cancellation.isRequested })
        return sampledSignals.map {
            .success(
                RecordingPart(
                    name: name, format: reader.format, startDate: reader.startDate,
                    content: .signal($0), recipe: reader.recipe, notices: reader.notices))
        }
    }
}
