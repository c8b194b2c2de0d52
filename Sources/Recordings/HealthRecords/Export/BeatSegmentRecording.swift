package import PhysioTypes
package import RecordingFiles

extension BeatSegment {
    /// The format of the beats in an export, as `hrv formats` lists it.
    package static let format = RecordingFormat(
        name: RecordingFormat.appleBeats,
        summary:
            "beats of about a minute each in an Apple Health export: export.zip, its folder or "
            + "export.xml, also FIT files and ECGs in it")

    /// The beats as a recording: intervals are differences of times, on a grid of 10 ms.
    package var recording: Recording {
        var rr = RRSeries(startSeconds: 0)
        var isAfterBreak = false
        for (index, beat) in ticks.enumerated().dropFirst() {
            guard !isAfterGap[index] else {
                isAfterBreak = true
                continue
            }
            let lengthMs = (Int(beat) - Int(ticks[index - 1])) * Self.tickMs
            rr.append(
                intervalMs: Double(lengthMs), endSeconds: Double(Int(beat) * Self.tickMs) / 1000,
                marks: isAfterBreak && rr.count > 0 ? .afterGap : [])
            isAfterBreak = false
        }
        return Recording(
            format: RecordingFormat.appleBeats, rr: rr, startDate: startText,
            notices: [
                Notice(
                    .note, code: "coarse",
                    "the times of the beats are on a grid of 10 ms, which adds about 50 ms^2 to the "
                        + "square of RMSSD")
            ])
    }

    /// Start of the record on the clock of its file, with its offset: `2026-11-20T03:12:05+01:00`.
    package var startText: String {
        CivilTime.text(unixMs: start.unixMs, offsetMinutes: start.writtenOffsetMinutes)
    }
}
