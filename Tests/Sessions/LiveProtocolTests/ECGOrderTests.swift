import SensorProtocol
import Testing

@testable import LiveProtocol

@Suite struct ECGOrderTests {
    private static let hello = BeatlineLine(
        .hello(BeatlineMessage.Hello(bridge: "test 1", capabilities: ["gatt", "ecg"])))
    private static func state(_ state: BeatlineMessage.ConnectionState) -> BeatlineLine {
        BeatlineLine(.state(state, reason: nil), device: "7")
    }

    @Test func aStrapIsAskedOnceAndAgainAfterALoss() throws {
        var order = ECGStreamControl(isWanted: true)
        #expect(order.command(after: Self.state(.subscribed), from: 3, mayCount: true) == nil)
        #expect(order.command(after: Self.hello, from: 3, mayCount: true) == nil)
        let begun = order.command(after: Self.state(.subscribed), from: 3, mayCount: true)
        let first = try #require(begun)
        #expect(first.name == "start_ecg" && first.device == "7" && first.id == 0)
        #expect(order.command(after: Self.state(.subscribed), from: 3, mayCount: true) == nil)
        _ = order.command(after: Self.state(.lost), from: 3, mayCount: true)
        #expect(order.stop() == nil)
        #expect(order.command(after: Self.state(.subscribed), from: 3, mayCount: true)?.id == 1)
        let ended = order.stop()
        let (stop, client) = try #require(ended)
        #expect(stop.name == "stop_ecg" && stop.device == "7" && stop.id == 2 && client == 3)
        #expect(order.stop() == nil)
    }

    @Test func anUnwantedECGIsNotRequested() {
        var order = ECGStreamControl(isWanted: false)
        _ = order.command(after: Self.hello, from: 3, mayCount: true)
        #expect(order.command(after: Self.state(.subscribed), from: 3, mayCount: true) == nil)
        #expect(order.stop() == nil)
    }

    /// The strap that counts is asked; when its bridge goes, the one of the next.
    @Test func ofSeveralBridgesTheOneThatCountsIsAsked() throws {
        var order = ECGStreamControl(isWanted: true)
        let plain = BeatlineLine(.hello(BeatlineMessage.Hello(bridge: "plain 1", capabilities: [])))
        let subscribed = Self.state(.subscribed)
        _ = order.command(after: Self.hello, from: 1, mayCount: true)
        _ = order.command(after: plain, from: 2, mayCount: true)
        _ = order.command(after: Self.hello, from: 3, mayCount: true)
        #expect(order.command(after: subscribed, from: 2, mayCount: true) == nil)
        #expect(order.command(after: subscribed, from: 3, mayCount: false) == nil)
        #expect(order.command(after: subscribed, from: 1, mayCount: true) != nil)
        #expect(order.notice(on: BeatlineMessage.Ack(id: 0, isDone: false), from: 3) == nil)
        order.removeClient(1)
        #expect(
            order.command(after: BeatlineLine(.battery(percent: 5)), from: 3, mayCount: true) != nil
        )
        let ended = order.stop()
        #expect(try #require(ended).client == 3)
    }

    @Test func aRefusalIsReported() throws {
        var order = ECGStreamControl(isWanted: true)
        _ = order.command(after: Self.hello, from: 3, mayCount: true)
        let begun = order.command(after: Self.state(.subscribed), from: 3, mayCount: true)
        let command = try #require(begun)
        let no = BeatlineMessage.Ack(id: command.id, isDone: false, error: "no such signal")
        #expect(order.notice(on: no, from: 3)?.text.contains("no such signal") == true)
        #expect(order.notice(on: BeatlineMessage.Ack(id: command.id, isDone: true), from: 3) == nil)
        #expect(order.notice(on: BeatlineMessage.Ack(id: 99, isDone: false), from: 3) == nil)
    }
}
