import HealthRecords
import Testing

@Suite struct HealthInstantTests {
    @Test func momentsAreOrderedByTheInstantAlone() {
        let east = HealthInstant(unixMs: 1000, writtenOffsetMinutes: 120)
        let west = HealthInstant(unixMs: 2000, writtenOffsetMinutes: -300)
        #expect(east < west)
    }
}
