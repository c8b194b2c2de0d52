import Foundation
import TestSupport
import Testing

@testable import MusicLibrary

/// Children that do not do what they should: each costs what its limits say, and leaves nothing behind.
@Suite struct DecoderProcessTests {
    private func run(
        _ script: String, _ change: (inout DecoderLimits) -> Void = { _ in },
        isCancelled: () -> Bool = { false }, maxByteCount: Int = 1 << 20
    ) -> (outcome: DecoderProcess.Outcome, byteCount: Int, text: String) {
        var limits = DecoderLimits()
        change(&limits)
        var byteCount = 0
        var text: [UInt8] = []
        let words = ["/bin/sh", "-c", script].map { Array($0.utf8) }
        let outcome = DecoderProcess(words: words, limits: limits).run(isCancelled: isCancelled) {
            byteCount += $0.count
            text += $0.prefix(100)
            return byteCount <= maxByteCount
        }
        return (outcome, byteCount, String(decoding: text, as: UTF8.self))
    }

    @Test func outputAndStatusArrive() {
        let (outcome, byteCount, _) = run("printf 12345; exit 3")
        #expect(outcome == .exited(status: 3) && byteCount == 5)
    }

    @Test func aChildThatSleepsIsEndedWithWhatItStarted() throws {
        let (outcome, _, text) = run("sleep 600 & echo $!; wait") { $0.idleSeconds = 0.2 }
        #expect(outcome == .timedOut)
        let child = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // It is gone, or waits to be reaped by the system: the signal needs a moment to arrive.
        try eventually("the child's child ends") {
            let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            return kill(child, 0) != 0 || state?.contains(") Z ") == true || state == nil
        }
    }

    @Test func aChildThatClosesItsOutputAndStaysIsEnded() {
        #expect(run("exec >&-; sleep 30") { $0.idleSeconds = 0.2 }.outcome == .timedOut)
    }

    @Test func aChildThatFloodsIsEnded() {
        let (outcome, byteCount, _) = run("while :; do echo flood; done")
        #expect(outcome == .stopped && byteCount <= 1 << 21)
    }

    @Test func aChildKilledByASignalIsReported() {
        #expect(run("kill -SEGV $$").outcome == .crashed(signal: SIGSEGV))
    }

    @Test func aChildThatDripsIsEndedInTheEnd() {
        #expect(
            run("while :; do echo x; sleep 0.05; done") { $0.totalSeconds = 0.4 }.outcome
                == .timedOut)
    }

    @Test func aMissingProgramIsReported() {
        let process = DecoderProcess(
            words: [Array("/nowhere/ffmpeg".utf8)], limits: DecoderLimits())
        #expect(process.run(isCancelled: { false }) { _ in true } == .notStarted)
    }

    @Test func cancellationStopsTheProcess() {
        #expect(run("sleep 30", isCancelled: { true }).outcome == .cancelled)
    }

    #if os(Linux)
        @Test func processorTimeIsLimited() {
            let (outcome, _, _) = run("sleep 0.1; while :; do :; done") { $0.processorSeconds = 1 }
            #expect(outcome == .crashed(signal: SIGKILL) || outcome == .crashed(signal: SIGXCPU))
        }

        @Test func memoryIsLimited() {
            let (outcome, byteCount, _) = run(
                "sleep 0.1; dd if=/dev/zero of=/dev/null bs=400M count=1 2>/dev/null || printf refused"
            ) { $0.addressSpaceBytes = 200 << 20 }
            #expect(outcome == .exited(status: 0) && byteCount == 7)
        }

        @Test func nothingIsWritten() throws {
            let folder = try TemporaryFolder()
            let (outcome, _, _) = run("sleep 0.1; echo text > \(folder.path)/file")
            #expect(outcome != .exited(status: 0))
            let size =
                try? FileManager.default.attributesOfItem(atPath: folder.path + "/file")[.size]
                as? Int
            #expect((size ?? 0) == 0)
        }
    #endif

    @Test func theEnvironmentIsOursAlone() {
        #expect(run("test -z \"$HOME$FFREPORT$LD_PRELOAD\"").outcome == .exited(status: 0))
    }
}
