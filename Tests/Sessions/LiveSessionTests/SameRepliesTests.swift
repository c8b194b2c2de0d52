import Foundation
import LivePipeline
import LiveProtocol
import PhysioTypes
import SensorProtocol
import TestSupport
import Testing

@testable import LiveSession

/// One log, read in each of the ways in which a log is read.
@Suite struct SameRepliesTests {
    /// Takes down every reply, before anybody chooses what to show of them.
    private final class Scribe: SessionObserver {
        private(set) var replies: [String] = []

        func receive(
            _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
            atMicroseconds now: Int
        ) {
            for case .reply(let reply) in outputs { replies.append(reply.text) }
        }
    }

    /// A bridge in lockstep whose clock began at some time, with a mark, a pause, a device that is lost for a while,
    /// an ECG packet of no device, and lines that are wrong.
    private static func log(origin: Int) -> String {
        func at(_ ms: Int) -> Int { origin + 1000 * ms }
        var lines = [
            #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":\#(origin),"caps":["rr","lockstep","params"]}"#,
            #"{"type":"device","dev":"0","name":"H10"}"#,
        ]
        for tick in 1...480 {
            let ms = 250 * tick
            if tick % 4 == 0 {
                let interval = 900 + Int(60 * sin(Double(tick) / 7))
                lines.append(#"{"type":"rr","t":\#(at(ms)),"rr_ms":[\#(interval)]}"#)
            }
            switch tick {
            case 100: lines.append(#"{"type":"mark","dev":"person","t":\#(at(ms)),"label":"m"}"#)
            case 140:
                lines.append(
                    #"{"type":"gap","dev":"person","from":\#(at(ms)),"to":\#(at(ms)),"reason":"paused","t":\#(at(ms))}"#
                )
            case 160:
                lines.append(
                    #"{"type":"gap","dev":"person","from":\#(at(35_000)),"to":\#(at(ms)),"reason":"paused","t":\#(at(ms))}"#
                )
            case 200: lines.append(#"{"type":"state","dev":"0","t":\#(at(ms)),"state":"lost"}"#)
            case 210:
                lines.append(#"{"type":"state","dev":"0","t":\#(at(ms)),"state":"subscribed"}"#)
            case 220: lines.append("no json")
            case 230: lines.append(#"{"type":"ping","id":7,"t":\#(at(ms))}"#)
            default: break
            }
            lines.append(#"{"type":"tick","t":\#(at(ms))}"#)
        }
        return lines.joined(separator: "\n")
    }

    private static func replies(_ source: any LiveSource, speed: Double) throws -> [String] {
        var plan = HostedSession.plan()
        plan.speed = speed
        let scribe = Scribe()
        _ = try HostedSession.run(plan, source, observers: [scribe])
        return scribe.replies
    }

    @Test(arguments: [0, 1_000_000, 259_200_000_000, 1 << 52])
    func oneLogGivesTheSameReplies(origin: Int) throws {
        let folder = try TemporaryFolder()
        let text = Self.log(origin: origin)
        let path = try folder.write("a.beatline", text)
        let terminal = try Self.replies(
            try #require(ReplaySource(path: path)), speed: .infinity)
        #expect(terminal.count > 500)
        #expect(terminal.contains { $0.contains(#""phase":"stop""#) })

        // At 500 times its pace, as a page has it at 100 times: its 120 s take no less than 0.24.
        let start = ContinuousClock.now
        let page = try Self.replies(try #require(ReplaySource(path: path)), speed: 500)
        #expect(page == terminal && .now - start >= .milliseconds(239))

        let input = open(path, O_RDONLY | O_CLOEXEC)
        let outputPath = try folder.write("answers", "")
        let output = open(outputPath, O_WRONLY | O_CLOEXEC)
        defer {
            close(input)
            close(output)
        }
        let bridge = try Self.replies(
            StandardInputSource(
                LineChannel(input: input, output: output), clock: .bridge, sendsReplies: true),
            speed: 1)
        #expect(bridge == terminal)
        // What is written is what was said.
        let written = try String(contentsOfFile: outputPath, encoding: .utf8)
        #expect(written == terminal.joined(separator: "\n") + "\n")
    }
}
