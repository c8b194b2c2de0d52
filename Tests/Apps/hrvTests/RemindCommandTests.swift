import Foundation
import TestSupport
import Testing

/// `hrv practice remind` as a person uses it.
@Suite struct RemindCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func remind(_ arguments: String...) throws -> CommandRunner.Output {
        try CommandRunner.run(["practice", "remind"] + arguments, home: home)
    }

    /// The list as JSON.
    private func list() throws -> [[String: Any]] {
        let output = try remind("list", "--json")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
    }

    @Test func aReminderIsAddedListedChangedAndDeleted() throws {
        let added = try remind(
            "add", "--at", "21:30,07:00", "--text", "Time to sit", "--unless", "mindful", "--days",
            "mon-fri", "--quiet-hours", "22:00-06:00")
        #expect(added.status == 0 && added.errors.contains("kept as time-to-sit"))
        #expect(added.errors.contains("nobody tells reminders now"))
        let row = try #require(try list().first)
        #expect(row["id"] as? String == "time-to-sit" && row["times"] as? String == "07:00,21:30")
        #expect(row["condition"] as? String == "unless mindful today")
        #expect(row["via"] as? [String] == ["desktop", "page"])
        #expect((row["next_at"] as? String)?.contains(":") == true)
        #expect(row["last"] is NSNull)

        let changed = try remind(
            "edit", "time-to-sit", "--every", "90", "--from", "09:00", "--to", "17:00", "--always",
            "--via", "command:true", "--quiet-hours", "none")
        #expect(changed.status == 0 && !changed.errors.contains("no program"), "\(changed.errors)")
        let missing = try remind("edit", "time-to-sit", "--via", "command:no-such-program a")
        #expect(missing.errors.contains("no program no-such-program now"), "\(missing.errors)")
        let other = try #require(try list().first)
        #expect(other["times"] as? String == "every 90 from 09:00 to 17:00")
        #expect(other["condition"] as? String == "" && other["quiet"] is NSNull)
        #expect(other["days"] as? String == "mon-fri" && other["text"] as? String == "Time to sit")
        #expect(try remind("list", "--output", "csv").text.hasPrefix("id,times,days,condition,"))
        #expect(try remind("list", "--output", "table").text.contains("Time to sit"))

        #expect(try remind("delete", "time-to-sit").status == 0)
        #expect(try list().isEmpty)
    }

    @Test(arguments: [
        (["add", "--text", "x"], 64, "say when"), (["add", "--at", "07:00"], 64, "say what"),
        (["add", "--at", "24:00", "--text", "x"], 64, "00:00 to 23:59"),
        (["add", "--at", "07:00", "--text", "x", "--days", "xyz"], 64, "mon-fri"),
        (["add", "--at", "07:00", "--text", "x", "--grace", "1441"], 64, "0 to 1440"),
        (["add", "--at", "07:00", "--text", "x", "--snooze", "4"], 64, "5 to 120"),
        (["add", "--at", "07:00", "--text", "x", "--unless", "both"], 64, "workout and any"),
        (["add", "--at", "07:00", "--text", "x", "--via", "phone"], 64, "webhook:ADDRESS"),
        (["add", "--at", "7:00", "--text", "x", "--via", "webhook:ftp://x"], 64, "http://"),
        (["add", "--at", "07:00", "--text", "x", "--id", "A"], 64, "a-z"),
        (["add", "--every", "4", "--from", "9:00", "--to", "9:30", "--text", "x"], 64, "5 to 720"),
        (["add", "--every", "30", "--text", "x"], 64, "belong together"),
        (["edit", "none", "--at", "07:00"], 66, "no reminder none"),
        (["edit", "x"], 64, "say what"),
        (["delete", "none"], 66, "no reminder none"), (["snooze", "none"], 66, "no reminder none"),
        (["snooze", "none", "--minutes", "4"], 64, "5 to 120"), (["suggest"], 66, "28 days"),
    ])
    func whatCannotBeIsRefused(arguments: [String], status: Int, sentence: String) throws {
        let output = try CommandRunner.run(["practice", "remind"] + arguments, home: home)
        #expect(Int(output.status) == status, "\(output.errors)")
        #expect(output.errors.contains(sentence), "\(output.errors)")
        #expect(output.text.isEmpty)
    }

    /// Now, on the clock on the wall of this computer.
    private static var minute: String {
        let now = Calendar.current.dateComponents([.hour, .minute], from: Date())
        return String(format: "%02d:%02d", now.hour ?? 0, now.minute ?? 0)
    }

    /// A reminder of this minute is announced by one look, once; then it is put off.
    @Test func whatIsDueIsAnnouncedOnceAndSnoozed() throws {
        let program = try home.write("tell", "#!/bin/sh\necho \"$1\" >> \(home.path)/out\n")
        chmod(program, 0o700)
        // A rule counts from its making on: this minute has begun before.
        #expect(
            try remind(
                "add", "--id", "a", "--every", "5", "--from", "00:00", "--to", "23:55", "--text",
                "Sit", "--via", "command:\(program)"
            ).status == 0)
        #expect(try remind("snooze", "a").status == 64)
        try backdate("a")
        #expect(try remind("check").status == 0)
        #expect(try remind("check").status == 0)
        #expect(try String(contentsOfFile: home.path + "/out", encoding: .utf8) == "Sit\n")
        let row = try #require(try list().first)
        #expect(row["last_state"] as? String == "told" && row["last_via"] as? String == "command")
        let silenced = try remind("snooze", "a", "--today")
        #expect(silenced.status == 0 && silenced.errors.contains("a is silent for today"))
        #expect(try #require(try list().first)["last_state"] as? String == "dismissed")
    }

    /// Has a reminder count as if it had been made ten minutes ago.
    private func backdate(_ id: String) throws {
        let script = """
            import json, sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as file:
                text, = file.execute("SELECT value FROM practice_item WHERE id = ?", sys.argv[2:3]).fetchone()
                value = json.loads(text)
                value["since_ms"] -= 600000
                file.execute("UPDATE practice_item SET value = ? WHERE id = ?", (json.dumps(value), sys.argv[2]))
            """
        _ = try PythonScript.run(script, [home.path + "/resonance/history.sqlite", id])
    }

    @Test func oneProgramAnnouncesAndEndsCleanly() throws {
        let process = try LiveProcess(["practice", "remind", "run"])
        let database = process.data.path + "/resonance/history.sqlite"
        try process.wait(for: "the lock") { $0.errors.contains("told from now on") }
        let second = try CommandRunner.run(
            ["practice", "remind", "run", "--database", database], home: home)
        #expect(
            second.status == 75 && second.errors.contains("another program"), "\(second.errors)")
        process.send(signal: SIGTERM)
        #expect(try process.end() == 0)
    }

    @Test func noChannelCanShowIt() throws {
        #expect(try remind("add", "--at", "07:00", "--text", "x", "--via", "page").status == 0)
        for command in ["run", "check"] {
            let output = try remind(command)
            #expect(output.status == 69 && output.errors.contains("nothing here can show"))
        }
    }

    @Test func theSystemsFileIsShownOrWritten() throws {
        let shown = try remind("install", "--print", "--database", home.path + "/a b%.sqlite")
        #expect(shown.status == 0)
        #if os(Linux)
            #expect(shown.text.contains("\" \"practice\" \"remind\" \"run\" \"--database\" \""))
            #expect(shown.text.contains("a b%%.sqlite\"\n"))
            let path = home.path + "/.config/systemd/user/resonance-reminders.service"
            #expect(!FileManager.default.fileExists(atPath: path))
            let written = try CommandRunner.shell(
                "XDG_CONFIG_HOME= \"$HRV\" practice remind install && cat ~/.config/systemd/user/*")
            #expect(written.text.contains("WantedBy=default.target"))
            #expect(written.errors.contains("systemctl --user"))
        #endif
    }
}
