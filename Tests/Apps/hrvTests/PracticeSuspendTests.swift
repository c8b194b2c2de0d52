import Foundation
import SessionHistory
import TestSupport
import Testing

/// A computer that slept, played by a boot clock that is three hours ahead in a time namespace of Linux.
@Suite struct PracticeSuspendTests {
    /// One sit of an hour and one of four are killed; both are taken up three hours later by the boot clock.
    private static let script = """
        set -eu
        places="--player none --allow-sleep --quiet"
        for minutes in 60 240; do
            "$HRV" practice timer --for $minutes --then 0 $places --database "$HOME/$minutes" >"$HOME/said" 2>&1 &
            echo $! > "$HOME/$minutes.id"
        done
        until grep -q ,running, <("$HRV" practice list --output csv --database "$HOME/60") &&
            grep -q ,running, <("$HRV" practice list --output csv --database "$HOME/240"); do sleep 0.3; done
        kill -9 $(cat "$HOME/60.id" "$HOME/240.id")
        later() {
            unshare --user --map-root-user --time --boottime 10800 --fork \\
                "$HRV" practice resume $places --database "$HOME/$1" >"$HOME/said" 2>&1
        }
        later 60
        later 240 &
        taken=$!
        until "$HRV" practice status --database "$HOME/240" >"$HOME/said" 2>&1; do sleep 0.1; done
        sleep 0.5
        "$HRV" practice end --database "$HOME/240"
        wait $taken
        for minutes in 60 240; do
            "$HRV" practice list --output csv --database "$HOME/$minutes" | tail -n +2
        done
        """

    /// The first one has ended at its planned time; the second one goes on, and the hole counts.
    @Test(.enabled(if: TimeNamespace.isAvailable, "skipped: no time namespace can be made here"))
    func aPracticeAcrossASuspendResumesByTheBootClock() throws {
        let output = try CommandRunner.shell(Self.script)
        try #require(output.status == 0, "\(output.errors)")
        let rows = output.text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        try #require(rows.count == 2, "\(output.text)")
        #expect(rows.map { $0[5] } == ["ended", "ended"])
        #expect(rows[0][6] == "3600")
        let start = try #require(LocalTime.read(rows[0][1])).date
        let end = try #require(LocalTime.read(rows[0][2])).date
        #expect(abs(end.timeIntervalSince(start) - 3600) < 0.01)
        let counted = try #require(Double(rows[1][6]))
        #expect((10_810...10_900).contains(counted), "\(output.text)")
    }
}

/// A check that this machine lets a process have a boot clock of its own.
enum TimeNamespace {
    static let isAvailable: Bool =
        (try? CommandRunner.shell(
            "unshare --user --map-root-user --time --boottime 10800 --fork true"))?.status == 0
}
