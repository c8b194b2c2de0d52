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
            text += #"{"type":"rr","t":\#(time),"seq":\#(beat),"dev":"strap","rr":[\#(interval)]}"#
            text += "\n"
            if beat % 4 == 0 { text += #"{"type":"tick","t":\#(time)}"# + "\n" }
        }
        return Array(text.utf8)
    }()

    private func replies(_ size: Int) throws -> String {
        var live = try LiveConversation(json: #"{"pacer": "fixed", "rate": 6}"#)
        var text = ""
        for place in stride(from: 0, to: Self.lines.count, by: size) {
            text += live.push(Array(Self.lines[place..<min(Self.lines.count, place + size)]))
        }
        text += live.finish()
        #expect(live.hasEnded && live.push(Self.lines).isEmpty)
        return text
    }

    @Test func howeverTheLinesAreCutTheRepliesAreTheSame() throws {
        let whole = try replies(Self.lines.count)
        #expect(whole.contains(#""type":"pace""#) && whole.contains(#""type":"metric""#))
        #expect(whole.contains(#""type":"warn""#) && whole.hasSuffix("\n"))
        #expect(try replies(1) == whole)
        #expect(try replies(13) == whole)
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
