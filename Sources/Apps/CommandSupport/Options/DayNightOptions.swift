public import ArgumentParser
import RecordingFiles
public import PhysioTypes
import RecordingAnalysis

extension TimeOfDay: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

/// `22:00-06:00`.
package struct NightArgument: ExpressibleByArgument {
    package let from: TimeOfDay
    package let to: TimeOfDay

    package init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = TimeOfDay(parts[0]), let to = TimeOfDay(parts[1]),
            from != to
        else { return nil }
        self.from = from
        self.to = to
    }
}

/// `Europe/Berlin`, `+01:00` or `UTC`.
package struct TimeZoneArgument: ExpressibleByArgument {
    package let rules: ZoneRules

    package init?(argument: String) {
        if let fixedOffsetRules = ZoneRules(offset: argument) {
            rules = fixedOffsetRules
            return
        }
        guard let zone = NamedZone(argument) else { return nil }
        rules = ZoneRules(name: argument) { zone.offsetSeconds(unixMs: $0) / 60 }
    }
}

/// Rows for day and night.
package struct DayNightOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Add a row for the day and one for the night: two different times, 00:00 to 23:59.",
            valueName: "hh:mm-hh:mm"))
    package var night: NightArgument?

    @Option(
        help: ArgumentHelp(
            "Time of day at which the recording starts (default: as the file says).",
            valueName: "hh:mm"))
    package var start: TimeOfDay?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Zone of the clock on the wall, for files that count in UTC or from 1970: a name such as "
                + "Europe/Berlin, or an offset.", valueName: "zone"))
    package var zone: TimeZoneArgument?

    package init() {}
}
