import Foundation
import RecordingFiles
import Synchronization
import TestSupport
import Testing

@testable import Datasets

/// Fetching from a server on this machine that does what servers do.
@Suite struct DatasetFetchTests {
    private let home: TemporaryFolder
    private let locations: DatasetLocations
    private var folder: String { locations.storeFolder(of: TestPublisher.set) }

    init() throws {
        home = try TemporaryFolder()
        locations = DatasetLocations(store: home.path + "/store", sharedFolder: nil)
    }

    /// - Parameter waits: gets the pauses instead of waiting.
    private func fetch(
        _ mirror: String, records: Set<String>? = nil, set: PublishedDataset = TestPublisher.set,
        timeoutSeconds: Double = 5, waits: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> DatasetFetch.Report {
        let fetch = DatasetFetch(
            set, from: try DatasetSource(mirror: mirror), to: locations, wait: { waits($0) })
        return try await fetch.run(
            try await fetch.plan(records: records, timeoutSeconds: timeoutSeconds))
    }

    /// Every file of the set is there, to the byte, and nothing besides.
    private func isWhole() -> Bool {
        let names = Set(FolderListing.files(in: folder))
        return names == Set(TestPublisher.files.keys).union([ChecksumFile.name])
            && TestPublisher.files.allSatisfy {
                FileManager.default.contents(atPath: "\(folder)/\($0.key)").map(Array.init)
                    == $0.value
            }
    }

    @Test func everyFileComesOnce() async throws {
        let publisher = try TestPublisher()
        let report = try await fetch(publisher.mirror)
        #expect(report.fetchedCount == 10 && report.existingCount == 0 && report.failures.isEmpty)
        #expect(isWhole())
        #expect(publisher.server.requests.count == 11)
        #expect(publisher.server.requests.allSatisfy { $0.headers["cookie"] == nil })
        // Again nothing is asked at all.
        let again = try await fetch(publisher.mirror)
        #expect(again.existingCount == 10 && again.fetchedCount == 0)
        #expect(publisher.server.requests.count == 11)
        let found = try DatasetVerification(TestPublisher.set, in: folder)
        #expect(
            found.isComplete && found.beats == ["atr": 15] && found.records == ["a", "b", "sub/c"])
    }

