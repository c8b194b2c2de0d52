import Testing

@testable import PracticePlans

/// The part that goes on, with lengths and ends counted by hand.
@Suite struct TimelineGoingPartTests {
    private func part(_ length: Double, _ end: Double) -> Timeline.PartTiming {
        Timeline.PartTiming(lengthSeconds: length, endSeconds: end)
    }

    @Test func aPartEndsLaterByPausesAndExtensions() throws {
        var timeline = Timeline(.timer(try TimerPlan()))
        #expect(timeline.part(at: 0) == nil)
        timeline.apply(.start, at: 100)
        #expect(timeline.part(at: 99) == nil)
        #expect(timeline.part(at: 400) == part(900, 1000))
        timeline.apply(.pause, at: 400)
        #expect(timeline.part(at: 450) == part(900, 1050))
        timeline.apply(.resume, at: 450)
        timeline.apply(.extend(minutes: 5), at: 500)
        #expect(timeline.part(at: 500) == part(1200, 1350))
        #expect(timeline.part(at: 1350) == part(180, 1530))
        #expect(timeline.part(at: 1530) == nil)
    }

    @Test func anOpenPartHasNeitherLengthNorEnd() throws {
        var timeline = Timeline(.timer(try TimerPlan(prepareSeconds: 10, phase1Seconds: nil)))
        timeline.apply(.start, at: 0)
        #expect(timeline.part(at: 5) == part(10, 10))
        let open = try #require(timeline.part(at: 11))
        #expect(open.lengthSeconds == nil && open.endSeconds == nil)
    }
}
