@testable import RecordingFiles

extension FuzzTarget {
    /// Any bytes as an input of beats: what it is is found, and every reader of beats is reached.
    /// The length of the input chooses what the person says about it.
    static let beats = FuzzTarget(name: "beats") { bytes in
        var options = RecordingFile.Options()
        if bytes.count % 8 == 1 { options.format = RecordingFormat.beatline }
        if bytes.count % 8 == 2 { options.rateHz = 250 }
        do throws(RecordingError) {
            var input = try OpenedInput(
                bytes.count % 2 == 0 ? ByteSource(bytes) : pipe(bytes), fileName: nil,
                options: options)
            let recording = try input.beats()
            precondition(recording.rr.count > 0)
            precondition(recording.rr.durationSeconds.isFinite)
            precondition(recording.notices.allSatisfy { !$0.text.isEmpty })
        } catch {
            precondition(!error.text.isEmpty)
        }
    }
}
