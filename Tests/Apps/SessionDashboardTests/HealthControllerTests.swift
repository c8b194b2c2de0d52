import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HealthHistory
@testable import SessionDashboard

/// Reports of imports to pages, with an importer that waits for the test.
@Suite(.timeLimit(.minutes(1))) struct HealthControllerTests {
    private let folder: TemporaryFolder
    private let fake = FakeImporter()
    private let controller: HealthController

    init() throws {
        folder = try TemporaryFolder()
        let store = try HealthStore.open(path: folder.path + "/health.sqlite")
        controller = HealthController(store: store, importer: fake.importer)
    }

    private static func refused(_ code: String) -> ImportReport {
        let refusal = ImportFileError(code: code, text: "a sentence of \(code)")
        return ImportReport(
            files: [ImportedFile(path: "/a/\(code).zip", outcome: .refused(refusal))])
    }

    @Test func nothingIsImportedAtFirst() async {
        let snapshot = await controller.snapshot(after: nil)
        #expect(snapshot.runningImport == nil && snapshot.refusals.isEmpty)
        controller.close()
    }

    /// A page that knows how things are waits, and is answered when they change.
    @Test func aPageGetsAResponseWhenTheStateChanges() async throws {
        // The store reports every kind of records once.
        let known = await controller.snapshot { $0.kinds.count == HealthChangeKind.allCases.count }
        let controller = controller
        let response = Task { await controller.snapshot(after: known.revision) }
        try controller.startImport(path: "/a/b.zip") {}
        let snapshot = await response.value
        #expect(snapshot.revision > known.revision)
        #expect(snapshot.runningImport == HealthController.RunningImport(records: 0))
        fake.end(.success(ImportReport()))
        controller.close()
    }

    @Test func progressIsReported() async throws {
        try controller.startImport(path: "/a/b.zip") {}
        let snapshot = await controller.snapshot { $0.runningImport?.percent != nil }
        // The fake has read 250 of 1000 bytes, and 7 records.
        #expect(snapshot.runningImport?.percent == 25 && snapshot.runningImport?.records == 7)
        // What is left takes three times as long as what was read.
        #expect((snapshot.runningImport?.secondsLeft ?? 0) > 0)
        fake.end(.success(ImportReport()))
        let end = await controller.snapshot { $0.runningImport == nil }
        #expect(end.refusals.isEmpty)
        controller.close()
    }

    @Test(arguments: [
        (Result<ImportReport, HealthStoreError>.success(refused("no_export")), "no_export"),
        (.failure(.diskFull(path: "/x")), "no_room"), (.failure(.busy(path: "/x")), "store"),
    ])
    func aRefusalIsShownUntilTheNextFile(
        result: Result<ImportReport, HealthStoreError>, code: String
    ) async throws {
        try controller.startImport(path: "/a/no_export.zip") {}
        fake.end(result)
        let snapshot = await controller.snapshot { $0.runningImport == nil }
        #expect(snapshot.refusals.map(\.code) == [code])
        #expect(snapshot.refusals.map(\.file) == ["no_export.zip"])
        try controller.startImport(path: "/a/b.zip") {}
        #expect(await controller.snapshot(after: nil).refusals.isEmpty)
        fake.end(.success(ImportReport()))
        controller.close()
    }

    /// The fake ends as the store does: with `cancelled`, as soon as its progress is answered with false.
    @Test func aCancelledImportEndsWithoutARefusal() async throws {
        // It ends only where the controller says that nothing of the file is needed any more.
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            do {
                try controller.startImport(path: "/a/b.zip") { continuation.resume() }
                controller.cancel()
            } catch { continuation.resume(throwing: error) }
        }
        #expect(fake.lastResult == .failure(.cancelled))
        let snapshot = await controller.snapshot(after: nil)
        #expect(snapshot.runningImport == nil && snapshot.refusals.isEmpty)
        // The next file is not cancelled too.
        try controller.startImport(path: "/a/c.zip") {}
        fake.end(.success(ImportReport()))
        _ = await controller.snapshot { $0.runningImport == nil }
        #expect(fake.lastResult == .success(ImportReport()))
        controller.close()
    }

    @Test func ofTwoFilesAtOnceTheSecondIsRefused() async throws {
        try controller.startImport(path: "/a/first.zip") {}
        let error = #expect(throws: DashboardError.self) {
            try controller.startImport(path: "/a/second.zip") {}
        }
        #expect(error?.status == .conflict)
        #expect(await controller.snapshot(after: nil).runningImport != nil)
        fake.end(.success(ImportReport()))
        _ = await controller.snapshot { $0.runningImport == nil }
        #expect(fake.paths == ["/a/first.zip"])
        try controller.startImport(path: "/a/second.zip") {}
        fake.end(.success(ImportReport()))
        _ = await controller.snapshot { $0.runningImport == nil }
        #expect(fake.paths == ["/a/first.zip", "/a/second.zip"])
        controller.close()
    }

    @Test func closingCancelsTheImportAndRefusesFurtherOnes() async throws {
        try controller.startImport(path: "/a/b.zip") {}
        controller.close()
        _ = await controller.snapshot { $0.runningImport == nil }
        #expect(fake.lastResult == .failure(.cancelled))
        #expect(throws: DashboardError.self) { try controller.startImport(path: "/a/c.zip") {} }
    }

    // MARK: Watched files

    /// Files that have stood for long, in the order of their names, and a watcher of their folder.
    private func watcher(of names: [String]) throws -> HealthWatcher {
        let watched = folder.path + "/watched"
        try FileManager.default.createDirectory(
            atPath: watched, withIntermediateDirectories: true)
        for name in names {
            try folder.write("watched/" + name, name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100)],
                ofItemAtPath: watched + "/" + name)
        }
        try controller.store.watch(watched)
        return try HealthWatcher(controller.store, importer: fake.importer)
    }

    @Test func eachWatchedFileIsReportedSeparately() async throws {
        var watcher = try watcher(of: ["a.zip", "b.zip", "c.zip"])
        fake.end(.success(Self.refused("zip_damaged")))
        fake.end(.success(ImportReport()))
        fake.end(.failure(.diskFull(path: "/x")))
        controller.importChanges(&watcher)
        let snapshot = await controller.snapshot(after: nil)
        #expect(snapshot.runningImport == nil)
        #expect(snapshot.refusals.map(\.code) == ["zip_damaged", "no_room"])
        // The one that was not taken rests, and the others were read: nothing is asked, and nothing new reported.
        let before = fake.paths.count
        controller.importChanges(&watcher)
        #expect(fake.paths.count == before)
        #expect(await controller.snapshot(after: nil).refusals == snapshot.refusals)
        controller.close()
    }

    @Test func aWatchedFileWaitsForOneThatWasChosen() async throws {
        var watcher = try watcher(of: ["a.zip"])
        try controller.startImport(path: "/a/chosen.zip") {}
        controller.importChanges(&watcher)
        fake.end(.success(ImportReport()))
        _ = await controller.snapshot { $0.runningImport == nil }
        #expect(fake.paths == ["/a/chosen.zip"])
        fake.end(.success(ImportReport()))
        controller.importChanges(&watcher)
        #expect(fake.paths.count == 2)
        controller.close()
    }
}

