import Foundation
import LivePipeline
import LiveProtocol
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import SessionHistory
import TestSupport
import Testing

@testable import LiveSession

/// Beats by the clock on the wall, as of a bridge that is always there: as quick as a test wants them.
private struct BeatingSource: LiveSource {
    let startsAtFirstLine = true
    /// Keys of the devices that send.
    var devices = ["0"]
    private var count = 0

    init(devices: [String] = ["0"]) { self.devices = devices }

    mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int) -> [LiveSourceEvent]
    {
        if count == 0 {
            count = 1
            return devices.map {
                .parsedLine(
                    BeatlineLine(.device(.init(name: "Strap \($0)", kind: "rr")), device: $0))
            }
        }
        // Twenty a second, each said to have lasted 600 ms: more beats than time came, so that the signal is not good.
        guard now >= 50_000 * count else { return [] }
        count += 1
        return devices.map {
            .parsedLine(
                BeatlineLine(
                    .rr(.init(.milliseconds([600]))), device: $0, timeMicroseconds: now))
        }
    }

    mutating func wait(milliseconds: Int32, _ wake: WakeSignal) {
        wake.wait(milliseconds: min(milliseconds, 10))
    }
}

/// Follows a session, and does what a test wants at each of its steps.
private final class Onlooker: SessionObserver {
    var commands: [SessionCommand] = []
    private(set) var moments: [SessionProgress] = []
    private(set) var outputs: [BridgeSession.Output] = []
    private(set) var outcome: SessionOutcome?
    private let act: (Onlooker, SessionProgress) -> Void

    init(_ act: @escaping (Onlooker, SessionProgress) -> Void) { self.act = act }

    func follow(_ moment: SessionProgress) {
        moments.append(moment)
        act(self, moment)
    }

    func drainCommands() -> [SessionCommand] {
        defer { commands.removeAll() }
        return commands
    }

    func receive(
        _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
        atMicroseconds now: Int
    ) { self.outputs += outputs }

    func finish(_ outcome: SessionOutcome) { self.outcome = outcome }
}

@Suite struct SessionOpeningTests {
    private static func plan() -> SessionPlan {
        var plan = HostedSession.plan(clock: .wall, minutes: 0.02)
        plan.readiness = .bridge
        return plan
    }

    /// Nothing is paced and no time counts until an observer says that it begins.
    @Test func checksKeepASessionFromBeginning() throws {
        let onlooker = Onlooker { onlooker, moment in
            if moment.seconds > 0.7, moment.checks != nil { onlooker.commands = [.begin] }
        }
        let outcome = try HostedSession.run(
            Self.plan(), BeatingSource(), observers: [onlooker])
        let waiting = onlooker.moments.prefix { $0.checks != nil }
        #expect(waiting.last.map { $0.seconds > 0.6 } == true)
        #expect(waiting.allSatisfy { $0.isPaused && $0.activeSeconds == 0 })
        #expect(waiting.last?.checks?.map(\.state).first == .done)
        #expect(waiting.contains { $0.figuresDuringPause != nil })
        // 1.2 s are asked for, and count from the beginning.
        let (begun, last) = (
            try #require(waiting.last?.seconds), try #require(onlooker.moments.last)
        )
        #expect(outcome.totals.durationSeconds >= 1.2)
        #expect(outcome.totals.durationSeconds == last.activeSeconds)
        #expect(last.seconds - last.activeSeconds >= 0.7)
        let cues = onlooker.outputs.compactMap { output -> Double? in
            if case .live(.phase(let cue)) = output { cue.startSeconds } else { nil }
        }
        #expect(!cues.isEmpty && cues.allSatisfy { $0 > begun })
    }

    /// Commands before the beginning are not carried out, but for the end.
    @Test func beforeTheBeginningOnlyTheEndIsDone() throws {
        let onlooker = Onlooker { onlooker, moment in
            onlooker.commands = moment.seconds < 0.3 ? [.pause, .resume, .mark("a")] : [.discard]
        }
        let outcome = try HostedSession.run(
            Self.plan(), BeatingSource(), observers: [onlooker])
        #expect(outcome.isDiscarded && outcome.isEndedByCommand && outcome.storedSession == nil)
        #expect(onlooker.moments.allSatisfy { $0.checks != nil && $0.activeSeconds == 0 })
        let marks = onlooker.outputs.filter { if case .mark = $0 { true } else { false } }
        #expect(marks.isEmpty && onlooker.outcome?.isDiscarded == true)
    }