    @Test func someRecordsComeAlone() async throws {
        let publisher = try TestPublisher()
        let report = try await fetch(publisher.mirror, records: ["sub/c"])
        #expect(report.fetchedCount == 4)
        #expect(FolderListing.files(in: folder).contains("sub/c.atr"))
        #expect(!FolderListing.files(in: folder).contains("a.dat"))
        let found = try DatasetVerification(TestPublisher.set, in: folder)
        #expect(
            !found.isComplete && found.missingRecords == ["a", "b"] && found.beats == ["atr": 6])
        await #expect(throws: DatasetFailure.self) {
            try await fetch(publisher.mirror, records: ["d"])
        }
    }

    @Test func whatIsDamagedIsMended() async throws {
        let publisher = try TestPublisher()
        _ = try await fetch(publisher.mirror)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder + "/a.dat"))
        try FileManager.default.removeItem(atPath: folder + "/b.atr")
        let broken = try DatasetVerification(TestPublisher.set, in: folder)
        #expect(broken.sums?.mismatchedFiles == ["a.dat"] && broken.sums?.missing == ["b.atr"])
        let report = try await fetch(publisher.mirror)
        #expect(report.fetchedCount == 2 && report.existingCount == 8)
        #expect(isWhole())
    }

    // MARK: What servers do

    @Test func aTruncatedBodyResumesAtItsEnd() async throws {
        let publisher = try TestPublisher([
            "b.dat": .init(count: 2) { body, request in
                var response = LoopbackServer.Response.whole(body, to: request)
                response.cutAt = 200
                return response
            }
        ])
        let report = try await fetch(publisher.mirror)
        #expect(report.failures.isEmpty && isWhole())
        let ranges = publisher.requests(of: "b.dat").map { $0.headers["range"] }
        #expect(ranges == [nil, "bytes=200-", "bytes=400-"])
        #expect(publisher.requests(of: "b.dat")[1].headers["if-range"] == "\"one\"")
    }

    @Test func aRangeThatIsIgnoredBeginsAnew() async throws {
        let publisher = try TestPublisher([
            "b.dat": .init(count: 2) { body, request in
                // The second time the whole body comes, though a part was asked for.
                .init(
                    headers: ["ETag": "\"one\""], body: body,
                    cutAt: request.headers["range"] == nil ? 200 : nil)
            }
        ])
        let report = try await fetch(publisher.mirror)
        #expect(report.failures.isEmpty && isWhole())
        // What came whole was taken as it is.
        #expect(publisher.requests(of: "b.dat").count == 2)
    }

    @Test func aPartOfOtherBytesIsThrownAway() async throws {
        // The server goes on with a file that is another one by now, and says nothing of it.
        let publisher = try TestPublisher([
            "b.dat": .init(count: 1) { body, _ in
                .init(
                    headers: ["ETag": "\"one\""], body: [UInt8](repeating: 9, count: body.count),
                    cutAt: 200)
            }
        ])
        let report = try await fetch(publisher.mirror)
        #expect(report.failures.isEmpty && isWhole())
        #expect(
            publisher.requests(of: "b.dat").map { $0.headers["range"] } == [nil, "bytes=200-", nil])
    }

    @Test func aRangeThatWasNotRequestedIsNotUsed() async throws {
        let publisher = try TestPublisher([
            "b.dat": .init(count: 2) { body, request in
                request.headers["range"] == nil
                    ? .init(headers: ["ETag": "\"one\""], body: body, cutAt: 200)
                    : .init(
                        status: 206, headers: ["Content-Range": "bytes 100-599/600"],
                        body: Array(body[100...]))
            }
        ])
        let waits = Mutex<[Double]>([])
        let report = try await fetch(
            publisher.mirror, waits: { wait in waits.withLock { $0.append(wait) } })
        #expect(report.failures.isEmpty && isWhole())
        // It is refused as it begins: bytes that were taken and found wrong are asked for again at once.
        #expect(waits.withLock(\.self) == [1, 2])
    }

    @Test func wrongBytesNeverReachTheDestination() async throws {
        let publisher = try TestPublisher([
            "b.dat": .init { body, _ in .init(body: body.map { $0 ^ 1 }) }
        ])
        let report = try await fetch(publisher.mirror)
        #expect(report.failures.map(\.name) == ["b.dat"])
        #expect(report.failures.first?.failure.kind == .badData)
        #expect(report.fetchedCount == 9)
        #expect(!FolderListing.files(in: folder).contains { $0.hasPrefix("b.dat") })
    }

    @Test func aFileThatIsNotThereIsNamedAndTheOthersCome() async throws {
        let publisher = try TestPublisher(["sub/c.dat": .init { _, _ in .init(status: 404) }])
        let report = try await fetch(publisher.mirror)
        #expect(report.failures.map(\.name) == ["sub/c.dat"] && report.fetchedCount == 9)
        #expect(report.failures.first?.failure.text.contains("does not have sub/c.dat") == true)
        #expect(publisher.requests(of: "sub/c.dat").count == 1)
    }

    @Test func aRecordThatIsListedAndAbsentIsSaid() async throws {
        var files = TestPublisher.files
        for ending in ["hea", "dat", "atr"] { files["b.\(ending)"] = nil }
        let publisher = try TestPublisher(sums: TestPublisher.sums(files))
        let report = try await fetch(publisher.mirror)
        #expect(report.failures.map(\.name) == ["b"] && report.fetchedCount == 7)
    }

    @Test func itWaitsAsLongAsRetryAfterStates() async throws {
        let publisher = try TestPublisher([
            "a.hea": .init(count: 1) { _, _ in .init(status: 429, headers: ["Retry-After": "7"]) },
            "b.hea": .init(count: 1) { _, _ in .init(status: 503) },
        ])
        let waits = Mutex<[Double]>([])
        let report = try await fetch(
            publisher.mirror, waits: { wait in waits.withLock { $0.append(wait) } })
        #expect(report.failures.isEmpty && isWhole())
        #expect(waits.withLock { $0.sorted() } == [1, 7])
    }

    @Test func theSumsAreWaitedForToo() async throws {
        let publisher = try TestPublisher([
            ChecksumFile.name: .init(count: 2) { _, _ in
                .init(status: 503, headers: ["Retry-After": "7"])
            }
        ])
        let waits = Mutex<[Double]>([])
        _ = try await fetch(publisher.mirror) { seconds in waits.withLock { $0.append(seconds) } }
        #expect(waits.withLock(\.self) == [7, 7] && isWhole())
    }

    @Test func aServerThatAlwaysRefusesIsGivenUp() async throws {
        let publisher = try TestPublisher(["a.hea": .init { _, _ in .init(status: 503) }])
        let report = try await fetch(publisher.mirror)
        #expect(report.failures.map(\.name) == ["a.hea"])
        #expect(publisher.requests(of: "a.hea").count == 5)
    }

    @Test func redirectsLeadNowhereElse() async throws {
        let elsewhere = try TestPublisher()
        let target = "\(elsewhere.mirror)/three/1.0.0/"
        let publisher = try TestPublisher([
            "a.dat": .init { _, _ in .init(status: 302, headers: ["Location": target + "a.dat"]) },
            "b.dat": .init(count: 1) { _, _ in
                .init(status: 302, headers: ["Location": "/files/three/1.0.0/b.dat"])
            },
        ])
        let report = try await fetch(publisher.mirror)
        #expect(report.failures.map(\.name) == ["a.dat"])
        #expect(report.failures.first?.failure.text.contains("which is not asked") == true)
        #expect(elsewhere.server.requests.isEmpty)
        #expect(FolderListing.files(in: folder).contains("b.dat"))
    }

    @Test func redirectsInACircleEnd() async throws {
        let publisher = try TestPublisher([
            "b.dat": .init { _, _ in
                .init(status: 307, headers: ["Location": "/files/three/1.0.0/b.dat"])
            }
        ])
        let report = try await fetch(publisher.mirror)
        #expect(report.failures.map(\.name) == ["b.dat"] && report.fetchedCount == 9)
        #expect(report.failures.first?.failure.text.hasSuffix("answers 307 for b.dat") == true)
        #expect(publisher.requests(of: "b.dat").count == 6)
    }

    @Test(arguments: [
        "../../evil", "/etc/evil", "sub/../../evil", "a\\..\\evil", ".hidden", "a//b", "a.dat.part",
    ])
    func namesThatLeadOutOfTheFolderEndIt(_ name: String) async throws {
        let publisher = try TestPublisher(
            sums: TestPublisher.sums() + String(repeating: "0", count: 64) + "  \(name)\n")
        await #expect(throws: DatasetFailure.self) { try await fetch(publisher.mirror) }
        // What was not trusted is not kept, and nothing else was asked for.
        #expect(!FolderListing.files(in: folder).contains(ChecksumFile.name))
        #expect(publisher.server.requests.count == 1)
    }

    @Test func sumsThatTheCatalogueKnowsMustBeThose() async throws {
        let publisher = try TestPublisher()
        func pinned(_ sum: String) -> PublishedDataset {
            PublishedDataset(
                "three", "1.0.0", "Three", recordCount: .verified(3), citation: "",
                checksumFileSHA256: sum)
        }
        await #expect(throws: DatasetFailure.self) {
            try await fetch(publisher.mirror, set: pinned(String(repeating: "0", count: 64)))
        }
        let right = SHA256.hex(of: TestPublisher.sums())
        #expect(try await fetch(publisher.mirror, set: pinned(right)).fetchedCount == 10)
    }

    @Test func knownSumsThatAreDamagedAreFetchedAnew() async throws {
        let publisher = try TestPublisher()
        let set = PublishedDataset(
            "three", "1.0.0", "Three", recordCount: .verified(3), citation: "",
            checksumFileSHA256: SHA256.hex(of: TestPublisher.sums()))
        _ = try await fetch(publisher.mirror, set: set)
        try Data([1]).write(to: URL(fileURLWithPath: "\(folder)/\(ChecksumFile.name)"))
        #expect(try await fetch(publisher.mirror, set: set).existingCount == 10)
        #expect(isWhole())
    }

    @Test func unconfirmedChecksumsAreNotStored() async throws {
        let publisher = try TestPublisher()
        await #expect(throws: DatasetFailure.self) {
            try await fetch(publisher.mirror, records: ["nope"])
        }
        #expect(FolderListing.files(in: folder).isEmpty)
        // Nor where the program was ended at its question.
        let stopped = DatasetFetch(
            TestPublisher.set, from: try DatasetSource(mirror: publisher.mirror), to: locations)
        _ = try await stopped.plan(records: nil, timeoutSeconds: 5)
        #expect(!FolderListing.files(in: folder).contains(ChecksumFile.name))
        _ = try await stopped.run(try await stopped.plan(records: nil, timeoutSeconds: 5))
        #expect(isWhole())
    }

    @Test func theFirstChecksumsAreStored() async throws {
        let publisher = try TestPublisher()
        _ = try await fetch(publisher.mirror)
        // Another server has other bytes and sums that fit to them: they are not trusted any more.
        try FileManager.default.removeItem(atPath: folder + "/a.dat")
        let liar = try TestPublisher(["a.dat": .init { _, _ in .init(body: [1, 2, 3]) }])
        let report = try await fetch(liar.mirror)
        #expect(report.failures.map(\.name) == ["a.dat"])
        #expect(liar.requests(of: ChecksumFile.name).isEmpty)
    }

    /// A list that fits to no file which comes with it says nothing of the next source.
    @Test func checksumsThatMatchNothingAreNotStored() async throws {
        let other = TestPublisher.files.mapValues { $0 + [1] }
        let liar = try TestPublisher(sums: TestPublisher.sums(other))
        #expect(try await fetch(liar.mirror).failures.count == 10)
        let right = try TestPublisher()
        _ = try await fetch(right.mirror)
        #expect(isWhole())
        // One that is damaged says how to begin anew.
        try Data().write(to: URL(fileURLWithPath: "\(folder)/\(ChecksumFile.name)"))
        let failure = await #expect(throws: DatasetFailure.self) {
            try await fetch(right.mirror)
        }
        #expect(
            failure?.kind == .badData
                && failure?.text.hasSuffix("remove it, and fetch again") == true)
    }

    @Test func aServerThatNeverRespondsTimesOut() async throws {
        let publisher = try TestPublisher([
            ChecksumFile.name: .init { body, _ in .init(body: body, delay: 30) }
        ])
        let failure = await #expect(throws: DatasetFailure.self) {
            try await fetch(publisher.mirror, timeoutSeconds: 0.3)
        }
        #expect(failure?.kind == .unavailable)
        #expect(failure?.text.contains("it did not answer in time") == true)
    }

    @Test func anUnreachableMirrorIsASentence() async throws {
        let failure = await #expect(throws: DatasetFailure.self) {
            try await fetch("http://127.0.0.1:9/files")
        }
        #expect(failure?.kind == .unavailable)
        #expect(failure?.text.contains("it cannot be reached: name another mirror") == true)
    }

    // MARK: What machines do

    @Test func twoAtOnceAreOne() async throws {
        let publisher = try TestPublisher()
        let fetch = DatasetFetch(
            TestPublisher.set, from: try DatasetSource(mirror: publisher.mirror), to: locations)
        let plan = try await fetch.plan(records: nil, timeoutSeconds: 5)
        let failure = await #expect(throws: DatasetFailure.self) {
            try await fetch.plan(records: nil, timeoutSeconds: 5)
        }
        #expect(failure?.kind == .occupied)
        #expect(failure?.text.contains("process \(getpid()) ") == true)
        _ = try await fetch.run(plan)
        #expect(isWhole())
    }

    @Test func linksInTheStoreAreNotFollowed() async throws {
        let publisher = try TestPublisher()
        let outside = home.path + "/outside"
        try FileManager.default.createDirectory(
            atPath: outside, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/sub", withDestinationPath: outside)
        let failure = await #expect(throws: DatasetFailure.self) {
            try await fetch(publisher.mirror)
        }
        #expect(failure?.kind == .cannotCreate)
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
    }

    @Test func aFolderIsAMirrorToo() async throws {
        let mirror = home.path + "/mirror"
        for (name, bytes) in TestPublisher.files {
            let path = "\(mirror)/three/\(name)"
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }
        // Without sums nothing could be verified.
        let failure = await #expect(throws: DatasetFailure.self) { try await fetch(mirror) }
        #expect(failure?.kind == .unavailable)
        try Data(TestPublisher.sums().utf8).write(
            to: URL(fileURLWithPath: "\(mirror)/three/\(ChecksumFile.name)"))
        try Data([0]).write(to: URL(fileURLWithPath: "\(mirror)/three/b.dat"))
        let report = try await fetch(mirror)
        #expect(report.fetchedCount == 9 && report.failures.map(\.name) == ["b.dat"])
    }

    @Test(arguments: [
        "http://example.org/files", "ftp://127.0.0.1/files", "https://", "https://user@host/x",
        "https://host/x?y=1", "nofolder",
    ])
    func invalidMirrorsAreRefused(_ mirror: String) throws {
        let failure = #expect(throws: DatasetFailure.self) { try DatasetSource(mirror: mirror) }
        #expect(failure?.kind == .usage)
    }

    @Test func aSetBehindAnAgreementIsNeverFetched() async throws {
        let publisher = try TestPublisher()
        let set = try #require(DatasetCatalogue.all.first { $0.agreementAddress != nil })
        let failure = await #expect(throws: DatasetFailure.self) {
            try await fetch(publisher.mirror, set: set)
        }
        #expect(failure?.kind == .usage && publisher.server.requests.isEmpty)
    }
}