/// Reads nothing: an import continues until the test ends it, or the controller cancels it.
private final class FakeImporter: Sendable {
    private struct State {
        var paths: [String] = []
        /// The results of the next imports, the first one first.
        var results: [Result<ImportReport, HealthStoreError>] = []
        var lastResult: Result<ImportReport, HealthStoreError>?
    }

    private let state = Mutex(State())

    var paths: [String] { state.withLock(\.paths) }
    var lastResult: Result<ImportReport, HealthStoreError>? { state.withLock(\.lastResult) }

    func end(_ result: Result<ImportReport, HealthStoreError>) {
        state.withLock { $0.results.append(result) }
    }

    var importer: HealthImporter {
        { [self] path, _, progress throws(HealthStoreError) in
            state.withLock { $0.paths.append(path) }
            var result: Result<ImportReport, HealthStoreError>?
            while result == nil {
                let isWanted = progress(
                    ImportProgress(
                        name: "b.zip", fileIndex: 0, fileCount: 1, bytesRead: 250, byteCount: 1000,
                        recordCount: 7))
                if isWanted {
                    result = state.withLock { $0.results.isEmpty ? nil : $0.results.removeFirst() }
                } else {
                    result = .failure(.cancelled)
                }
                usleep(5000)
            }
            state.withLock { $0.lastResult = result }
            return try (result ?? .failure(.cancelled)).get()
        }
    }
}

extension HealthController {
    /// The first moment of which the condition holds.
    fileprivate func snapshot(where isWanted: (Snapshot) -> Bool) async -> Snapshot {
        var snapshot = await snapshot(after: nil)
        while !isWanted(snapshot) { snapshot = await self.snapshot(after: snapshot.revision) }
        return snapshot
    }
}
