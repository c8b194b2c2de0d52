import Foundation
import PhysioTypes
import SessionHistory
import TestSupport
import Testing

#if BlueZ
    /// `hrv straps` and `hrv live --strap` over a real message bus, against a stand-in for BlueZ.
    @Suite(.needsStandIn) struct LiveStrapTests {
        /// The packets that the stand-in sends, by its description.
        private static let packets = (0..<60).map { index in
            let digits = String(0x10000 + 800 + index, radix: 16)
            return "103c\(digits.suffix(2))0\(digits.suffix(3).prefix(1))"
        }

        private static func packets(in log: String) throws -> [String] {
            try log.split(separator: "\n").compactMap { line in
                let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
                let fields = try #require(json as? [String: Any])
                return fields["type"] as? String == "gatt" ? fields["hex"] as? String : nil
            }
        }

        @Test func strapsInReachAreListed() throws {
            let bus = try StandInBus("plain")
            defer { bus.stop() }
            let straps = try LiveProcess(
                ["straps", "--seconds", "2", "--json"],
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            #expect(try straps.end() == 0)
            let json = try JSONSerialization.jsonObject(with: Data(straps.output.utf8))
            let list = try #require(json as? [[String: Any]])
            #expect(list.map { $0["name"] as? String } == ["Polar H10 AAAA5C7A", "TICKR BBBB"])
            #expect(list.map { $0["address"] as? String } == ["5C:7A", "00:01"])
            #expect(list.map { $0["signal_dbm"] as? Int } == [-55, -80])
            #expect(list.map { $0["latency_source"] as? String } == ["published", nil])
            #expect(list.map { $0["latency_s"] as? Double } == [2.6, nil])
            let keys: Set = ["latency_s", "latency_deviation_s", "latency_source"]
            #expect(list.allSatisfy { keys.isSubset(of: $0.keys) })
        }

        /// A latency that a session found is shown before the published one.
        @Test func latenciesOfSessionsAreShown() throws {
            let home = try TemporaryFolder()
            var session = BreathingSession(
                startedAt: Date(), utcOffsetSeconds: 0, source: .strap,
                deviceName: "Polar H10 AAAA5C7A")
            session.state = .ended
            session.latency = LatencyEstimate(seconds: 2.25, deviationSeconds: 0.25)
            let path = home.path + "/history.sqlite"
            try SessionStore(path: path).add(SessionDetails(session: session))
            let bus = try StandInBus("plain")
            defer { bus.stop() }
            let straps = try LiveProcess(
                ["straps", "--seconds", "2", "--database", path],
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            #expect(try straps.end() == 0)
            let lines = straps.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.hasSuffix("2.3 s late (± 0.3), learned") == true)
            #expect(lines.last?.hasSuffix("latency not known yet: learned in a session") == true)
        }

        /// A link that is lost, and a service that begins anew, cost no packet.
        @Test(arguments: TestEffort.pick(["drop"], all: ["plain", "drop", "restart"]))
        func everyPacketOfAStrapIsLogged(scenario: String) throws {
            let bus = try StandInBus(scenario)
            defer { bus.stop() }
            let live = try LiveProcess(
                ["live", "--strap", "Polar", "--ndjson"],
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            let last = try #require(Self.packets.last)
            try live.wait(for: "the last packet") { try $0.log().contains(last) }
            try live.wait(for: "figures") { $0.output.contains("\n") }
            live.send(signal: SIGINT)
            #expect(try live.end() == 130)
            #expect(try Self.packets(in: live.log()) == Self.packets)
            for word in ["found Polar H10 AAAA5C7A", "connected", "battery 81 %"] {
                #expect(live.errors.contains(word), "\(word)")
            }
            #expect(live.errors.contains("the link is lost") == (scenario != "plain"))
            #expect(try #require(live.beatCount) > 0)
        }

        /// The stand-in's ECG has 75 beats a minute; its packets say otherwise.
        @Test func beatsAreFoundInTheStrapsECG() throws {
            let bus = try StandInBus("plain")
            defer { bus.stop() }
            let live = try LiveProcess(
                ["live", "--strap", "Polar", "--ecg", "--ndjson"],
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            func rates() throws -> [Double] {
                try live.output.split(separator: "\n").dropLast().compactMap { line in
                    let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
                    return (json as? [String: Any])?["hr"] as? Double
                }
            }
            try live.wait(for: "heart rates") { _ in try rates().suffix(3).count { $0 > 70 } == 3 }
            live.send(signal: SIGINT)
            #expect(try live.end() == 130)
            // Before the first of its beats the strap's own rate is reported, which is 60.
            let reported = try rates().drop { $0 == 60 }
            for rate in reported { #expect(abs(rate - 75) < 1, "\(rate)") }
            #expect(!live.errors.contains("no_ecg") && (live.beatCount ?? 0) > 4)
            #expect(try live.log().contains("fb005c82-02e7-f387-1cad-8acd2d8df0c8"))
        }

        @Test func aStrapInUseByAnotherProgramIsReported() throws {
            let bus = try StandInBus("acquired")
            defer { bus.stop() }
            let live = try LiveProcess(
                ["live", "--strap", "Polar", "--no-raw-log"],
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            #expect(try live.end() != 0)
            #expect(live.errors.contains("[strap]") && live.output.isEmpty)
        }
    }
#endif
