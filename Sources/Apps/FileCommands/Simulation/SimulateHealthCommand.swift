import ArgumentParser
import CommandSupport
import HRVReports
import HealthSimulation
import PhysioTypes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HealthSimulation.Era: ExpressibleByArgument {}
extension HealthSimulation.OffsetStyle: ExpressibleByArgument {}
extension HealthLocale: ExpressibleByArgument {}
extension SimulatedHealthError: ExpressibleByArgument {}

/// `1500`, `200M` or `1G`: a count of bytes, units of 1024.
struct ByteCountArgument: ExpressibleByArgument {
    let byteCount: Int

    init?(argument: String) {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = argument.last.flatMap { units[Character($0.uppercased())] }
        let digits = unit == nil ? argument[...] : argument.dropLast()
        guard let number = Double(digits), number > 0, number * Double(unit ?? 1) <= 0x1p40 else {
            return nil
        }
        byteCount = max(1, Int(number * Double(unit ?? 1)))
    }
}

/// `Asia/Tokyo,2026-11-03,7`: a zone, the first morning there, and how many days.
struct TripArgument: ExpressibleByArgument {
    let trip: HealthSimulation.Trip

    init?(argument: String) {
        let parts = argument.split(separator: ",").map(String.init)
        guard parts.count == 3, let zone = ZoneArgument(argument: parts[0]),
            let day = HealthCalendar.day(parts[1]), let count = Int(parts[2]),
            (1...10_000).contains(count)
        else { return nil }
        trip = HealthSimulation.Trip(zone: zone.zone, firstDay: day, dayCount: count)
    }
}

/// The name of a time zone, such as `Europe/Berlin`.
struct ZoneArgument: ExpressibleByArgument {
    let zone: HealthSimulation.Zone

    init?(argument: String) {
        guard let rules = NamedZone(argument) else { return nil }
        zone = HealthSimulation.Zone(name: argument) { rules.offsetSeconds(unixMs: $0) / 60 }
    }
}

/// `hrv simulate health`: an export of health data, and what is true of it.
struct SimulateHealthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "An Apple Health export and FIT files of a person who does not exist.",
        discussion: """
            --out NAME.zip, NAME.xml or a folder is the export; what is true of it (nights, \
            vitals, workouts with splits, exact beats, faults) goes to NAME.truth.json. Equal \
            options and seed give equal files. With --next the same person exports a week later; \
            the truth then lists what was added and removed. An export without that truth is \
            never replaced.
            """)

    @OptionGroup var seeding: SeedOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Days of the export (default: 30).", valueName: "n"))
    var days: Int?

    @Option(
        help: ArgumentHelp(
            "As many days as this size needs, unpacked: 200M, 1G.", valueName: "size"))
    var size: ByteCountArgument?

    @Option(help: ArgumentHelp("Day of the export.", valueName: "yyyy-mm-dd"))
    var end = HealthCalendar.text(HealthSimulation.defaultLastDay)

    @Option(help: ArgumentHelp("Export to make: a .zip, an .xml or a folder.", valueName: "path"))
    var out: String

    @Option(help: ArgumentHelp("Folder for copies of workouts as FIT files.", valueName: "folder"))
    var fit: String?

    @Option(
        help: ArgumentHelp(
            "Time zone of the home (default: Europe/Berlin).", valueName: "name"))
    var zone: ZoneArgument?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Days in another zone, from the first morning on; repeatable.",
            valueName: "zone,yyyy-mm-dd,days"))
    var trip: [TripArgument] = []

    @Option(
        help: ArgumentHelp(
            "Offset of the dates: one, that of the phone at the export, or the true ones."))
    var offset = HealthSimulation.OffsetStyle.one

    @Option(help: "Version of the system that writes the export.")
    var era = HealthSimulation.Era.ios16

    @Option(help: "Language and region of the phone.")
    var locale = HealthLocale.en

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Something wrong in the export; repeatable.", valueName: "name"))
    var fault: [SimulatedHealthError] = []

    @Flag(help: "The export of a week later, with a few records deleted meanwhile.")
    var next = false

    @Flag(help: "Leave out the kinds of records that no timeline needs.")
    var keptOnly = false

    func validate() throws {
        try require(days == nil || size == nil, "--days and --size exclude each other")
        try require((1...20_000).contains(days ?? 1), "--days lies in 1 ... 20000")
        try require(HealthCalendar.day(end) != nil, "--end is a date such as 2026-11-20")
        let isZip = HealthExportFiles.Shape(path: out) == .zip
        for fault in fault where fault.needsZip {
            try require(isZip, "--fault \(fault.rawValue) needs an --out that ends in .zip")
        }
    }

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: false)
        if let blockingPath {
            diagnostics.error(
                "\(blockingPath) is there already and was not written by hrv simulate health: remove "
                    + "it, or choose another --out", code: "usage")
            throw ExitStatus.usage.exitCode
        }
        let simulation = self.simulation(seed: seeding.resolvedSeed(diagnostics))
        do throws(OutputSink.Failure) {
            var files = HealthExportFiles(simulation, path: out)
            try files.write()
            let fitFiles = try writeFIT(simulation)
            let truth = HealthTruthWriter(
                simulation: simulation, truth: simulation.truth(), fitFiles: fitFiles,
                counts: files.writer.counts, errorCounts: files.writer.errorCounts,
                spacedAttributeCount: files.writer.spacedAttributeCount)
            let sink = try OutputSink(path: TruthFile.name(beside: out))
            let object = TruthFile.object(seed: simulation.seed, truth.entries)
            try sink.write(object, isPretty: false)
            try sink.write("\n")
            try sink.finish()
        } catch {
            throw error.exitCode(diagnostics)
        }
    }

    /// The path that would be replaced though it has no truth beside it, as ours have.
    private var blockingPath: String? {
        let manager = FileManager.default
        guard manager.fileExists(atPath: out) else { return nil }
        let truth = manager.contents(atPath: TruthFile.name(beside: out))
        return truth.map { TruthFile.isTruth([UInt8]($0)) } == true ? nil : out
    }

    private func simulation(seed: UInt64) -> HealthSimulation {
        let homeZone = zone ?? ZoneArgument(argument: "Europe/Berlin")
        var simulation = HealthSimulation(
            seed: seed, homeZone: homeZone?.zone ?? .fixed("UTC", offsetMinutes: 0))
        simulation.trips = trip.map(\.trip)
        simulation.dayCount = days ?? 30
        simulation.lastDay = HealthCalendar.day(end) ?? HealthSimulation.defaultLastDay
        simulation.era = era
        simulation.offsetStyle = offset
        simulation.locale = locale
        simulation.hasBackgroundKinds = !keptOnly
        if let size { simulation.adjustDayCount(byteCount: size.byteCount) }
        simulation.errors = SimulatedHealthError.allCases.filter(fault.contains)
        simulation.isFollowUp = next
        return simulation
    }

    private func writeFIT(
        _ simulation: HealthSimulation
    ) throws(OutputSink.Failure) -> [SimulatedFIT] {
        guard let fit else { return [] }
        try HealthExportFiles.makeFolder(fit)
        var writtenFiles: [SimulatedFIT] = []
        for day in simulation.days {
            for file in simulation.fitFiles(day: day) {
                try OutputSink.write(file.bytes(), to: fit + "/" + file.name)
                writtenFiles.append(file)
            }
        }
        return writtenFiles
    }
}
