import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SessionDashboard

@Suite struct AccessKeysTests {
    /// A clock that a test sets.
    private final class Clock: Sendable {
        private let seconds = Mutex(1_800_000_000.0)
        var now: Double { seconds.withLock { $0 } }
        func pass(_ time: Double) { seconds.withLock { $0 += time } }
    }

    private static func keys(_ clock: Clock, path: String? = nil) -> AccessKeys {
        AccessKeys(path: path) { clock.now }
    }

    @Test func aLinkLetsOneBrowserIn() throws {
        let keys = Self.keys(Clock())
        let token = keys.makeLink(.full)
        // 24 bytes as base 64: all may stand in an address as they are.
        #expect(token.count == 32)
        #expect(
            token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
        let key = try #require(keys.redeem(token: token))
        #expect(key != token && keys.role(key: key) == .full)
        #expect(keys.redeem(token: token) == nil, "it is used up")
        #expect(keys.role(key: token) == nil)
        #expect(Set((0..<100).map { _ in keys.makeLink(.full) }).count == 100)
    }

    @Test(arguments: ["", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])
    func anUnknownTokenOpensNothing(token: String) {
        let keys = Self.keys(Clock())
        _ = keys.makeLink(.full)
        #expect(keys.redeem(token: token) == nil && keys.role(key: token) == nil)
    }

    @Test func aLinkIsGoodForTenMinutes() {
        let clock = Clock()
        let keys = Self.keys(clock)
        let (early, late) = (keys.makeLink(.full), keys.makeLink(.full))
        clock.pass(599)
        #expect(keys.redeem(token: early) != nil)
        clock.pass(2)
        #expect(keys.redeem(token: late) == nil)
    }

    @Test func aViewLinkGrantsOnlyViewing() throws {
        let keys = Self.keys(Clock())
        let key = try #require(keys.redeem(token: keys.makeLink(.view)))
        #expect(keys.role(key: key) == .view)
    }

    @Test func browsersAreKnownAfterANewStart() throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        let path = folder.path + "/browsers.json"
        let first = Self.keys(clock, path: path)
        let key = try #require(first.redeem(token: first.makeLink(.view)))
        let link = first.makeLink(.full)
        let second = Self.keys(clock, path: path)
        #expect(second.role(key: key) == .view)
        #expect(second.redeem(token: link) == nil, "links are not")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        // In use it stays, unused it is forgotten.
        clock.pass(20 * 86_400)
        #expect(second.role(key: key) == .view)
        clock.pass(20 * 86_400)
        #expect(Self.keys(clock, path: path).role(key: key) == .view)
        clock.pass(31 * 86_400)
        #expect(second.role(key: key) == nil)
        #expect(Self.keys(clock, path: path).role(key: key) == nil)
    }

    @Test func allCanBeForgotten() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/browsers.json"
        let keys = Self.keys(Clock(), path: path)
        let key = try #require(keys.redeem(token: keys.makeLink(.full)))
        #expect(keys.forgetDevices())
        #expect(keys.role(key: key) == nil)
        #expect(Self.keys(Clock(), path: path).role(key: key) == nil)
    }

    /// Two programs show the page: each knows the browsers of both, and what one takes back stays so.
    @Test func programsShareKnownBrowsers() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/browsers.json"
        let clock = Clock()
        let first = Self.keys(clock, path: path)
        let second = Self.keys(clock, path: path)
        let one = try #require(first.redeem(token: first.makeLink(.full)))
        let other = try #require(second.redeem(token: second.makeLink(.view)))
        for keys in [first, second, Self.keys(clock, path: path)] {
            #expect(keys.role(key: one) == .full)
            #expect(keys.role(key: other) == .view)
        }
        #expect(second.forgetDevices())
        #expect(first.role(key: one) == nil && first.role(key: other) == nil)
        let third = try #require(first.redeem(token: first.makeLink(.full)))
        #expect(second.role(key: third) == .full)
        #expect(second.role(key: one) == nil)
    }

    @Test func noChangeIsLostBetweenTwoPrograms() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/browsers.json"
        let clock = Clock()
        let entered = await withTaskGroup(of: [String?].self) { group in
            for _ in 0..<2 {
                let keys = Self.keys(clock, path: path)
                group.addTask { (0..<20).map { _ in keys.redeem(token: keys.makeLink(.full)) } }
            }
            return await group.reduce(into: [String?]()) { $0 += $1 }
        }
        let fresh = Self.keys(clock, path: path)
        #expect(entered.count == 40)
        #expect(entered.allSatisfy { $0.map { fresh.role(key: $0) == .full } ?? false })
    }

    /// Changed by another program within a tick of the file system's clock: of the same size, number and time.
    @Test func aChangeOfTheSameLookIsNotUndone() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/browsers.json"
        let keys = Self.keys(Clock(), path: path)
        let mine = try #require(keys.redeem(token: keys.makeLink(.full)))
        let other = String(repeating: "k", count: mine.count)
        var status = stat()
        try #require(stat(path, &status) == 0)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let file = try #require(fopen(path, "r+"))
        fputs(text.replacingOccurrences(of: mine, with: other), file)
        fclose(file)
        #if canImport(Darwin)
            let times = [status.st_atimespec, status.st_mtimespec]
        #else
            let times = [status.st_atim, status.st_mtim]
        #endif
        try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
        let next = try #require(keys.redeem(token: keys.makeLink(.full)))
        let fresh = Self.keys(Clock(), path: path)
        #expect(fresh.role(key: other) == .full && fresh.role(key: next) == .full)
        #expect(keys.role(key: mine) == nil)
    }

    @Test func removingTheFileLocksAllBrowsersOut() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/browsers.json"
        let keys = Self.keys(Clock(), path: path)
        let key = try #require(keys.redeem(token: keys.makeLink(.full)))
        try FileManager.default.removeItem(atPath: path)
        #expect(keys.role(key: key) == nil)
        let other = try #require(keys.redeem(token: keys.makeLink(.full)))
        #expect(keys.role(key: key) == nil && keys.role(key: other) == .full)
    }

    /// Browsers let in or sent away are known here until the end, where the file cannot be written.
    @Test func aFileThatCannotBeWrittenIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/browsers.json"
        let keys = Self.keys(Clock(), path: path)
        let first = try #require(keys.redeem(token: keys.makeLink(.full)))
        // Even the owner of everything cannot open a folder as a file.
        try FileManager.default.removeItem(atPath: path + ".lock")
        try FileManager.default.createDirectory(
            atPath: path + ".lock", withIntermediateDirectories: false)
        let second = try #require(keys.redeem(token: keys.makeLink(.full)))
        #expect(keys.role(key: first) == .full && keys.role(key: second) == .full)
        #expect(Self.keys(Clock(), path: path).role(key: second) == nil)
        let other = Self.keys(Clock(), path: path)
        #expect(other.role(key: first) == .full)
        #expect(!other.forgetDevices())
        #expect(other.role(key: first) == nil, "also where the file still has it")
    }

    @Test(arguments: ["", "{", "[1]", #"[{"key":"a"}]"#, "\u{0}\u{0}"])
    func aDamagedFileGrantsNoRole(text: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("browsers.json", text)
        let keys = Self.keys(Clock(), path: path)
        #expect(keys.role(key: "a") == nil)
        let key = try #require(keys.redeem(token: keys.makeLink(.full)))
        #expect(Self.keys(Clock(), path: path).role(key: key) == .full)
    }
}
