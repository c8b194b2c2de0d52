import CommandSupport
import Foundation
import Testing

/// Zones of the C library against those of Foundation, which reads the same files by its own code.
@Suite struct NamedZoneTests {
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
        "Africa/Casablanca", "America/St_Johns", "Pacific/Apia", "UTC", "Asia/Kolkata",
        "Antarctica/Troll", "America/Sao_Paulo",
    ])
    func offsetsAreThoseOfFoundation(_ name: String) throws {
        let zone = try #require(NamedZone(name))
        let oracle = try #require(TimeZone(identifier: name))
        // Every 9 h and some seconds from 1970 to 2037, where both know the rules.
        var different = 0
        for seconds in stride(from: 0, to: 2_114_380_800, by: 32_417) {
            let date = Date(timeIntervalSince1970: Double(seconds))
            if zone.offsetSeconds(unixMs: Int64(seconds) * 1000) != oracle.secondsFromGMT(for: date)
            {
                different += 1
            }
        }
        #expect(different == 0)
    }

    @Test func aChangeComesAtItsMillisecond() throws {
        let zone = try #require(NamedZone("Europe/Berlin"))
        // 2026-03-29 01:00 UTC.
        let change: Int64 = 1_774_746_000_000
        #expect(zone.offsetSeconds(unixMs: change - 1) == 3600)
        #expect(zone.offsetSeconds(unixMs: change) == 7200)
    }

    @Test(arguments: [
        "", "Nowhere/Town", "../../../etc/passwd", "/etc/localtime", "Europe", "zone.tab",
    ])
    func otherNamesAreNoZone(_ name: String) { #expect(NamedZone(name) == nil) }

    /// The process's own zone stays as it was.
    @Test func theZoneOfTheProcessStays() {
        let before = ProcessInfo.processInfo.environment["TZ"]
        _ = NamedZone("Asia/Kathmandu")
        #expect(ProcessInfo.processInfo.environment["TZ"] == before)
    }
}
