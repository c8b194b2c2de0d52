public import PhysioTypes

/// Whether an input holds heart beats or sampled signals.
public enum RecordingContent: String, Sendable {
    case beats
    case signals

    /// Told by the first bytes, and by what the person said.
    ///
    /// A text is taken for beats wherever it may be one: signals are told by a rate or a unit of
    /// voltage that it states, by a column called ECG, and by values below 0. `--rate` and
    /// `--format` decide where the text does not.
    ///
    /// - Parameter source: an input that is no WFDB record; what is looked at stays in it.
    static func found(
        in source: inout ByteSource, options: RecordingFile.Options
    ) throws(RecordingError) -> RecordingContent {
        switch options.format {
        case RecordingFormat.plainText, RecordingFormat.beatTimes, RecordingFormat.beatline:
            return .beats
        case RecordingFormat.signalText: return .signals
        default: break
        }
        switch try? ContainerKind(source.peek(ContainerKind.peekSize)) {
        case .edf, .ishne: return .signals
        case nil: return .beats
        case .text: break
        }
        if BeatlineLog.isKnown(try source.peek(ContainerKind.peekSize)) { return .beats }
        if options.rateHz != nil { return .signals }
        source = try source.narrowed()
        let head = Array(try source.peek(SignalTextProbe.headSize))
        return RRTextReader.isKnown(head)
            ? .beats : SignalTextProbe.holdsSignals(head, options: options) ? .signals : .beats
    }
}

/// An input opened as what it holds.
public enum RecordingInput {
    case beats(Recording)
    case signals(SignalReader)
}
