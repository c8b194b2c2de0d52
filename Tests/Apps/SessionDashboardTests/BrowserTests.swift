import Foundation
import TestSupport
import Testing

/// The page in a real browser: cases written in Python, each with a dashboard of its own.
@Suite(.serialized, .needsBrowser) struct BrowserTests {
    /// The cases that `run.py --list` lists.
    static let cases = [
        "rules_of_axe", "contrast_of_texts", "small_screens", "by_keyboard",
        "focus_on_the_heading", "focus_through_a_session", "no_jump_with_the_focus", "less_motion",
        "phases_announced", "another_is_left_alone", "another_is_watched", "another_is_ended",
        "place_taken_by_another_page", "strap_of_the_browser", "ecg_of_the_browser",
        "strap_without_ecg", "refused_ecg", "no_bluetooth_here", "calendar_by_keyboard",
        "entries_of_a_day", "days_by_the_settings", "practice_in_a_line",
        "checks_until_it_begins",
        "begun_anyway", "cancelled_before_it_begins", "which_device_counts",
        "watching_the_checks", "fault_until_the_end", "faults_after_the_end",
        "health_from_a_chosen_file", "health_sent_in_pieces", "health_import_cancelled",
        "health_without_room", "health_of_a_newer_export", "health_of_a_watched_folder",
        "health_error_and_try_again", "health_by_the_rules_of_axe", "health_of_a_refused_file",
        "health_is_for_owners", "health_by_keyboard", "health_scrolls_through_a_year",
        "late_beats",
        "server_restarted",
        "line_that_falls", "two_watchers", "page_closed", "phases_by_schedule",
        "clock_by_minimum_round_trip", "texts_are_whole",
        "music_from_begin_to_end", "music_of_another_program", "music_without_a_player",
        "music_playlists", "music_covers",
        "music_on_small_screens", "music_keeps_hearts_to_itself", "frames_are_cheap",
        "bloom_needs_no_messages",
        "cues_on_time",
        "every_address", "screens_of_the_list", "no_way_in", "only_watching", "settings_kept",
        "unknown_preset",
        "in_german", "practice_from_begin_to_end", "practice_against_a_terminal",
        "practice_watched", "practice_unsound", "practice_on_small_screens",
        "practice_cues_on_time", "reminder_of_a_person", "reminder_as_a_notification",
        "whole_session", "discarded_session", "paused_and_marked",
        "without_a_sensor",
    ]

    @Test func everyCaseIsRun() throws {
        let listed = try BrowserCases.run(["--list"]).text.split(separator: "\n").map(String.init)
        #expect(listed == Self.cases)
    }

    /// Enough of every kind to see that the page works at all: each costs a browser of its own.
    private static let few = [
        "rules_of_axe", "by_keyboard", "focus_on_the_heading", "texts_are_whole", "no_way_in",
        "in_german", "whole_session", "health_from_a_chosen_file", "music_from_begin_to_end",
    ]

    @Test(arguments: TestEffort.pick(few, all: cases))
    func passesInABrowser(name: String) throws {
        let outcome = try BrowserCases.run([try BrowserCases.tool.path, name])
        #expect(outcome.status == 0, "\(outcome.text)")
    }
}

/// The script that runs the cases.
enum BrowserCases {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Browser")

    /// The Python that `Browser/prepare.sh` installs where there is a browser.
    private static let python = Repository.root
        .appendingPathComponent(".build/browser-venv/bin/python")

    static let isAvailable =
        ["chromium", "chromedriver"].allSatisfy(isOnPath)
        && FileManager.default.isExecutableFile(atPath: python.path)

    private static func isOnPath(_ name: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    /// The tool lies beside the test bundle.
    static var tool: URL {
        get throws {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let program = URL(fileURLWithPath: CommandLine.arguments[0])
            for url in [bundle?.bundleURL, program].compactMap({ $0 }) {
                let tool = url.deletingLastPathComponent().appendingPathComponent("hrv")
                if FileManager.default.isExecutableFile(atPath: tool.path) { return tool }
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }

    static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = python
        process.arguments = [folder.appendingPathComponent("run.py").path] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs the test only where a browser can be led, and says so where it cannot.
    static var needsBrowser: Self {
        .enabled(
            if: BrowserCases.isAvailable,
            "skipped: install chromium, chromedriver and python3-venv (make deps), then make test")
    }
}
