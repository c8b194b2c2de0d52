import SensorProtocol
import Testing

@testable import LiveProtocol

@Suite struct LiveConversationTests {
    /// Two minutes of a strap, with lines that are none.
    private static let lines: [UInt8] = {
        var text = #"{"type":"hello","proto":"beatline","v":1,"t":0,"dev":"strap"}"# + "\nno line\n"
        var time = 0
        for beat in 0..<150 {
            let interval = 780 + beat * 37 % 90
            time += interval * 1000
            text +=
                #"{"type":"rr","t":\#(time),"seq":\#(beat),"dev":"strap","rr_ms":[\#(interval)]}"#
            text += "\n"
            if beat % 4 == 0 { text += #"{"type":"tick","t":\#(time)}"# + "\n" }
        }
        return Array(text.utf8)
    }()

    private func replies(_ size: Int) throws -> String {
        var live = try LiveConversation(json: #"{"pacer": "fixed", "rate": 6}"#)
        var text = ""
        for index in stride(from: 0, to: Self.lines.count, by: size) {
            text += live.push(Array(Self.lines[index..<min(Self.lines.count, index + size)]))
        }
        text += live.finish()
        #expect(live.hasEnded && live.push(Self.lines).isEmpty)
        return text
    }

    @Test func howeverTheLinesAreCutTheRepliesAreTheSame() throws {
        let whole = try replies(Self.lines.count)
        #expect(whole.contains(#""type":"pace""#) && whole.contains(#""type":"metric""#))
        #expect(whole.contains(#""type":"beat""#) && !whole.contains("bad_field"))
        #expect(whole.contains(#""type":"warn""#) && whole.hasSuffix("\n"))
        #expect(try replies(1) == whole)
        #expect(try replies(13) == whole)
    }

    /// A strap comes back within a second, and its first interval is longer than the time since the last beat.
    @Test func anIntervalThatBeginsBeforeTheLastBeatEndsNothing() throws {
        let lines = [
            (1038, "812"), (1064, "812"), (1114, "800"), (1121, "812"), (1139, "800"),
            (1889, "800,801"), (1973, "800"), (2146, "null"), (2151, "1400"), (2900, "800"),
        ].map { time, intervals in
            #"{"type":"rr","t":\#(time)000,"dev":"b","rr_ms":[\#(intervals)]}"#
        }
        var live = try LiveConversation(json: nil)
        let hello = #"{"type":"hello","proto":"beatline","v":1,"t":1000000,"caps":["rr"]}"#
        let text = live.push(Array(([hello] + lines).joined(separator: "\n").utf8)) + live.finish()
        #expect(text.split(separator: "\n").count { $0.contains(#""type":"beat""#) } == 10)
    }

    @Test func aSessionOfALengthEndsByItself() throws {
        var live = try LiveConversation(json: #"{"duration": 1}"#)
        let text = live.push(Self.lines)
        #expect(live.hasEnded && text.contains(#""type":"bye""#))
        #expect(live.finish().isEmpty)
    }

    @Test(arguments: [
        (#"{"pacer": "nobody"}"#, "--pacer is not nobody"),
        (#"{"duration": 0}"#, "0.1 to 1440 min"),
        (#"{"pacer": "fixed", "rate": 99}"#, "--rate 99.0"),
        (#"{"pacer": "sliding", "rate": 6}"#, "--rate 6.0"),
        (#"{"speed": 2}"#, "no option --speed"),
        ("[", "no JSON object"),
    ])
    func aWrongOptionIsNamed(json: String, words: String) {
        do throws(OptionError) {
            _ = try LiveConversation(json: json)
            Issue.record("nothing is wrong")
        } catch {
            #expect(error.text.contains(words))
        }
    }
}
