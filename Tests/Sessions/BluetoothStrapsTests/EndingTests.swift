import Testing

@testable import BluetoothStraps

@Suite struct EndingTests {
    @Test func endWritesUnsubscribesAndDisconnects() {
        var bench = LinkBench.streaming()
        bench.send(.request(1, .subscribe(.polarControl)))
        bench.reply("StartNotify")
        let before = bench.allCalls.count
        bench.send(.end([StrapWrite([3, 0], to: .polarControl)]))
        #expect(bench.openMembers == ["WriteValue"])
        bench.reply("WriteValue")
        bench.reply("StopNotify")
        bench.fail("StopNotify", "Failed", "No notify session started")
        #expect(!bench.isClosed)
        bench.reply("Disconnect")
        #expect(
            bench.allCalls.dropFirst(before).map { "\($0.call.member) \($0.call.path)" } == [
                "WriteValue \(FakeObjects.control)", "StopNotify \(FakeObjects.heartRate)",
                "StopNotify \(FakeObjects.control)", "Disconnect \(FakeObjects.strap)",
            ])
        #expect(bench.reports.last == .ended)
        #expect(bench.isClosed)
    }

    @Test func silentServiceDoesNotHoldUpTheEnd() {
        var bench = LinkBench.streaming()
        bench.send(.end([]))
        bench.pass(2.9)
        #expect(!bench.isClosed)
        bench.pass(0.1)
        #expect(bench.reports.last == .ended)
        #expect(bench.isClosed)
    }

    @Test func endOfTheSearchStopsTheScan() {
        var bench = LinkBench()
        bench.send(.opened)
        bench.list([FakeObjects.adapter: FakeObjects.adapter()])
        bench.reply("SetDiscoveryFilter")
        bench.reply("StartDiscovery")
        bench.send(.end([]))
        #expect(bench.openMembers == ["StopDiscovery"])
        bench.reply("StopDiscovery")
        #expect(bench.reports == [.ended])
    }

    @Test func endWhileConnectingCancelsIt() {
        var bench = LinkBench.connecting()
        bench.send(.end([StrapWrite([3, 0], to: .polarControl)]))
        #expect(bench.last?.member == "Disconnect")
        bench.reply("Disconnect")
        #expect(bench.isClosed)
    }

    @Test func endBeforeTheBeginningAndAfterTheEndIsHarmless() {
        var bench = LinkBench()
        bench.send(.end([]))
        #expect(bench.reports == [.ended])
        for event in [LinkEvent.end([]), .opened, .deadlinePassed, .busLost("it ended")] {
            bench.send(event)
        }
        #expect(bench.reports == [.ended])
        #expect(bench.link.deadlineSeconds == nil)
    }

    @Test func serviceThatStopsDuringTheEndEndsIt() {
        var bench = LinkBench.streaming()
        bench.send(.end([]))
        bench.send(.serviceChanged(isRunning: false))
        #expect(bench.reports.last == .ended)
        #expect(bench.isClosed)
    }
}
