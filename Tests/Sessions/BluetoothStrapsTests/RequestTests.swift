import Testing

@testable import BluetoothStraps

@Suite struct RequestTests {
    private static let stopECG = StrapWrite([3, 0], to: .polarControl)

    @Test func writeSaysHowItIsMeant() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .write(Self.stopECG)))
        #expect(bench.last?.path == FakeObjects.control)
        #expect(
            bench.last?.arguments == [.bytes([3, 0]), .options(["type": .text("request")])])
        #expect(bench.replies.isEmpty)
        bench.reply("WriteValue")
        #expect(bench.replies[1] == .success([]))
        let quick = StrapWrite([1], to: .polarControl, isAcknowledged: false)
        bench.send(.request(2, .write(quick)))
        #expect(bench.last?.arguments == [.bytes([1]), .options(["type": .text("command")])])
    }

    @Test func readGivesTheBytes() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .read(.polarControl)))
        #expect(bench.last?.member == "ReadValue")
        bench.reply("ReadValue", .success([.bytes([0x0F, 5, 0])]))
        #expect(bench.replies[1] == .success([0x0F, 5, 0]))
    }

    @Test func repliesFindTheirRequests() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .read(.polarControl)))
        bench.send(.request(2, .read(.polarData)))
        let second = bench.open[1].number
        bench.send(.reply(call: second, .success([.bytes([2])])))
        bench.reply("ReadValue", .success([.bytes([1])]))
        #expect(bench.replies == [1: .success([1]), 2: .success([2])])
    }

    @Test func furtherSubscriptionsAreRestoredAfterALoss() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .subscribe(.polarControl)))
        bench.send(.request(2, .subscribe(.polarData)))
        bench.reply("StartNotify")
        bench.reply("StartNotify")
        #expect(bench.replies == [1: .success([]), 2: .success([])])
        bench.value([0xF0], path: FakeObjects.control)
        #expect(
            bench.reports.last
                == .value(
                    StrapValue(
                        characteristic: .polarControl, bytes: [0xF0], arrivalSeconds: 100)))
        bench.drop()
        bench.pass(0.5)
        let before = bench.allCalls.count
        bench.finishConnecting()
        let paths = bench.allCalls.dropFirst(before).filter { $0.call.member == "StartNotify" }
            .map(\.call.path)
        #expect(paths == [FakeObjects.heartRate, FakeObjects.control, FakeObjects.data])
    }

    @Test func aRepeatedSubscriptionSucceedsAtOnce() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .subscribe(.heartRateMeasurement)))
        #expect(bench.replies[1] == .success([]))
        #expect(bench.timeouts(of: "StartNotify").count == 1)
    }

    @Test func requestsWithoutConnectionAreRefused() {
        var bench = LinkBench.connecting()
        bench.send(.request(1, .read(.polarControl)))
        #expect(bench.replies[1] == .failure(.notConnected))
        bench = LinkBench.streaming()
        bench.drop()
        bench.send(.request(2, .write(Self.stopECG)))
        #expect(bench.replies[2] == .failure(.notConnected))
        bench.send(.end([]))
        #expect(bench.isClosed)
        bench.send(.request(3, .write(Self.stopECG)))
        #expect(bench.replies[3] == .failure(.notConnected))
    }

    @Test func whatTheStrapLacksIsNamed() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .read(.modelNumber)))
        #expect(
            bench.replies[1]
                == .failure(
                    .missingCharacteristic(name: "Polar H10 12345C7A", characteristic: .modelNumber)
                ))
    }

    @Test func aLostLinkFailsOpenRequests() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .read(.polarControl)))
        bench.send(.request(2, .subscribe(.polarData)))
        bench.fail("StartNotify", "InProgress")
        bench.drop()
        #expect(bench.replies == [1: .failure(.notConnected), 2: .failure(.notConnected)])
    }

    @Test func busyRequestIsRepeatedUpToTenTimes() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .write(Self.stopECG)))
        for _ in 0..<9 {
            bench.fail("WriteValue", "InProgress", "In Progress")
            #expect(bench.replies.isEmpty)
            bench.pass(1)
        }
        bench.fail("WriteValue", "InProgress", "In Progress")
        #expect(
            bench.replies[1]
                == .failure(
                    .refused(
                        request: "write to \(BluetoothUUID.polarControl)", detail: "In Progress"))
        )
        #expect(bench.timeouts(of: "WriteValue").count == 10)
    }

    @Test func requestThatNeedsPairingWaitsForIt() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .write(Self.stopECG)))
        bench.fail("WriteValue", "Failed", "Operation failed with ATT error: 0x05")
        bench.send(.request(2, .read(.polarControl)))
        bench.fail("ReadValue", "NotPermitted", "Not paired")
        bench.reply("RegisterAgent")
        bench.reply("Pair")
        #expect(bench.openMembers == ["WriteValue", "ReadValue"])
        bench.reply("WriteValue")
        bench.fail("ReadValue", "NotPermitted", "Not paired")
        #expect(bench.replies[1] == .success([]))
        #expect(
            bench.replies[2]
                == .failure(.pairingFailed(name: "Polar H10 12345C7A", detail: "Not paired")))
        #expect(!bench.isClosed, "heart rate goes on")
    }

    @Test func requestWithoutReplyFails() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .read(.polarControl)))
        bench.pass(10)
        #expect(
            bench.replies[1]
                == .failure(
                    .refused(request: "read \(BluetoothUUID.polarControl)", detail: "no reply")))
    }
}
