import DBusClient
import Testing

@testable import BluetoothStraps

/// The exchange between a machine's thread and the tasks that use a connection.
@Suite struct StrapConnectionTests {
    private func value(_ index: Int) -> StrapEvent {
        .value(
            StrapValue(
                characteristic: .heartRateMeasurement, bytes: [], arrivalSeconds: Double(index)))
    }

    @Test func unreadEventsAreDroppedOldestFirstAndCounted() async {
        let (connection, channel) = StrapConnection.make()
        for index in 0..<5000 { channel.deliver(.report(.event(value(index)))) }
        var iterator = connection.events.makeAsyncIterator()
        #expect(await iterator.next() == value(5000 - 4096))
        #expect(await iterator.next() == value(5000 - 4095))
        channel.deliver(.report(.event(.ended)))
        channel.deliver(.close)
        var rest: [StrapEvent] = []
        while let event = await iterator.next() { rest.append(event) }
        #expect(
            rest == (906..<5000).map(value) + [.dropped(eventCount: 904), .ended])
    }

    @Test func droppedEventsAreReportedAsSoonAsThereIsSpace() async {
        let (connection, channel) = StrapConnection.make()
        for index in 0..<4100 { channel.deliver(.report(.event(value(index)))) }
        var iterator = connection.events.makeAsyncIterator()
        for index in 4..<10 { #expect(await iterator.next() == value(index)) }
        for index in 4100..<4102 { channel.deliver(.report(.event(value(index)))) }
        for index in 10...4100 { #expect(await iterator.next() == value(index)) }
        #expect(await iterator.next() == .dropped(eventCount: 4))
        #expect(await iterator.next() == value(4101))
    }

    @Test func requestsAfterTheCloseOfTheMailboxAreRefused() async {
        let (connection, channel) = StrapConnection.make()
        #expect(channel.mailbox.close().isEmpty)
        await #expect(throws: StrapFailure.notConnected) {
            try await connection.write(StrapWrite([1], to: .polarControl))
        }
    }

    @Test func everyCallerOfEndIsReleased() async {
        let (connection, channel) = StrapConnection.make()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await connection.end() } }
            group.addTask { channel.deliver(.close) }
        }
        #expect(channel.mailbox.drain().allSatisfy { $0 == .end([]) })
    }

    @Test func repliesReachTheirCallers() async throws {
        let (connection, channel) = StrapConnection.make()
        let machine = Task {
            var replyCount = 0
            while replyCount < 20 {
                for case .command(.request(let number, .read(let uuid))) in channel.mailbox.drain()
                {
                    channel.deliver(
                        .report(.reply(number, .success(Array(uuid.description.utf8)))))
                    replyCount += 1
                }
                await Task.yield()
            }
        }
        try await withThrowingTaskGroup(of: (BluetoothUUID, [UInt8]).self) { group in
            for number in 0..<20 {
                let uuid = BluetoothUUID(UInt16(0x2A00 + number))
                group.addTask { (uuid, try await connection.read(uuid)) }
            }
            for try await (uuid, bytes) in group {
                #expect(bytes == Array(uuid.description.utf8))
            }
        }
        await machine.value
    }
}
