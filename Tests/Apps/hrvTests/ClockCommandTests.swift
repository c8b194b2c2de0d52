import Foundation
import TestSupport
import Testing

/// The same beats with every kind of stamp: all commands give the same numbers.
@Suite struct ClockCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// 20:00 of 10 November 2026, in UTC; ms since 1970.
    private static let epochMs = 1_794_340_800_000

    private static func date(_ unixMs: Int) -> String {
        let seconds = unixMs / 1000
        var time = gmtime(seconds)
        var buffer = [CChar](repeating: 0, count: 32)
        strftime(&buffer, 32, "%Y-%m-%dT%H:%M:%S", &time)
        let text = String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text + "." + String(1000 + unixMs % 1000).dropFirst()
    }

    private static func gmtime(_ seconds: Int) -> tm {
        var (clock, time) = (time_t(seconds), tm())
        gmtime_r(&clock, &time)
        return time
    }

    private static func seconds(_ ms: Int) -> String {
        "\(ms / 1000)." + String(1000 + ms % 1000).dropFirst()
    }

    /// The beats as text: no stamps, elapsed from 0 and from 500 s, since 1970 in s and ms, dates.
    private func files(_ intervals: [Int], _ name: String) throws -> [String] {
        let stamps: [(Int) -> String?] = [
            { _ in nil }, { Self.seconds($0) }, { Self.seconds($0 + 500_000) },
            { Self.seconds($0 + Self.epochMs) }, { "\($0 + Self.epochMs)" },
            { Self.date($0 + Self.epochMs) },
        ]
        return try stamps.enumerated().map { index, stamp in
            var (ms, lines) = (0, [String]())
            for interval in intervals {
                ms += interval
                lines.append(stamp(ms).map { "\($0),\(interval)" } ?? "\(interval)")
            }
            let head = index == 0 ? "" : "time,rr\n"
            return try folder.write("\(name)-\(index).txt", head + lines.joined(separator: "\n"))
        }
    }

    /// Four minutes at each of three rates.
    private static let paced: [Int] = {
        var random = SplitMix64(seed: 58)
        var (time, intervals) = (0.0, [Int]())
        while time < 720 {
            let rate = time < 240 ? 6.5 : time < 480 ? 5.5 : 4.5
            let amplitude = rate == 5.5 ? 60.0 : 25
            let length = 900 + amplitude * sin(2 * .pi * rate / 60 * time) + 5 * random.gaussian()
            intervals.append(Int(length.rounded()))
            time += Double(intervals[intervals.count - 1]) / 1000
        }
        return intervals
    }()

    /// Every number of an output, in its order; what says how a file was read is no result.
    private static func numbers(_ text: String) throws -> [Double] {
        func collect(_ value: Any, _ into: inout [Double]) {
            switch value {
            case let object as [String: Any]:
                for key in object.keys.sorted()
                where !["recipe", "file", "files", "warnings", "format"].contains(key) {
                    object[key].map { collect($0, &into) }
                }
            case let array as [Any]: for element in array { collect(element, &into) }
            case let number as NSNumber: into.append(number.doubleValue)
            default: break
            }
        }
        var numbers: [Double] = []
        if let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) {
            collect(json, &numbers)
        } else {
            for line in text.split(separator: "\n") {
                collect(try JSONSerialization.jsonObject(with: Data(line.utf8)), &numbers)
            }
        }
        return numbers
    }

    @Test(arguments: [
        ["analyze"], ["analyze", "--window", "120", "--step", "60"], ["analyze", "--ci"],
        ["analyze", "--like", "kubios"], ["analyze", "--correct", "none"],
        ["analyze", "--night", "20:05-20:10", "--start", "20:00"],
        ["correct"], ["spectrum"], ["spectrum", "--psd", "lomb,welch"],
        ["explain", "--like", "kubios", "--like", "neurokit"],
        ["coherence", "--rate", "6"], ["coherence", "--rate", "5.5", "--offset", "-30"],
        ["coherence", "--schedule", "6.5:4,5.5:4,4.5:4"],
        ["resonance", "--schedule", "6.5:4,5.5:4,4.5:4"],
        ["resonance", "--schedule", "6.5:4,5.5:4,4.5:4", "--exact-start"],
        ["resonance", "--rates", "5.5"],
    ])
    func everyKindOfStampGivesTheSameNumbers(arguments: [String]) throws {
        let files = try files(Self.paced, "paced")
        // One process for all files; explain and a protocol of rates take one.
        let isOne = arguments[0] == "explain" || arguments.contains("--rates")
        var found: [[Double]] = []
        for files in isOne ? files.map({ [$0] }) : [files] {
            let output = try CommandRunner.run(
                [arguments[0]] + files + arguments.dropFirst() + ["--json"])
            #expect(output.status == 0, "\(output.errors)")
            if isOne {
                found.append(try Self.numbers(output.text))
            } else {
                found += try Self.entries(output.text).map { try Self.numbers($0) }
            }
        }
        try #require(found.count >= files.count)
        // Windows and seconds of one file stand together.
        let count = found.count / files.count
        #expect(found.count == count * files.count)
        let expected = Array(found.prefix(count))
        #expect(expected.joined().count > 10)
        for (index, file) in files.enumerated() {
            #expect(Array(found[(index * count)..<((index + 1) * count)]) == expected, "\(file)")
        }
    }

    /// The elements of an array of JSON, each as text.
    private static func entries(_ text: String) throws -> [String] {
        let array = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])
        return try array.map {
            String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
        }
    }

    @Test func theScheduleFindsItsRateWithStamps() throws {
        for file in try files(Self.paced, "paced") {
            let output = try CommandRunner.run(
                ["resonance", file, "--schedule", "6.5:4,5.5:4,4.5:4", "--json"])
            let rows = try #require(
                try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
            let winner = try #require(rows[0]["stepped_winner"] as? [String: Any])
            #expect(winner["rate_bpm"] as? Double == 5.5)
        }
    }

    @Test func breathsBesideTheRecordingAreWarnedOf() throws {
        let file = try files(Self.paced, "paced")[0]
        for command in ["resonance", "coherence"] {
            let output = try CommandRunner.run(
                [command, file, "--schedule", "6:2", "--offset", "2000", "--json"])
            #expect(output.errors.contains("[no_overlap]"))
        }
    }

    // MARK: Nights

    /// A beat about every second, 1020 and 980 ms in turn at night and 998 and 1002 ms by day, from
    /// second 0 on; `isNight` by the second.
    private static func day(seconds: Int, isNight: (Int) -> Bool) -> [Int] {
        (0..<seconds).map { second in
            let amplitude = isNight(second) ? 20 : 2
            return 1000 + (second.isMultiple(of: 2) ? amplitude : -amplitude)
        }
    }

    private static func rows(_ output: CommandRunner.Output) throws -> [[String: Any]] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
    }

    private func checkNight(
        _ output: CommandRunner.Output, seconds: Double, sourceLocation: SourceLocation
    ) throws {
        let rows = try Self.rows(output)
        #expect(
            rows.map { $0["stretch"] as? String } == ["all", "day", "night"], "\(output.errors)",
            sourceLocation: sourceLocation)
        let (day, night) = (rows[1], rows[2])
        #expect(night["duration_s"] as? Double == seconds, sourceLocation: sourceLocation)
        // Differences of 40 and 4 ms; one or two at the edges lie between.
        let (quiet, loud) = (day["HRV_RMSSD"] as? Double, night["HRV_RMSSD"] as? Double)
        #expect(abs(try #require(quiet) - 4) < 0.5, sourceLocation: sourceLocation)
        #expect(abs(try #require(loud) - 40) < 0.1, sourceLocation: sourceLocation)
    }

    @Test func aNightIsTheSameWithEveryStamp() throws {
        // From 20:00 to 20:45; the night from 20:15 on.
        let beats = Self.day(seconds: 2700) { $0 >= 900 }
        let night = ["--night", "20:15-06:00"]
        for (index, file) in try files(beats, "night").enumerated() {
            let stated = try CommandRunner.run(
                ["analyze", file, "--start", "20:00", "--json"] + night)
            try checkNight(stated, seconds: 1800, sourceLocation: #_sourceLocation)
            #expect(!stated.errors.contains("other_clock"))
            let found = try CommandRunner.run(["analyze", file, "--json"] + night)
            let inZone = try CommandRunner.run(
                ["analyze", file, "--json", "--zone", "UTC"] + night)
            if index == 5 {
                // A date without a zone is the clock, whatever the zone.
                try checkNight(found, seconds: 1800, sourceLocation: #_sourceLocation)
                try checkNight(inZone, seconds: 1800, sourceLocation: #_sourceLocation)
                let other = try CommandRunner.run(
                    ["analyze", file, "--start", "20:05", "--json"] + night)
                #expect(other.errors.contains("note:") && other.errors.contains("[other_clock]"))
                #expect(try Self.rows(other)[2]["duration_s"] as? Double == 2100)
            } else {
                #expect(found.errors.contains("[no_clock]"))
                #expect(try Self.rows(found).count == 1)
                guard index >= 3 else { continue }
                #expect(found.errors.contains("--zone"))
                try checkNight(inZone, seconds: 1800, sourceLocation: #_sourceLocation)
            }
        }
    }

    /// A recording from 1:30 to 4:00 over each change of summer time in Berlin: the night from 1:45
    /// to 3:45 lasts 1 or 3 hours.
    @Test(arguments: [(1_774_744_200, 1), (1_792_884_600, 3)])
    func aNightOverAChangeOfTheClock(startSeconds: Int, hours: Int) throws {
        let change = 1800 + (hours == 3 ? 3600 : 0)
        let night = 900..<900 + hours * 3600
        let beats = Self.day(seconds: 1800 + hours * 3600) { night.contains($0) }
        let (before, after) = hours == 1 ? (1, 2) : (2, 1)
        func text(_ stamp: (_ ms: Int, _ offset: Int) -> String) -> String {
            var (ms, lines) = (0, ["time,rr"])
            for interval in beats {
                ms += interval
                let offset = ms < 1000 * change ? before : after
                lines.append("\(stamp(ms + 1000 * startSeconds, offset)),\(interval)")
            }
            return lines.joined(separator: "\n")
        }
        let local = try folder.write(
            "local.csv", text { Self.date($0 + $1 * 3_600_000) })
        let offset = try folder.write(
            "offset.csv", text { Self.date($0 + $1 * 3_600_000) + "+0\($1):00" })
        let epoch = try folder.write("epoch.csv", text { ms, _ in "\(ms)" })
        let universal = try folder.write("z.csv", text { ms, _ in Self.date(ms) + "Z" })
        for (file, zone) in [
            (local, nil), (offset, nil), (epoch, "Europe/Berlin"), (universal, "Europe/Berlin"),
            (offset, "Europe/Berlin"),
        ] {
            let output = try CommandRunner.run(
                ["analyze", file, "--night", "01:45-03:45", "--json"]
                    + (zone.map { ["--zone", $0] } ?? []))
            try checkNight(
                output, seconds: Double(hours * 3600), sourceLocation: #_sourceLocation)
        }
    }

    @Test func aZoneIsAnOffsetOrAName() throws {
        for arguments in [
            ["--night", "22:00-06:00", "--zone", "Nowhere/None"], ["--zone", "UTC"],
            ["--night", "22:00-06:00", "--zone", "+1"],
        ] {
            let output = try CommandRunner.run(["analyze", "-"] + arguments, input: "800\n810\n")
            #expect(output.status == 64, "\(arguments)")
        }
    }
}

/// Memory of the beats, and not of the time between them, measured by the system in a process of its
/// own.
@Suite(.enabled(if: MeasuredProcess.isAvailable, "skipped: install python3"))
struct ClockMemoryTests {
    /// Most that a jump may add to the same beats without one; the shortest step over the jump would
    /// be gigabytes.
    private static let growthBytes = 48 << 20

    @Test(arguments: [
        ["analyze", "--window", "60", "--step", "1"], ["analyze", "--force"],
        ["analyze", "--night", "22:00-06:00", "--start", "20:00"],
        ["analyze", "--output", "html"],
        ["spectrum", "--psd", "fft,lomb,welch,multitaper", "--force"],
        ["correct"], ["coherence", "--rate", "6", "--step", "0.25"],
        ["coherence", "--schedule", "6:5", "--step", "0.25"],
        ["resonance", "--schedule", "6:5,5:5"], ["resonance", "--rates", "6"],
    ])
    func aJumpOfTheClockNeedsNoMemory(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        var random = SplitMix64(seed: 41)
        let beats = (0..<600).map { _ in Int.random(in: 820...880, using: &random) }
        /// A jump after half of the beats; days.
        func file(_ days: Int) throws -> String {
            var (ms, lines) = (1_600_000_000_000, ["timestamp,rr"])
            for (index, interval) in beats.enumerated() {
                ms += interval + (index == 300 ? days * 86_400_000 : 0)
                lines.append("\(ms),\(interval)")
            }
            return try folder.write("jump-\(days).csv", lines.joined(separator: "\n"))
        }
        let whole = try MeasuredProcess.run([arguments[0], file(0)] + arguments.dropFirst())
        #expect(whole.status == 0)
        let jumped = try MeasuredProcess.run([arguments[0], file(300)] + arguments.dropFirst())
        #expect(jumped.status == 0)
        #expect(jumped.peakBytes < whole.peakBytes + Self.growthBytes)
        // Shorter than the longest spectrum.
        let month = try MeasuredProcess.run([arguments[0], file(30)] + arguments.dropFirst())
        #expect(month.status == 0)
        #expect(month.peakBytes < whole.peakBytes + Self.growthBytes)
        // No recording spans decades: it is refused, as cheaply.
        let decades = try MeasuredProcess.run(
            [arguments[0], file(15_000)] + arguments.dropFirst())
        #expect(decades.status == 65)
        #expect(decades.peakBytes < whole.peakBytes + Self.growthBytes)
    }
}
