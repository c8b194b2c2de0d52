import Foundation
import HealthHistory
import HealthRecords
import Testing
import TestSupport

/// An import that is killed leaves the store as it was, or as it would have become.
@Suite struct HealthKillTests {
    private struct StoredContents: Equatable {
        var samples: Set<HealthSample>
        var sleep: Set<SleepSample>
        var workouts: Set<HealthWorkout>

        init(_ path: String) throws {
            let data = try HealthStore.open(path: path).data(fromMs: .min, toMs: .max)
            samples = Set(data.samples)
            sleep = Set(data.sleep)
            workouts = Set(data.workouts)
        }
    }

    /// Some days of heart rates, a night each, and a run every third day.
    private func export(_ days: Range<Int>, date: String) -> String {
        var export = HealthExportText(exportDate: date)
        for day in days {
            let text = "2026-10-\(day < 10 ? "0" : "")\(day)"
            for minute in 0..<700 {
                let (hour, rest) = (8 + minute / 60, minute % 60)
                export.record(
                    "HeartRate", "count/min", "\(60 + (minute * 7 + day) % 90)",
                    at: "\(text) \(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest):00")
            }
            export.sleep("AsleepCore", "\(text) 01:00:00", "\(text) 06:30:00")
            if day % 3 == 0 { export.workout("\(text) 18:00:00", "\(text) 18:42:00", minutes: 42) }
        }
        return export.xml
    }

    private func killImports(_ count: Int) throws {
        let folder = try TemporaryFolder()
        let first = try folder.write("a.xml", export(1..<20, date: "2026-11-01 08:00:00 +0100"))
        let second = try folder.write("b.xml", export(3..<25, date: "2026-11-08 08:00:00 +0100"))
        let (before, path) = (folder.path + "/before.sqlite", folder.path + "/health.sqlite")
        func load(_ file: String, _ store: String) throws {
            let output = try CommandRunner.run(["health", "import", file, "--health", store])
            #expect(output.status == 0, "\(output.errors)")
        }
        func reset() throws {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + end)
            }
            try FileManager.default.copyItem(atPath: before, toPath: path)
        }
        try load(first, before)
        let old = try StoredContents(before)
        try reset()
        let start = ContinuousClock.now
        try load(second, path)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let new = try StoredContents(path)
        #expect(old != new)
        var random = SplitMix64(seed: 1)
        for _ in 0..<count {
            try reset()
            let process = Process()
            process.executableURL = try CommandRunner.tool
            process.arguments = ["health", "import", second, "--health", path]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            usleep(UInt32(1e6 * random.uniform(in: 0...(1.1 * seconds))))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let now = try StoredContents(path)
            #expect(now == old || now == new)
            // And it can be imported after all.
            try load(second, path)
            #expect(try StoredContents(path) == new)
        }
    }

    /// Ctrl-C ends an import with 130, and the store is as before.
    @Test func anInterruptedImportLeavesTheStoreAsBefore() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.xml", export(1..<28, date: "2026-11-01 08:00:00 +0100"))
        let path = folder.path + "/health.sqlite"
        _ = try HealthStore.open(path: path)
        let before = try StoredContents(path)
        let process = Process()
        process.executableURL = try CommandRunner.tool
        process.arguments = ["health", "import", file, "--health", path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Signals before the tool listens end it as a shell would see it.
        usleep(300_000)
        while process.isRunning {
            kill(process.processIdentifier, SIGINT)
            usleep(5000)
        }
        process.waitUntilExit()
        let wasEnded = process.terminationReason == .uncaughtSignal
        // On a fast machine the import may be over before it is interrupted.
        guard process.terminationStatus != 0 else { return }
        #expect(wasEnded || process.terminationStatus == 130)
        #expect(try StoredContents(path) == before)
    }

    @Test func aKilledImportLeavesAllOrNothing() throws { try killImports(4) }

    @Test(.slow) func aHundredKilledImportsLeaveAllOrNothing() throws { try killImports(100) }
}
