#if DBus
    import Foundation
    import LiveSession
    import PracticePlans
    import Synchronization
    import TestSupport
    import Testing

    @testable import PracticeRuntime

    /// logind on a real bus, which a test plays.
    @Suite(.needsStandIn) struct SleepTests {
        private let bus: StandInBus

        init() throws { bus = try StandInBus(nil) }

        private var environment: [String: String] {
            ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "PATH": "/nowhere"]
        }

        @Test func theLockIsHeldUntilTheEnd() throws {
            defer { bus.stop() }
            let logind = try DesktopStandIn("logind", at: bus.address)
            let inhibitor = SleepInhibitor("Sit", environment: environment)
            #expect(inhibitor.isHeld)
            try logind.wait(for: "inhibit")
            let asked = try #require(logind.events("inhibit").first)
            #expect(
                asked["what"] as? String == "idle:sleep" && asked["who"] as? String == "Resonance")
            #expect(asked["why"] as? String == "Sit" && asked["mode"] as? String == "block")
            #expect(logind.events("released").isEmpty)
            inhibitor.release()
            #expect(!inhibitor.isHeld)
            try logind.wait(for: "released")
        }

        @Test func theLockGoesWithTheInhibitor() throws {
            defer { bus.stop() }
            let logind = try DesktopStandIn("logind", at: bus.address)
            _ = SleepInhibitor("Sit", environment: environment)
            try logind.wait(for: "released")
        }

        /// Refused, absent, or without a bus: the child stands in, where there is one.
        @Test func withoutLogindAChildHoldsIt() throws {
            let folder = try TemporaryFolder()
            let program = try folder.write("systemd-inhibit", "#!/bin/sh\nexec sleep 60\n")
            chmod(program, 0o700)
            var environment = environment
            environment["PATH"] = folder.path + ":/usr/bin:/bin"
            let logind = try DesktopStandIn("refusing", at: bus.address)
            for _ in 0..<2 {
                let inhibitor = SleepInhibitor("Sit", environment: environment)
                #expect(inhibitor.isHeld)
                inhibitor.release()
                try eventually("the end") { !inhibitor.isHeld }
                logind.stop()
            }
            bus.stop()
            #expect(SleepInhibitor("Sit", environment: environment).isHeld)
            #expect(!SleepInhibitor("Sit", environment: self.environment).isHeld)
        }

        @Test func awakeningIsHeardAndSleepIsNot() throws {
            defer { bus.stop() }
            let logind = try DesktopStandIn("logind", at: bus.address)
            let count = Counter()
            let watch = WakeObserver(environment: environment) { count.rise() }
            try eventually("the first one") {
                try logind.order("wake")
                usleep(10_000)
                return count.value > 0
            }
            usleep(50_000)
            let before = count.value
            try logind.order("sleep")
            try logind.order("wake")
            try eventually("the next one") { count.value > before }
            #expect(count.value == before + 1)
            watch.close()
        }

        private final class Counter: Sendable {
            private let count = Mutex(0)
            var value: Int { count.withLock(\.self) }
            func rise() { count.withLock { $0 += 1 } }
        }

        /// A computer that wakes announces what became due, long before the next look.
        @Test func afterSleepTheServiceLooksAtOnce() throws {
            defer { bus.stop() }
            let logind = try DesktopStandIn("logind", at: bus.address)
            let server = try DesktopStandIn("actions", at: bus.address)
            let history = try ReminderHistory()
            let clock = ScriptedClock()
            try history.keep(.sample(sinceMs: 0))
            var setting = ReminderService.Configuration(
                store: history.store,
                environment: environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 },
                language: .de
            ) { _ in }
            setting.clock = clock
            let hasEnded = Mutex(false)
            // 06:59 of Kathmandu on 2026-11-24.
            clock.show(ms: 1_795_482_840_000)
            let service = ReminderService(setting)
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                service.run { !hasEnded.withLock(\.self) }
                ended.signal()
            }
            usleep(500_000)
            #expect(server.events("notify").isEmpty)
            clock.pass(3600, asleep: true)
            let woke = ContinuousClock.now
            try logind.order("wake")
            try server.wait(for: "notify")
            print("a reminder came \(ContinuousClock.now - woke) after the computer woke")
            #expect(ContinuousClock.now - woke < .seconds(10))
            // What is chosen in the notification puts it off.
            try server.order("invoke snooze")
            try eventually("the snooze") {
                try history.states("sit")["2026-11-24T07:00"] == "snoozed"
            }
            hasEnded.withLock { $0 = true }
            service.wake.signal()
            #expect(ended.wait(timeout: .now() + 10) == .success)
        }
    }
#endif