    /// The device that is chosen counts from then on, and the log has the choice: a replay does the same.
    @Test func aChosenDeviceCounts() throws {
        let folder = try TemporaryFolder()
        var plan = HostedSession.plan(clock: .wall, minutes: 0.05)
        plan.logging = .required
        let onlooker = Onlooker { onlooker, moment in
            let other = moment.devices.last
            if moment.seconds > 1, let other, moment.device != other {
                onlooker.commands = [.choose(other)]
            }
        }
        let outcome = try HostedSession.run(
            plan, BeatingSource(devices: ["a", "b"]), folder: folder.path, observers: [onlooker])
        #expect(onlooker.moments.last?.devices.map(\.key) == ["a", "b"])
        let counted = onlooker.moments.compactMap(\.device?.key)
        #expect(counted.first == "a" && counted.last == "b")
        #expect(onlooker.moments.last?.deviceName == "Strap b")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let log = try #require(names.first { $0.hasSuffix(".beatline") })
        let text = try String(contentsOfFile: folder.path + "/" + log, encoding: .utf8)
        #expect(text.contains(#""dev":"person""#) && text.contains(#""name":"0:b""#))
        var again = HostedSession.plan()
        again.speed = .infinity
        let replayed = Onlooker { _, _ in }
        _ = try HostedSession.run(
            again, try #require(ReplaySource(path: folder.path + "/" + log)), observers: [replayed])
        #expect(replayed.moments.last?.device?.key == "b")
        #expect(outcome.totals.gapCount >= 1)
    }

    /// A request of another program is carried out as one of an observer.
    @Test func requestsOfAnotherProgramAreCarriedOut() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/history.sqlite"
        let (store, other) = (try SessionStore(path: path), try SessionStore(path: path))
        // One whose end no client requests ends all the same.
        var plan = HostedSession.plan(clock: .wall, minutes: 0.2)
        plan.claim = .init(.liveCommand)
        var commands = ["end", "resume", "pause"]
        let onlooker = Onlooker { _, moment in
            guard moment.seconds > 0.2, let request = commands.last else { return }
            // Each waits for what the one before did.
            guard moment.isPaused == (request == "resume") else { return }
            guard let id = ((try? other.activity()) ?? nil)?.id,
                (try? other.request(request, of: id)) == true
            else { return }
            commands.removeLast()
        }
        let outcome = try HostedSession.run(
            plan, BeatingSource(), store: store, observers: [onlooker])
        #expect(commands.isEmpty && outcome.isEndedByCommand && !outcome.isReplaced)
        #expect(onlooker.moments.contains { $0.isPaused })
        #expect(outcome.totals.durationSeconds < 12)
    }

    /// A second session is prevented from beginning even where a history cannot be opened.
    @Test(arguments: [false, true]) func anUnreadableHistoryAllowsOneSession(isForced: Bool) throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path + "/history.sqlite"
        let launcher = SessionLauncher(
            store: nil, database: path, logsFolder: folder.path, version: "1")
        var plan = HostedSession.plan(clock: .wall, minutes: 0.01)
        plan.claim = .init(.liveCommand, isForced: isForced)
        var first: PreparedSession? = try launcher.prepare(plan)
        #expect(first != nil)
        var refusal = #expect(throws: SessionLauncher.Refusal.self) { try launcher.prepare(plan) }
        #expect(refusal == .reservation(.unknownActivity(database: path)))
        // A history that can be opened again has no row of it.
        let store = try SessionStore(path: path)
        let second = SessionLauncher(store: store, logsFolder: folder.path, version: "1")
        refusal = #expect(throws: SessionLauncher.Refusal.self) { try second.prepare(plan) }
        #expect(refusal == .reservation(.unknownActivity(database: path)))
        first = nil
        let next = try second.prepare(plan)
        #expect(try store.activity()?.title == plan.title)
        withExtendedLifetime(next) {}
    }

    /// A program that claimed an activity by force has its lock too, once the other has given it back.
    @Test func theLockPassesToTheForcedOwner() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/history.sqlite"
        let store = try SessionStore(path: path)
        let launcher = SessionLauncher(store: store, logsFolder: folder.path, version: "1")
        var plan = HostedSession.plan(clock: .wall)
        plan.claim = .init(.liveCommand)
        var first: PreparedSession? = try launcher.prepare(plan)
        plan.claim = .init(.page, isForced: true)
        let second = try launcher.prepare(plan)
        #expect(first != nil)
        first = nil
        try eventually("the lock is the second one's") {
            // It is free for a moment.
            let third = ActivityLock(database: path)
            return third.acquire() == .anotherProgram
        }
        withExtendedLifetime(second) {}
    }

    /// One who is replaced by another program falls silent at once, and what it has is kept.
    @Test func aReplacedSessionFallsSilent() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/history.sqlite"
        let store = try SessionStore(path: path)
        // One that no program replaces ends all the same.
        var plan = HostedSession.plan(clock: .wall, minutes: 0.2)
        (plan.isStored, plan.claim) = (true, .init(.liveCommand))
        let other = try SessionStore(path: path)
        var forcedClaim: ActivityClaim?
        let onlooker = Onlooker { _, moment in
            guard moment.seconds > 1.5, forcedClaim == nil else { return }
            forcedClaim = try? other.claim(
                Activity(owner: .page, title: "b", kind: "session"), isForced: true)
        }
        let outcome = try HostedSession.run(
            plan, BeatingSource(), store: store, observers: [onlooker])
        #expect(outcome.isReplaced && forcedClaim != nil && outcome.errors.isEmpty)
        #expect(onlooker.outputs.contains(.live(.stop)))
        let storedSession = try store.session(try #require(outcome.storedSession))
        #expect(storedSession.state == .interrupted && storedSession.beatCount > 0)
        #expect(try store.activity()?.title == "b")
        // A second one that does not force does not begin.
        let refusal = #expect(throws: SessionLauncher.Refusal.self) {
            try HostedSession.run(plan, BeatingSource(), store: store)
        }
        guard case .reservation(.occupied(let holder)) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(holder.title == "b" && holder.owner == .page)
    }
}
