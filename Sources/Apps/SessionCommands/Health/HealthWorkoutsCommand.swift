import ArgumentParser
import CommandSupport
import HealthHistory
import HealthTimeline
import PhysioTypes

/// `hrv health workouts`: workouts, and one of them in full.
struct HealthWorkoutsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workouts",
        abstract: "List the workouts, or show one with its splits.",
        subcommands: [WorkoutListCommand.self, WorkoutShowCommand.self],
        defaultSubcommand: WorkoutListCommand.self)
}

/// `hrv health workouts list`.
struct WorkoutListCommand: HealthListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the workouts, newest first.")

    @OptionGroup var workouts: WorkoutListingOptions
    @OptionGroup var range: HealthRangeOptions
    @OptionGroup var naming: HealthNamingOption
    @OptionGroup var options: HealthOptions

    func run() throws {
        try list(usualDays: 30, workouts) { list in
            let found = list.sections { if case .workout = $0 { true } else { false } }
            let text =
                list.shape == .json
                ? list.jsonArray(of: found.flatMap(\.entries))
                : list.text(of: found).text(list.shape, exportMs: nil)
            try list.write(text, isEmpty: found.isEmpty, emptyMessage: "no workouts on these days")
        }
    }
}

/// `hrv health workouts show`.
struct WorkoutShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a workout with its splits.")

    @Argument(help: "Id of the workout, its first digits, or last.")
    var workout: String

    @OptionGroup var unitsOption: HealthUnitsOption
    @OptionGroup var naming: HealthNamingOption
    @OptionGroup var options: HealthOptions

    func run() throws {
        try options.run { store, diagnostics in
            let clock = try HealthDateContext(store)
            let found = try uniqueWorkout(store.workouts(named: workout), store, clock, diagnostics)
            let data = try store.data(fromMs: found.startMs, toMs: found.startMs + 1)
            let detail = TimelineBuilder.workout(
                found.id, in: data, options: clock.options(.standard, unitsOption.units))
            guard let detail else { throw ExitStatus.noInput.exitCode }
            try options.write(text(detail, data, clock))
        }
    }

    /// The workout where one is meant; else reports what else there is.
    private func uniqueWorkout(
        _ found: [HealthStore.WorkoutReference], _ store: HealthStore, _ clock: HealthDateContext,
        _ diagnostics: Diagnostics
    ) throws -> HealthStore.WorkoutReference {
        if let first = found.first {
            if found.count == 1 { return first }
            let shownWorkouts = found.prefix(10).map {
                "\($0.id) (\(clock.date(ofMs: $0.startMs)))"
            }
            let moreText =
                found.count > shownWorkouts.count
                ? " and \(found.count - shownWorkouts.count) more" : ""
            diagnostics.error(
                "several workouts begin with \(workout): \(shownWorkouts.joined(separator: ", "))\(moreText); "
                    + "give more digits of one", code: "ambiguous")
            throw ExitStatus.usage.exitCode
        }
        let status = try store.status()
        let reason =
            if let firstMs = status.firstMs {
                "there is no workout \(workout) in \(store.path): hrv health workouts --from "
                    + "\(clock.date(ofMs: firstMs)) lists those there are"
            } else {
                "there is no workout in \(store.path): hrv health import export.zip reads some"
            }
        diagnostics.error(reason, code: "not_found")
        throw ExitStatus.noInput.exitCode
    }

    private func text(_ detail: WorkoutDetail, _ data: HealthData, _ clock: HealthDateContext)
        -> String
    {
        switch options.shape {
        case .json, .ndjson: return naming.json(data).text(of: .workout(detail.entry)) + "\n"
        case .csv: return WorkoutText.csv(detail)
        case .table:
            let source = data.sources[detail.entry.sourceIndex]
            return WorkoutText.table(
                detail, source: naming.names ? source.name : source.model ?? "unknown",
                homeZone: clock.homeZone, unitsOption.units)
        }
    }
}

extension HealthDateContext {
    /// The day of a moment at home.
    fileprivate func date(ofMs ms: Int64) -> String {
        CivilInstant(unixMs: ms, offsetMinutes: homeZone.offsetMinutes(ms)).date.text
    }
}
