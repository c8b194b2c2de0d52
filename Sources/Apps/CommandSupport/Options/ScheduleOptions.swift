package import ArgumentParser
package import PhysioTypes
package import RecordingAnalysis

/// The options for the breaths that were commanded during a recording, and their times.
package struct ScheduleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How breathing was commanded: RATE:MINUTES, FROM-TO:MINUTES or free:MINUTES with commas "
                + "between them; breaths/min, such as 6.5:2,free:1,6:2 or 7-4.5:8.",
            valueName: "parts"))
    package var schedule: BreathSchedule?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time in the recording at which the first inhalation was commanded; s; below 0 where that "
                + "was before it began (default: 0).",
            valueName: "s"))
    package var offset: Double = 0

    @Flag(
        help: ArgumentHelp(
            "The first breath of --schedule began exactly at --offset, beats carry their own times, "
                + "and breaths were divided 38 % in, 5 % held, 57 % out. Without it the start is "
                + "estimated."))
    package var exactStart = false

    package init() {}

    package func validate() throws {
        guard !exactStart || schedule != nil else {
            throw ValidationError(
                "--exact-start belongs to --schedule: nothing else says when breaths began")
        }
        guard offset.isFinite, abs(offset) <= 86_400 else {
            throw ValidationError("--offset is a time of up to a day before or after the start; s")
        }
    }
}

extension ScheduleOptions {
    /// A warning where no commanded breath meets a beat: nothing can be said of them.
    package static func notices(_ nn: NNSeries, _ breaths: [BreathCycle]) -> [Notice] {
        guard nn.count > 0, let first = breaths.first, let last = breaths.last,
            first.startSeconds >= nn.endSeconds || last.endSeconds <= nn.startSeconds
        else { return [] }
        return [
            Notice(
                .warning, code: "no_overlap",
                "the commanded breaths (\(first.startSeconds) to \(last.endSeconds) s) lie outside "
                    + "the recording (\(nn.startSeconds) to \(nn.endSeconds) s): seconds count from "
                    + "its start; see --offset")
        ]
    }
}

extension BreathSchedule: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
