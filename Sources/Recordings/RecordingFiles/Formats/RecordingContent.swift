public import PhysioTypes

/// Whether an input holds heart beats or sampled signals.
public enum RecordingContent: String, Sendable {
    case beats
    case signals
}

/// An input opened as what it holds.
public enum RecordingInput {
    case beats(Recording)
    case signals(SignalReader)
}
