import Foundation
import Testing

struct PaceCommandTests {
    /// Two breaths of 3 s: phases follow each other, each announced ahead of its time, then it stops.
    @Test func phasesAreAnnouncedAhead() throws {
        let output = try CommandRunner.run(["pace", "--rate", "20", "--duration", "0.1"])
        #expect(output.status == 0 && output.errors == "")
        let lines = try output.text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let paces = lines.filter { $0["type"] as? String == "pace" }
        let phases = paces.compactMap { $0["phase"] as? String }
        #expect(phases.starts(with: ["in", "hold_in", "out", "in", "hold_in", "out"]))
        #expect(phases.last == "stop")
        let starts = try paces.dropLast().map { line in
            let time = try #require(line["t"] as? Double)
            let lead = try #require(line["in_ms"] as? Double)
            #expect(lead <= 500)
            return time / 1000 + lead
        }
        // 5 % of 3 s held, the rest 2 to 3.
        let steps = zip(starts, starts.dropFirst()).map { $1 - $0 }
        for (step, expected) in zip(steps, [1140.0, 150, 1710, 1140, 150]) {
            #expect(abs(step - expected) < 0.01)
        }
        #expect(lines.contains { $0["type"] as? String == "haptic" })
    }

    @Test(arguments: [
        ["pace", "--rate", "1"], ["pace", "--rate", "6", "--preset", "box"],
        ["pace", "--duration", "0"], ["pace", "--preset", "fame"],
    ])
    func wrongOptionsAreUsageErrors(arguments: [String]) throws {
        #expect(try CommandRunner.run(arguments).status == 64)
    }

    @Test(arguments: [["pace"], ["live", "--simulate", "--discard"]])
    func anUnknownPresetErrorListsTheKnownOnes(command: [String]) throws {
        let output = try CommandRunner.run(command + ["--preset", "fame"])
        #expect(output.status == 64 && output.text == "")
        #expect(
            output.errors.contains(
                "no preset is called fame: there are box, 4-7-8, coherent, extended-exhale, "
                    + "triangle, square-6, calm, sleep"))
    }

    @Test func commandsFailWithoutABus() throws {
        for command in ["straps --seconds 0.5", "live --strap H10 --no-raw-log"] {
            let output = try CommandRunner.shell(
                "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/no/such/socket \"$HRV\" \(command)")
            #expect(output.status == 69 && output.text == "")
            #expect(output.errors.hasPrefix("hrv: ") && output.errors.contains("[strap]"))
        }
    }
}
