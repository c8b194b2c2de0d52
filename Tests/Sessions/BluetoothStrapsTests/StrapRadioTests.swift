import TestSupport
import Testing

@testable import BluetoothStraps

#if BlueZ
    /// The whole way over a real message bus, against a stand-in for BlueZ
    /// (`StandIn/bluez_stand_in.py`). Waits are a fiftieth of the real ones and more.
    @Suite(.needsStandIn) struct StrapRadioTests {
        private static let polar = "Polar H10 AAAA5C7A"

        /// The packets that the stand-in sends, by its description.
        private static let packets: [[UInt8]] = (0..<60).map { index in
            let rr = 800 + index
            return [0x10, 0x3C, UInt8(rr & 0xFF), UInt8(rr >> 8)]
        }

        private static var timeouts: StrapTimeouts {
            var timeouts = StrapTimeouts()
            timeouts.choiceDelaySeconds = 0.05
            timeouts.busyRetryDelaySeconds = 0.02
            timeouts.firstRetryDelaySeconds = 0.01
            timeouts.maxRetryDelaySeconds = 0.1
            return timeouts
        }

        private func radio(_ bus: StandInBus) -> StrapRadio {
            StrapRadio(busAddress: bus.address, timeouts: Self.timeouts)
        }

        /// All events up to the last packet; then ends, and takes what follows.
        private func play(_ scenario: String, name: String = polar) async throws -> [StrapEvent] {
            let bus = try StandInBus(scenario)
            defer { bus.stop() }
            return await events(radio(bus).connect(to: .name(name)))
        }

        private func events(_ connection: StrapConnection) async -> [StrapEvent] {
            var events: [StrapEvent] = []
            for await event in connection.events {
                events.append(event)
                if bytes(events).count == Self.packets.count, events.last != .ended {
                    await connection.end()
                }
            }
            return events
        }

        private func values(_ events: [StrapEvent]) -> [StrapValue] {
            events.compactMap { if case .value(let value) = $0 { value } else { nil } }
        }

        private func bytes(_ events: [StrapEvent]) -> [[UInt8]] { values(events).map(\.bytes) }

        private func losses(_ events: [StrapEvent]) -> [StrapLossReason] {
            events.compactMap { if case .lost(let reason, _) = $0 { reason } else { nil } }
        }

        @Test func everyPacketArrivesOnceAndInOrder() async throws {
            let before = StrapRadio.monotonicSeconds()
            let events = try await play("plain")
            let after = StrapRadio.monotonicSeconds()
            #expect(
                events.first
                    == .found(
                        StrapInfo(
                            name: Self.polar, shortAddress: "5C:7A", rssiDbm: -55,
                            services: [.heartRateService])))
            #expect(bytes(events) == Self.packets)
            #expect(events.contains(.battery(percent: 81)))
            #expect(events.contains(.subscribed(.heartRateMeasurement)))
            #expect(losses(events).isEmpty)
            #expect(events.last == .ended)
            let stamps = values(events).map(\.arrivalSeconds)
            #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(stamps.allSatisfy { (before...after).contains($0) })
        }

        @Test func lostLinkIsRestored() async throws {
            let events = try await play("drop")
            #expect(bytes(events) == Self.packets)
            #expect(losses(events) == [.outOfReach])
            #expect(events.count { $0 == .connected } == 2)
            #expect(events.count { $0 == .subscribed(.heartRateMeasurement) } == 2)
        }

        @Test func restartOfTheServiceIsSurvived() async throws {
            let events = try await play("restart")
            #expect(bytes(events) == Self.packets)
            #expect(losses(events) == [.serviceStopped])
            #expect(events.count { $0 == .connected } == 2)
        }

        @Test(arguments: ["busy", "unpaired"])
        func obstaclesAreOvercome(_ scenario: String) async throws {
            let events = try await play(scenario)
            #expect(bytes(events) == Self.packets)
            #expect(losses(events).isEmpty)
        }

        @Test(arguments: [
            ("acquired", StrapFailure.inUse(name: polar)),
            ("off", .bluetoothOff(adapter: "hci0")), ("notready", .bluetoothOff(adapter: "hci0")),
        ])
        func refusalsAreNamed(_ scenario: String, _ failure: StrapFailure) async throws {
            let events = try await play(scenario)
            #expect(events.last == .failed(failure))
        }

        @Test func refusalByTheBusIsNamed() async throws {
            let bus = try StandInBus("plain", isDenied: true)
            defer { bus.stop() }
            #expect(await events(radio(bus).connect(to: .any)) == [.failed(.accessDenied)])
        }

        @Test func missingServiceIsNamed() async throws {
            let bus = try StandInBus(nil)
            defer { bus.stop() }
            #expect(await events(radio(bus).connect(to: .any)) == [.failed(.serviceMissing)])
        }

        @Test func missingBusIsNamed() async {
            let radio = StrapRadio(busAddress: "unix:path=/nowhere/bus")
            let events = await events(radio.connect(to: .any))
            guard case .failed(.noBus(let detail)) = events.last else {
                Issue.record("\(events)")
                return
            }
            #expect(detail.contains("/nowhere/bus"))
        }

        @Test func endOfTheBusIsNamed() async throws {
            let bus = try StandInBus("plain")
            let connection = radio(bus).connect(to: .name(Self.polar))
            var events: [StrapEvent] = []
            for await event in connection.events {
                if event == .connected { bus.stop() }
                events.append(event)
            }
            #expect(events.last == .failed(.noBus(detail: "it ended")))
        }

        @Test func twoStrapsAtOnceStaySeparate() async throws {
            let bus = try StandInBus("plain")
            defer { bus.stop() }
            let radio = radio(bus)
            async let first = events(radio.connect(to: .name("polar")))
            async let second = events(radio.connect(to: .address("00:01")))
            let both = await (first, second)
            #expect(bytes(both.0) == Self.packets)
            #expect(bytes(both.1) == Self.packets)
            guard case .found(let polar) = both.0.first, case .found(let tickr) = both.1.first
            else {
                Issue.record("not found")
                return
            }
            #expect([polar.name, tickr.name] == [Self.polar, "TICKR BBBB"])
        }

        @Test func strapsInReachAreListed() async throws {
            let bus = try StandInBus("plain")
            defer { bus.stop() }
            let straps = try await radio(bus).straps(lookingForSeconds: 1)
            #expect(straps.map(\.name) == [Self.polar, "TICKR BBBB"])
            #expect(straps.map(\.rssiDbm) == [-55, -80])
            #expect(straps.map(\.shortAddress) == ["5C:7A", "00:01"])
        }

        @Test func listingFailsWithASentence() async throws {
            let bus = try StandInBus("off")
            defer { bus.stop() }
            await #expect(throws: StrapFailure.bluetoothOff(adapter: "hci0")) {
                _ = try await radio(bus).straps(lookingForSeconds: 1)
            }
        }

        @Test func controlPointIsReadWrittenAndHeard() async throws {
            let bus = try StandInBus("plain")
            defer { bus.stop() }
            let connection = radio(bus).connect(to: .name(Self.polar))
            var responses: [[UInt8]] = []
            for await event in connection.events {
                switch event {
                case .subscribed(.heartRateMeasurement):
                    #expect(try await connection.read(.polarControl) == [0x0F, 5])
                    try await connection.subscribe(to: .polarControl)
                    try await connection.write(StrapWrite([1, 0], to: .polarControl))
                    await connection.end(writing: [StrapWrite([3, 0], to: .polarControl)])
                case .value(let value) where value.characteristic == .polarControl:
                    responses.append(value.bytes)
                default: break
                }
            }
            #expect(responses.first == [0xF0, 1, 0, 0, 0])
            await #expect(throws: StrapFailure.notConnected) {
                _ = try await connection.read(.polarControl)
            }
        }

        @Test func aConnectionWithoutAReaderEnds() async throws {
            let bus = try StandInBus("plain")
            defer { bus.stop() }
            let radio = radio(bus)
            for await event in radio.connect(to: .name(Self.polar)).events
            where event == .connected { break }
            var isConnected: Bool? = true
            for _ in 0..<100 where isConnected == true {
                let straps = try await radio.straps(lookingForSeconds: 0.05)
                isConnected = straps.first { $0.name == Self.polar }?.isConnected
            }
            #expect(isConnected == false)
        }
    }
#else
    @Suite struct StrapRadioTests {
        @Test func buildWithoutBluetoothSaysSo() async throws {
            #expect(!StrapRadio.isBuiltIn)
            var events: [StrapEvent] = []
            let connection = StrapRadio().connect(to: .any)
            for await event in connection.events { events.append(event) }
            #expect(events == [.failed(.builtWithoutBluetooth)])
            await #expect(throws: StrapFailure.builtWithoutBluetooth) {
                _ = try await StrapRadio().straps(lookingForSeconds: 1)
            }
            await #expect(throws: StrapFailure.notConnected) {
                _ = try await connection.read(.polarControl)
            }
            await connection.end()
        }
    }
#endif
