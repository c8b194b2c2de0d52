import PhysioTypes
import Testing

@Suite struct TimeOfDayTests {
    @Test func timesAreReadAndWritten() {
        let cases: [(String, Double, String)] = [
            ("22:00", 79_200, "22:00"), ("6:05", 21_900, "06:05"), ("00:00", 0, "00:00"),
            ("23:59:59.5", 86_399.5, "23:59:59"), ("7:08:09", 25_689, "07:08:09"),
        ]
        for (text, seconds, written) in cases {
            #expect(TimeOfDay(text)?.seconds == seconds, "\(text)")
            #expect(TimeOfDay(text)?.text == written)
        }
    }

    @Test(arguments: [
        "", "22", "24:00", "12:60", "-1:00", "1:2:3:4", "12:00:60", "12:00:", ":30", "a:b",
        "12:00:1e1", "123:00", "12:00:.", "٠٩:٣٠",
    ])
    func whatIsNoTimeIsRefused(text: String) {
        #expect(TimeOfDay(text) == nil)
    }

    @Test func theClockOfAStartIsThatOnTheWall() {
        for text in [
            "2026-01-17T17:47:13", "2026-01-17 17:47:13.000", "17:47:13",
            "2026-01-17T17:47:13+01:00", "2026-01-17T17:47:13-0500",
        ] {
            #expect(TimeOfDay(start: text)?.seconds == 64_033, "\(text)")
        }
        for text in ["unix:1700000000.5", "2026-01-17", "17:47", "", "2026-01-17T17:47:13Z"] {
            #expect(TimeOfDay(start: text) == nil, "\(text)")
        }
    }
}
