import Foundation
import SessionHistory
import TestSupport
import Testing

/// `hrv practice` as a person uses it: what is written down, counted, taken along, and refused.
@Suite struct PracticeCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func hrv(_ arguments: String...) throws -> CommandRunner.Output {
        try CommandRunner.run(["practice"] + arguments, home: home)
    }

    /// The text of a cell of CSV by its row and the name of its column.
    private func cell(_ output: CommandRunner.Output, _ row: Int, _ name: String) throws -> String {
        let rows = output.text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let column = try #require(rows.first?.firstIndex(of: Substring(name)))
        return String(try #require(rows.count > row ? rows[row][column] : nil))
    }

    @Test func whatIsWrittenDownIsListedCountedAndDeleted() throws {
        let added = try hrv(
            "add", "--at", "2026-11-20T07:00:00+01:00", "--minutes", "20", "--rating", "4",
            "--note", "=1+1", "--title", "Morning")
        #expect(added.status == 0, "\(added.errors)")
        #expect(
            try hrv(
                "add", "--at", "2026-11-21T07:00:00+01:00", "--minutes", "5", "--kind", "interval"
            ).status == 0)
        let list = try hrv("list", "--output", "csv")
        #expect(try cell(list, 1, "kind") == "interval" && cell(list, 1, "workout_s") == "300")
        #expect(try cell(list, 2, "mindful_s") == "1200" && cell(list, 2, "rating") == "4")
        #expect(try cell(list, 2, "started_at") == "2026-11-20T07:00:00+01:00")

        for (option, kind) in [("--at-least", "timer"), ("--at-most", "interval")] {
            let found = try hrv("list", option, "10", "--output", "csv")
            #expect(found.text.split(separator: "\n").count == 2)
            #expect(try cell(found, 1, "kind") == kind)
        }

        let month = try hrv("calendar", "2026-11", "--output", "csv")
        #expect(month.text.contains("2026-11-20,1200.0,0.0,false,\n"))
        #expect(month.text.split(separator: "\n").count == 31)
        let weeks = try hrv(
            "minutes", "--from", "2026-11-16", "--to", "2026-11-22", "--output", "csv")
        #expect(weeks.text == "from,mindful_s,workout_s\n2026-11-16,1200,300\n")

        let edited = try hrv("edit", "last", "--title", "Run", "--rating", "2")
        #expect(edited.errors.contains("Run of 2026-11-21 07:00 is changed"), "\(edited.errors)")
        let shown = try hrv("show", "last", "--output", "table").text
        #expect(shown.contains("began       2026-11-21 07:00\n"), "\(shown)")
        #expect(shown.contains("workout     5:00\n") && shown.contains("rating      2 of 5\n"))
        #expect(try hrv("list", "--output", "csv").text.contains("Run"))
        #expect(try hrv("delete", "last").status == 0)
        #expect(try hrv("list", "--output", "csv").text.split(separator: "\n").count == 2)
        #expect(try hrv("delete", "ffff").status == 66)
    }

    /// Settings that a person has chosen on the page hold in the terminal too.
    @Test func daysFollowTheSettings() throws {
        let path = home.path + "/history.sqlite"
        func add(_ at: String, _ minutes: String) throws {
            let output = try hrv("add", "--at", at, "--minutes", minutes, "--database", path)
            #expect(output.status == 0, "\(output.errors)")
        }
        try add("2026-05-01T22:00", "5")
        try add("2026-05-03T01:30", "5")
        let best = try hrv("streak", "--output", "csv", "--database", path)
        #expect(try cell(best, 1, "best") == "1")
        let store = try SessionStore(path: path)
        var settings = try store.settings()
        settings.practice = #"{"dayStartMinutes":180,"weekStart":"sunday"}"#
        try store.save(settings)
        let late = try hrv("streak", "--output", "csv", "--database", path)
        #expect(try cell(late, 1, "best") == "2")
        let weeks = try hrv(
            "minutes", "--from", "2026-05-01", "--to", "2026-05-02", "--output", "csv",
            "--database", path)
        // 2 May 2026 is a Saturday, and the night to Sunday belongs to it.
        #expect(weeks.text == "from,mindful_s,workout_s\n2026-04-26,600,0\n")
        let month = try hrv("calendar", "2026-05", "--output", "table", "--database", path)
        #expect(month.text.contains("Su       Mo"), "\(month.text)")
        settings.practice = #"{"activeMinutes":6}"#
        try store.save(settings)
        let short = try hrv("streak", "--output", "csv", "--database", path)
        #expect(try cell(short, 1, "best") == "0")
    }

    @Test func aGoalIsSetShownAndRemoved() throws {
        #expect(try hrv("goal", "--output", "table").text.hasPrefix("No goal"))
        #expect(try hrv("goal", "--minutes", "20", "--days", "5").status == 0)
        let today = try hrv("goal", "--output", "csv")
        #expect(try cell(today, 1, "goal_min") == "20.0" && cell(today, 1, "today_min") == "0.0")
        #expect(try cell(today, 1, "goal_days") == "5" && cell(today, 1, "week_met") == "false")
        // Other settings stay, and keep the goal.
        #expect(try hrv("settings", "--active", "5").status == 0)
        #expect(
            try hrv("goal", "--output", "table").text
                == "Today 0 of 20 min, this week 0 of 5 days\n")
        #expect(try hrv("goal", "--none").status == 0)
        #expect(try hrv("goal", "--json").text == "null\n")
        for arguments in [["--minutes", "0"], ["--days", "8"], ["--none", "--days", "3"]] {
            #expect(
                try CommandRunner.run(["practice", "goal"] + arguments, home: home).status == 64)
        }
    }

    @Test func theLogIsExportedAndImported() throws {
        _ = try hrv("add", "--at", "2026-11-20T07:00", "--minutes", "20", "--note", "=cmd")
        let other = try TemporaryFolder()
        for shape in ["csv", "json"] {
            let file = home.path + "/practice." + shape
            #expect(try hrv("export", "--output", shape, "--out", file).status == 0)
            let imported = try CommandRunner.run(["practice", "import", file], home: other)
            #expect(imported.status == 0)
            #expect(imported.errors.contains(shape == "csv" ? "1 new" : "0 new, 1 there already"))
        }
        let here = try hrv("export", "--output", "csv").text
        let there = try CommandRunner.run(["practice", "export", "--output", "csv"], home: other)
        #expect(here == there.text && here.contains("'=cmd"))

        let insight = try home.write(
            "insight.csv",
            "Started At,Duration,Preset,Activity\n13/32/2026 07:00:00,0:20:0,,\n"
                + "05/01/2026 16:03:29,0:21:4,,Meditation\n")
        let open = try hrv("import", insight, "--zone", "Europe/Berlin")
        #expect(open.status == 65 && open.errors.contains("--dates day-first"), "\(open.errors)")
        let read = try hrv(
            "import", insight, "--zone", "Europe/Berlin", "--dates", "month-first")
        #expect(read.status == 1 && read.errors.contains("line 2"), "\(read.errors)")
        #expect(try hrv("list", "--origin", "imported", "--output", "csv").text.contains("1264"))
        let text = try home.write("x.txt", "nothing")
        #expect(try hrv("import", text).status == 65)
        #expect(try hrv("import", home.path + "/no").status == 66)
    }

    @Test func sitsAndIntervalsOfOnesOwn() throws {
        let saved = try hrv("timer", "--for", "40", "--then", "0", "--keep-as", "Long sit")
        #expect(
            saved.status == 0 && saved.errors.contains("timer --preset long-sit"), "\(saved.errors)"
        )
        #expect(try hrv("timer", "--open", "--keep-as", "Long sit!").status == 0)
        #expect(
            try hrv("interval", "--work", "20", "--rest", "10", "--rounds", "8", "--keep-as", "T")
                .status == 0)
        let list = try hrv("presets", "--output", "csv").text
        for row in [
            "long-sit,timer,Long sit,2400-0,,true", "long-sit-2,timer,Long sit!,open-180,,true",
            "t,interval,T,20-10,8,true",
        ] { #expect(list.contains(row + "\n"), "\(list)") }
        for arguments in [["--keep-as", ""], ["--keep-as", "x", "--preset", "long-sit"]] {
            #expect(
                try CommandRunner.run(["practice", "timer"] + arguments, home: home).status == 64)
        }
        #expect(try hrv("presets", "--remove", "long-sit").status == 0)
    }

    @Test func patternsOfOnesOwn() throws {
        let sound = """
            {"format":"resonance-breaths","version":1,"presets":[{"id":"slow","name":{"en":"Slow","de":"Langsam"},\
            "inhale":4,"hold":0,"exhale":6,"secondHold":0,"repetitions":2,"cues":["tones"]}]}
            """
        #expect(try hrv("presets", "--import", home.write("a.json", sound)).status == 0)
        #expect(
            try hrv("presets", "--output", "csv").text.contains("slow,breathe,Slow,4-0-6-0,2,true"))
        for (old, new) in [
            ("\"version\":1", "\"version\":2"), ("\"inhale\":4", "\"inhale\":1"),
            ("\"slow\"", "\"../x\""), ("\"slow\"", "\"ok\"},"),
            ("\"repetitions\":2", "\"repetitions\":0"),
        ] {
            let text = sound.replacingOccurrences(of: old, with: new)
            let output = try hrv("presets", "--import", home.write("b.json", text))
            #expect(output.status == 65, "\(new): \(output.errors)")
            #expect(output.errors.contains("nothing is kept"))
        }
        #expect(try hrv("presets", "--remove", "slow").status == 0)
        #expect(try hrv("presets", "--remove", "slow").status == 66)
    }

    @Test(arguments: [
        ["timer", "--for", "0"], ["timer", "--for", "nan"], ["timer", "--for", "1e9"],
        ["timer", "--then", "-1"], ["timer", "--open", "--for", "5"], ["timer", "--bell", "x"],
        ["timer", "--bell", "at=30", "--for", "10"], ["timer", "--bell", "every=5", "--for", "5"],
        ["timer", "--level", "2"], ["timer", "--preset", "none"], ["interval", "--rounds", "100"],
        ["interval", "--work", "4"], ["breathe", "nope"], ["breathe", "box", "--repeat", "0"],
        ["extend", "0"], ["rest", "2026-13-01"], ["rest", "2020-01-01"], ["calendar", "2026-13"],
        ["add", "--at", "yesterday", "--minutes", "5"],
        ["add", "--at", "2026-11-20T07:00", "--minutes", "0"],
        ["add", "--at", "2199-11-20T07:00", "--minutes", "5"],
        ["add", "--at", "2026-11-20T07:00", "--minutes", "5", "--rating", "6"],
        ["list", "--at-least", "-1"], ["list", "--at-least", "9", "--at-most", "8"],
    ])
    func whatCannotBeIsRefused(arguments: [String]) throws {
        let output = try CommandRunner.run(["practice"] + arguments, home: home)
        #expect(output.status == 64, "\(output.errors)")
        #expect(!output.errors.isEmpty)
    }

    @Test(arguments: ["status", "pause", "resume", "next", "end", "cancel"])
    func whereNothingRunsItIsSaid(command: String) throws {
        let output = try hrv(command)
        #expect(output.status == 66 && output.errors.contains("nothing runs"))
    }
}

