public import PhysioTypes

/// The kind of content of an input: heart beats or sampled signals.
public enum RecordingContent: String, Sendable {
    case beats
    case signals
}

/// An input opened as what it holds.
public enum RecordingInput {
    case beats(Recording)
    case signals(SignalReader)
    /// Several recordings of beats, in the order of the input; each may fail by itself.
    case recordings([NamedRecording])
}
