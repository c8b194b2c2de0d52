public import PhysioTypes

extension [SignalDescription] {
    /// Index of the signal that was asked for.
    ///
    /// - Parameter wanted: a name, in any case, or an index counted from 0.
    /// - Parameter option: of the command line, for the sentence that says what to do.
    /// - Throws: `noSignal` where there is none at all, `ambiguous` where no signal, or several, answer.
    public func index(named wanted: String, option: String) throws(RecordingError) -> Int {
        guard !isEmpty else { throw .noSignal("the recording holds no signal") }
        let name = wanted.lowercased()
        let matches = indices.filter { self[$0].name.lowercased() == name }
        if matches.count == 1 { return matches[0] }
        if matches.isEmpty, let position = Int(wanted), indices.contains(position) {
            return position
        }
        guard matches.isEmpty else {
            throw .ambiguous(
                "\(matches.count) signals are called \(wanted): choose one by its place, "
                    + matches.map { "\(option) \($0)" }.joined(separator: " or "))
        }
        throw .ambiguous("there is no signal \(wanted): the recording has \(shortListText)")
    }

    /// `0 MLII, 1 V5`; a long list is cut.
    var shortListText: String {
        let listedNames = prefix(12).enumerated().map { index, signal in
            signal.name.isEmpty ? "\(index)" : "\(index) \(signal.name)"
        }
        return listedNames.joined(separator: ", ") + (count > 12 ? ", ..." : "")
    }
}