/// A practice that runs, in real time.
@Suite struct PracticeProcessTests {
    private func hrv(_ arguments: [String], _ home: TemporaryFolder) throws -> CommandRunner.Output
    {
        try CommandRunner.run(["practice"] + arguments, home: home)
    }

    private func begin(_ arguments: [String], _ home: TemporaryFolder) throws -> LiveProcess {
        try LiveProcess(
            ["practice"] + arguments + ["--player", "none", "--allow-sleep"],
            environment: ["XDG_DATA_HOME": home.path, "HOME": home.path])
    }

    /// One activity: another terminal sees it, is refused, controls it, claims it by force, and what counted up to
    /// then is kept, not only what was written down at the last sign of life.
    @Test func oneSitAtATime() throws {
        let home = try TemporaryFolder()
        let sit = try begin(["timer", "--for", "5", "--title", "Evening"], home)
        try sit.wait(for: "it runs") { _ in
            try hrv(["status", "--json"], home).text.contains("\"phase1\"")
        }
        let status = try hrv(["status", "--json"], home).text
        #expect(
            status.contains("\"title\" : \"Evening\"") && status.contains("\"kind\" : \"timer\""))
        let words = try hrv(["status", "--output", "table"], home).text
        // Five minutes, and three to come back in.
        #expect(words.hasPrefix("Evening, Sitting, "), "\(words)")
        #expect(words.contains(" 8:00 left in all") || words.contains(" 7:"), "\(words)")
        let second = try hrv(["timer", "--player", "none"], home)
        #expect(second.status == 75)
        #expect(second.errors.contains("\"Evening\", by hrv practice"), "\(second.errors)")
        #expect(
            try CommandRunner.run(["live", "--bridge", "unix:\(home.path)/s"], home: home).status
                == 75)

        #expect(try hrv(["pause"], home).status == 0)
        try sit.wait(for: "it is paused") { _ in
            try hrv(["status", "--json"], home).text.contains("\"is_paused\" : true")
        }
        #expect(try hrv(["resume"], home).status == 0)
        Thread.sleep(forTimeInterval: 14)
        let live = try LiveProcess(
            ["live", "--bridge", "unix:\(home.path)/s", "--force", "--discard"],
            environment: ["XDG_DATA_HOME": home.path, "HOME": home.path])
        #expect(try sit.end() == 0)
        live.send(signal: SIGINT)
        _ = try live.end()
        let list = try hrv(["list", "--output", "csv"], home).text
        let cells = try #require(list.split(separator: "\n").last).split(
            separator: ",", omittingEmptySubsequences: false)
        #expect(cells[4...5] == ["Evening", "replaced"], "\(list)")
        #expect(try #require(Double(cells[6])) >= 13.5)
    }

    /// The last practice begins again by its plan and title; without one it is said.
    @Test func theLastPracticeBeginsAgain() throws {
        let home = try TemporaryFolder()
        let nothing = try hrv(["again", "--player", "none"], home)
        #expect(nothing.status == 66 && nothing.errors.contains("hrv practice timer"))
        let first = try begin(
            ["timer", "--for", "0.18", "--then", "0", "--title", "Morning"], home)
        #expect(try first.end() == 0)
        let again = try begin(["again"], home)
        try again.wait(for: "it runs") { _ in try status(home)["phase"] as? String == "phase1" }
        let now = try status(home)
        #expect(now["title"] as? String == "Morning" && now["kind"] as? String == "timer")
        let left = try #require(now["left_s"] as? Double)
        #expect(left > 2 && left <= 10.8 && now["phase_left_s"] as? Double == left)
        again.send(signal: SIGINT)
        _ = try again.end()
    }

    /// The report of status, as JSON.
    private func status(_ home: TemporaryFolder) throws -> [String: Any] {
        let text = try hrv(["status", "--json"], home).text
        guard !text.isEmpty else { return [:] }
        return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    /// The part's own time is beside the whole's; in a pause both stand still.
    @Test func statusHasThePartAndTheWhole() throws {
        let home = try TemporaryFolder()
        let sit = try begin(["timer", "--for", "5", "--then", "3", "--title", "Evening"], home)
        try sit.wait(for: "it runs") { _ in try status(home)["phase"] as? String == "phase1" }
        let now = try status(home)
        let part = try #require(now["phase_left_s"] as? Double)
        let whole = try #require(now["left_s"] as? Double)
        #expect(part <= 300 && part > 200 && abs(whole - part - 180) < 0.11)
        let line = try hrv(["status", "--line"], home).text
        #expect(line.wholeMatch(of: /Evening Sitting [45]:\d\d \([78]:\d\d\)\n/) != nil, "\(line)")
        #expect(try hrv(["pause"], home).status == 0)
        try sit.wait(for: "it is paused") { _ in try status(home)["is_paused"] as? Bool == true }
        let paused = try status(home)
        let pausedLine = try hrv(["status", "--line"], home).text
        #expect(
            pausedLine.wholeMatch(of: /Evening Sitting paused [45]:\d\d \([78]:\d\d\)\n/) != nil,
            "\(pausedLine)")
        let later = try status(home)
        #expect(paused["left_s"] as? Double == later["left_s"] as? Double)
        #expect(paused["phase_left_s"] as? Double == later["phase_left_s"] as? Double)
        let table = try hrv(["status", "--output", "table"], home).text
        #expect(table.contains(", paused, ") && table.contains(" left in all"), "\(table)")
        sit.send(signal: SIGINT)
        _ = try sit.end()
    }

    /// A program that is stopped changes nothing of where the plan is.
    @Test func statusFollowsThePlanOfAStoppedProgram() throws {
        let home = try TemporaryFolder()
        let workout = try begin(
            ["interval", "--work", "5", "--rest", "5", "--rounds", "2", "--prepare", "0"], home)
        try workout.wait(for: "it runs") { _ in try status(home)["phase"] as? String == "work" }
        workout.send(signal: SIGSTOP)
        try workout.wait(for: "the rest") { _ in
            let now = try status(home)
            guard now["phase"] as? String == "rest" else { return false }
            let part = try #require(now["phase_left_s"] as? Double)
            return abs(try #require(now["left_s"] as? Double) - part - 5) < 0.11
        }
        try workout.wait(for: "the second round") { _ in
            try hrv(["status", "--output", "table"], home).text.hasPrefix("Intervals, Work 2, ")
        }
        workout.send(signal: SIGCONT)
        workout.send(signal: SIGINT)
        _ = try workout.end()
    }

    /// Ended by signal 9, it is reported as interrupted, counts up to its last sign of life, and continues in another
    /// process.
    @Test func aKilledSittingIsResumed() throws {
        let home = try TemporaryFolder()
        let sit = try begin(["timer", "--for", "0.4", "--then", "0"], home)
        try sit.wait(for: "it is kept") { _ in
            try hrv(["list", "--output", "csv"], home).text.contains(",running,")
        }
        sit.send(signal: SIGKILL)
        try sit.wait(for: "it is interrupted") { _ in
            try hrv(["list", "--output", "csv"], home).text.contains(",interrupted,")
        }
        #expect(try hrv(["status"], home).errors.contains("hrv practice resume"))
        let resumed = try begin(["resume"], home)
        #expect(try resumed.end() == 0)
        let list = try hrv(["list", "--output", "csv"], home).text
        #expect(list.contains(",ended,24,0,own"), "\(list)")
        #expect(list.split(separator: "\n").count == 2)
    }
}
