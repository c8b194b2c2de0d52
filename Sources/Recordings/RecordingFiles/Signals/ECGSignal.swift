public import PhysioTypes

/// Finds the ECG among the signals of a recording by their names.
public enum ECGSignal {
    /// Index of the signal that was asked for, or of the first ECG.
    ///
    /// A recording of one signal whose name says nothing is taken for an ECG.
    ///
    /// - Parameter wanted: a name, in any case, or an index counted from 0; nil for the first ECG.
    /// - Throws: `ambiguous` where no signal, or several, answer; `noSignal` where there is none, or
    ///   where every name is that of another kind.
    public static func index(
        in signals: [SignalDescription], wanted: String? = nil
    ) throws(RecordingError) -> Int {
        guard !signals.isEmpty else { throw .noSignal("the recording holds no signal") }
        if let wanted { return try signals.index(named: wanted, option: "--signal") }
        let kinds = signals.map { SignalKind($0) }
        if let first = kinds.firstIndex(of: .ecg) { return first }
        guard kinds.contains(.unknown) else { throw refusal(of: signals) }
        if signals.count == 1 { return 0 }
        throw question(of: signals)
    }

    /// The question which signal is the ECG.
    package static func question(of signals: [SignalDescription]) -> RecordingError {
        .ambiguous("no signal is called ECG (\(signals.shortListText)): choose one with --signal")
    }

    /// The sentence for signals that all have the name of another kind.
    package static func refusal(of signals: [SignalDescription]) -> RecordingError {
        let kinds = signals.map { SignalKind($0) }
        if let index = kinds.firstIndex(of: .pulseWave) {
            return .noSignal(pulseWaveSentence(signals[index].name))
        }
        let phrases = zip(signals, kinds).prefix(6).map { signal, kind in
            kind.phrase.map { "\(signal.name): \($0)" } ?? signal.name
        }
        return .noSignal(
            "none of the signals is an ECG (\(phrases.joined(separator: ", "))"
                + (signals.count > 6 ? ", ...)" : ")") + ": one that is nevertheless: --signal")
    }

    /// The sentence for a pulse wave.
    package static func pulseWaveSentence(_ name: String) -> String {
        "the signal \(name) is a pulse wave, and beats are found in ECGs alone: there is no detector "
            + "for pulses yet"
    }
}
