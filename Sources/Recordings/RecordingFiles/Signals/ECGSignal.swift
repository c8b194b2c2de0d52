public import PhysioTypes

/// Finds the ECG among the signals of a recording.
public enum ECGSignal {
    /// Names of leads, in capitals and without spaces.
    private static let leads: Set<String> = [
        "I", "II", "III", "AVR", "AVL", "AVF", "V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9",
        "V", "MLI", "MLII", "MLIII", "MCL1", "MCL6", "MV1", "MV2", "MV5", "CM2", "CM4", "CM5",
        "CC5", "CS12",
        "D3", "D4", "ML5", "VX", "VY", "VZ", "LA", "RA", "LL",
    ]

    /// Whether the name is that of an ECG: a lead, or a name with ECG or EKG in it.
    public static func isECG(_ signal: SignalDescription) -> Bool {
        let name = signal.name.uppercased().filter { !$0.isWhitespace }
        return name.contains("ECG") || name.contains("EKG") || leads.contains(name)
            || name.hasPrefix("LEAD")
    }

    /// Index of the signal that was asked for, or of the first ECG.
    ///
    /// A recording of one signal is taken for an ECG whatever it is called.
    ///
    /// - Parameter wanted: a name, in any case, or an index counted from 0; nil for the first ECG.
    /// - Throws: `ambiguous` where no signal, or several, answer; `noSignal` where there is none.
    public static func index(
        in signals: [SignalDescription], wanted: String? = nil
    ) throws(RecordingError) -> Int {
        guard !signals.isEmpty else { throw .noSignal("the recording holds no signal") }
        if let wanted { return try signals.index(named: wanted, option: "--signal") }
        if signals.count == 1 { return 0 }
        if let first = signals.firstIndex(where: isECG) { return first }
        throw .ambiguous("no signal is called ECG (\(signals.shortList)): choose one with --signal")
    }
}
