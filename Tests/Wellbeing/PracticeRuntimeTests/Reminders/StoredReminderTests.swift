import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory
import Testing

@Suite struct StoredReminderTests {
    private static let ways: [ReminderChannel] = [
        .desktop, .page, .command(["espeak-ng", "-v", "en"]), .webhook("https://x.example/a"),
    ]

    @Test(arguments: [
        ReminderCondition.always, .unlessDone([.mindful], within: .day),
        .unlessDone([.mindful, .workout], within: .hours(6)),
        .whileStreakOpen([.workout], atLeast: 3),
    ])
    func aRuleComesBackAsItWas(condition: ReminderCondition) throws {
        for times in ["07:00,21:30", "every 90 from 09:00 to 17:00"] {
            let rule = try ReminderRule.sample(
                at: times, via: Self.ways, quiet: "22:00-06:30", condition: condition, sinceMs: 17)
            #expect(StoredReminder.rule(StoredReminder.item(rule)) == rule)
        }
    }

    @Test func theFormOfTheFile() throws {
        let rule = try ReminderRule.sample(
            via: [.page, .webhook("http://a")], condition: .unlessDone([.mindful], within: .day))
        #expect(
            StoredReminder.item(rule)
                == PracticeItem(
                    kind: "reminder", id: "sit",
                    value: #"{"condition":{"hours":null,"kind":"unless","of":"mindful"},"#
                        + #""days":"daily","grace":120,"since_ms":0,"snooze":10,"#
                        + #""text":"Time to sit <b> & breathe","times":"07:00","version":1,"#
                        + #""via":["page",{"webhook":"http://a"}]}"#))
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #"{"version":2,"times":"07:00","text":"a","since_ms":0}"#,
        #"{"version":1,"times":"07:00","text":"a","since_ms":0,"more":1}"#,
        #"{"version":1,"times":"24:00","text":"a","since_ms":0}"#,
        #"{"version":1,"times":"07:00","text":"a","since_ms":0,"grace":1441}"#,
        #"{"version":1,"times":"07:00","text":"a","since_ms":0,"via":["phone"]}"#,
        #"{"version":1,"times":"07:00","text":"a","since_ms":0,"via":[{"command":[]}]}"#,
        #"{"version":1,"times":"07:00","text":"a","since_ms":0,"condition":{"kind":"x"}}"#,
        #"{"version":1,"times":"07:00","text":"a","since_ms":0,"condition":{"kind":"unless"}}"#,
    ])
    func anotherFormIsRefused(text: String) {
        #expect(StoredReminder.rule(PracticeItem(kind: "reminder", id: "a", value: text)) == nil)
    }

    @Test func whatIsNotSaidIsAsUsual() throws {
        let item = PracticeItem(
            kind: "reminder", id: "a",
            value: #"{"version":1,"times":"07:00","text":"a","since_ms":5}"#)
        let rule = try #require(StoredReminder.rule(item))
        #expect(rule.channels == [.desktop, .page] && rule.graceMinutes == 120)
        #expect(rule.snoozeMinutes == 10 && rule.quiet == nil && rule.condition == .always)
    }

    @Test func otherTimesCountFromNowOn() throws {
        let before = try ReminderRule.sample(sinceMs: 5)
        #expect(
            try ReminderRule.sample(quiet: "1:00-2:00").ruleReplacing(before, nowMs: 9).sinceMs == 5
        )
        #expect(try ReminderRule.sample(at: "08:00").ruleReplacing(before, nowMs: 9).sinceMs == 9)
    }

    @Test(arguments: [
        ("Time to sit!", "time-to-sit"), ("", "reminder"), ("Übung", "bung"),
        (String(repeating: "a", count: 80), String(repeating: "a", count: 30)), ("b", "b-3"),
    ])
    func anIDIsMadeOfTheText(text: String, id: String) {
        #expect(StoredReminder.newID(text, besides: ["b", "b-2"]) == id)
        #expect(StoredReminder.isValidID(id))
    }

    @Test(arguments: [
        ("desktop", ReminderChannel.desktop), ("page", .page),
        ("command:a 'b c' d", .command(["a", "b c", "d"])),
        ("webhook:http://x:80/", .webhook("http://x:80/")), ("command:", nil), ("phone", nil),
        ("page:x", nil), ("command:'a", nil),
    ])
    func waysAsText(text: String, way: ReminderChannel?) {
        #expect(ReminderChannel(text: text) == way)
    }
}
