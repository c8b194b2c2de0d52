import PhysioRecordings
import Testing

@testable import LiveSession

@Suite struct ECGOrderTests {
    private static let hello = BeatlineLine(
        .hello(BeatlineMessage.Hello(bridge: "test 1", capabilities: ["gatt", "ecg"])))
    private static func state(_ state: BeatlineMessage.ConnectionState) -> BeatlineLine {
        BeatlineLine(.state(state, reason: nil), device: "7")
    }

    @Test func aStrapIsAskedOnceAndAgainAfterALoss() throws {
        var order = ECGOrder(isWanted: true)
        #expect(order.command(after: Self.state(.subscribed)) == nil)
        #expect(order.command(after: Self.hello) == nil)
        let begun = order.command(after: Self.state(.subscribed))
        let first = try #require(begun)
        #expect(first.name == "start_ecg" && first.device == "7" && first.id == 0)
        #expect(order.command(after: Self.state(.subscribed)) == nil)
        _ = order.command(after: Self.state(.lost))
        #expect(order.stop() == nil)
        #expect(order.command(after: Self.state(.subscribed))?.id == 1)
        let ended = order.stop()
        let stop = try #require(ended)
        #expect(stop.name == "stop_ecg" && stop.device == "7" && stop.id == 2)
        #expect(order.stop() == nil)
    }

    @Test func nobodyIsAskedForWhatNobodyWants() {
        var order = ECGOrder(isWanted: false)
        _ = order.command(after: Self.hello)
        #expect(order.command(after: Self.state(.subscribed)) == nil)
        #expect(order.stop() == nil)
    }

    @Test func aRefusalIsTold() throws {
        var order = ECGOrder(isWanted: true)
        _ = order.command(after: Self.hello)
        let begun = order.command(after: Self.state(.subscribed))
        let command = try #require(begun)
        let no = BeatlineMessage.Ack(id: command.id, isDone: false, error: "no such signal")
        #expect(order.notice(on: no)?.text.contains("no such signal") == true)
        #expect(order.notice(on: BeatlineMessage.Ack(id: command.id, isDone: true)) == nil)
        #expect(order.notice(on: BeatlineMessage.Ack(id: 99, isDone: false)) == nil)
    }
}
