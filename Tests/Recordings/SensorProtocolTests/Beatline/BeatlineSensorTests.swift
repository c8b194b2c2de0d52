import SensorProtocol
import Testing

struct BeatlineSensorTests {
    private static func events(_ lines: [BeatlineLine], device: String? = nil) -> [SensorEvent] {
        var sensor = BeatlineSensor(device: device)
        return lines.flatMap { sensor.events(of: $0, atMicroseconds: 0).events }
    }

    private static let a = BeatlineLine(.state(.subscribed, reason: nil), device: "a")

    /// Any charge counts before a device is chosen, later only its own.
    @Test func theChargeIsHeardBeforeTheSubscription() {
        let charge = BeatlineLine(.battery(percent: 80), device: "a")
        let other = BeatlineLine(.battery(percent: 7), device: "b")
        let up = SensorEvent.link(isUp: true)
        #expect(
            Self.events([charge, Self.a, charge]) == [
                .battery(percent: 80), up, .battery(percent: 80),
            ])
        #expect(Self.events([Self.a, other]) == [up])
        #expect(Self.events([other, charge], device: "a") == [.battery(percent: 80)])
    }
}
