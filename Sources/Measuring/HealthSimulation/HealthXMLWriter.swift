/// Writes the export of a simulated person as XML, block by block.
///
/// Records stand by kind, then by day, as phones write them; behind them the workouts and a summary
/// of each day. Memory: one block, and the records of one kind on one day.
package struct HealthXMLWriter: Sendable {
    let simulation: HealthSimulation
    /// The number of good elements of each type that were written, by identifier.
    package private(set) var counts: [String: Int] = [:]
    /// Count of the written records of each error; errors of the whole file count as 1.
    package private(set) var errorCounts: [SimulatedHealthError: Int] = [:]
    /// Records of iOS 8 that are no XML, because an attribute's name has a space.
    package private(set) var spacedAttributeCount = 0

    package init(_ simulation: HealthSimulation) { self.simulation = simulation }

    /// - Parameter emit: receives the bytes in order, in blocks of 64 KiB or a little more.
    package mutating func write<Failure: Error>(
        to emit: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var text = HealthXMLText(era: simulation.era)
        for error in simulation.errors where HealthXMLErrorRecords.affectsWholeFile(error) {
            errorCounts[error] = 1
        }
        simulation.addHead(to: &text)
        for kind in HealthKind.allCases where kind.exists(in: simulation.era) {
            for day in simulation.days {
                addRecords(kind, day: day, to: &text)
                try Self.drain(&text, emit)
            }
            addErrors(after: kind, to: &text)
            if kind == .heartRate, simulation.errors.contains(.zipLimitExceeded) {
                try Self.emitSpaces(&text, emit)
            }
        }
        for day in simulation.days {
            addWorkouts(day: day, to: &text)
            try Self.drain(&text, emit)
        }
        addRepeatedWorkout(to: &text)
        addSummaries(to: &text)
        if simulation.errors.contains(.cut) {
            text.add(" <Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceNa")
        } else {
            text.add("</\(simulation.rootName)>\n")
        }
        try emit(text.bytes)
    }

    /// The whole export in memory, for small ones.
    package mutating func bytes() -> [UInt8] {
        var all: [UInt8] = []
        write { all += $0 }
        return all
    }

    private static func drain<Failure: Error>(
        _ text: inout HealthXMLText, _ emit: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        guard text.isFull else { return }
        try emit(text.bytes)
        text.removeAll()
    }

    private static func emitSpaces<Failure: Error>(
        _ text: inout HealthXMLText, _ emit: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        try emit(text.bytes)
        text.removeAll()
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        for _ in 0..<80 { try emit(spaces) }
    }

    // MARK: Records

    private mutating func addRecords(_ kind: HealthKind, day: Int, to text: inout HealthXMLText) {
        let records = simulation.records(kind, day: day)
        guard !records.isEmpty else { return }
        counts[kind.identifier, default: 0] += records.count
        let writer = HealthXMLRecords(simulation, day: day)
        for record in records { writer.add(record, to: &text) }
        let hasSpacedAttribute = simulation.era == .ios8 && kind == .stepCount && day % 7 == 0
        if hasSpacedAttribute, let record = records.first {
            writer.add(record, to: &text, extraAttributes: " Was Entered=\"0\"")
            spacedAttributeCount += 1
        }
    }

    private mutating func addErrors(after kind: HealthKind, to text: inout HealthXMLText) {
        let writer = HealthXMLErrorRecords(simulation)
        for error in simulation.errors {
            let lines = writer.lines(error, after: kind)
            lines.forEach { text.add($0) }
            if error == .controlBytes {
                if !lines.isEmpty { counts[kind.identifier, default: 0] += lines.count }
            }
            if !lines.isEmpty { errorCounts[error, default: 0] += lines.count }
        }
    }

    // MARK: Workouts and days

    private mutating func addWorkouts(day: Int, to text: inout HealthXMLText) {
        let dayTimes = simulation.dayTimes(day)
        let writer = HealthXMLWorkouts(simulation, dayTimes)
        for workout in simulation.workouts(dayTimes) {
            writer.add(workout, to: &text)
            counts["Workout", default: 0] += 1
            guard workout.hasAppCopy else { continue }
            writer.addCopy(of: workout, to: &text)
            counts["Workout", default: 0] += 1
        }
    }

    private mutating func addRepeatedWorkout(to text: inout HealthXMLText) {
        guard simulation.errors.contains(.repeated) else { return }
        for day in simulation.days {
            let dayTimes = simulation.dayTimes(day)
            guard let workout = simulation.workouts(dayTimes).first else { continue }
            HealthXMLWorkouts(simulation, dayTimes).add(workout, to: &text)
            errorCounts[.repeated, default: 0] += 1
            return
        }
    }

    private mutating func addSummaries(to text: inout HealthXMLText) {
        guard simulation.hasBackgroundKinds, simulation.era != .ios8 else { return }
        for day in simulation.days {
            text.add(" <ActivitySummary")
            text.add("dateComponents", HealthCalendar.text(day))
            text.add("activeEnergyBurned", Double(300 + day % 300))
            text.add("activeEnergyBurnedGoal", 500)
            text.add("activeEnergyBurnedUnit", "Cal")
            text.add("appleExerciseTime", Double(20 + day % 40))
            text.add("appleExerciseTimeGoal", 30)
            text.add("appleStandHours", Double(8 + day % 6))
            text.add("appleStandHoursGoal", 12)
            text.add("/>\n")
            counts["ActivitySummary", default: 0] += 1
        }
    }
}
