import LiveProtocol
import SensorProtocol
import Testing

@testable import LiveSession

@Suite struct BridgeIntroductionsTests {
    private static func line(_ text: String) -> BridgeServer.Event { .line(.text(text), from: 1) }

    private static let said = [
        #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":1000000,"seq":0,"caps":["rr","params"]}"#,
        #"{"type":"device","dev":"0","name":"H10","seq":1}"#,
        #"{"type":"battery","dev":"0","t":2000000,"pct":80,"seq":2}"#,
        #"{"type":"state","dev":"0","t":2000000,"state":"subscribed","seq":3}"#,
        #"{"type":"battery","dev":"0","t":500000000,"pct":79,"seq":700}"#,
        #"{"type":"rr","t":600000000,"rr_ms":[900],"seq":800}"#,
    ]

    /// A session that begins a quarter of an hour later receives everything once, in its own time.
    @Test func introductionsAreRepeatedInTheTimeOfALaterSession() throws {
        var introductions = BridgeIntroductions()
        let before = introductions.receive([.joined(1)] + Self.said.map(Self.line))
        #expect(before == [.joined(1)] + Self.said.map(Self.line), "nothing is said twice")

        let introductionEvents = introductions.introductionEvents()
        guard case .line(.text(let hello), 1) = introductionEvents.last,
            introductionEvents.count == 2
        else {
            Issue.record("\(introductionEvents)")
            return
        }
        #expect(introductionEvents.first == .joined(1, atMicroseconds: nil))
        #expect(hello.contains(#""caps":["rr","params"]"#))
        #expect(!hello.contains(#""t""#) && !hello.contains("seq"))

        let rr = Self.line(#"{"type":"rr","t":901000000,"rr_ms":[900],"seq":1000}"#)
        let found = introductions.receive([rr])
        let texts = found.compactMap { event -> String? in
            guard case .line(.text(let text), 1) = event else { return nil }
            return text
        }
        #expect(texts.count == 4 && found.last == rr)
        #expect(texts.dropLast().allSatisfy { $0.contains(#""t":901000000"#) })
        #expect(texts.dropLast().allSatisfy { !$0.contains("seq") })
        for (text, part) in zip(texts, [#""name":"H10""#, "subscribed", #""pct":79"#]) {
            #expect(text.contains(part), "\(text)")
        }
        #expect(introductions.receive([rr]) == [rr])
    }

    /// The session of such a bridge has no gap at its beginning, and its log gives it again.
    @Test func theSessionHasNoGap() throws {
        var introductions = BridgeIntroductions()
        _ = introductions.receive([.joined(1)] + Self.said.map(Self.line))
        var session = try BridgeSession(
            HostedSession.settings(), clock: .wall, applicationName: "test")
        for case .line(let line, let client) in introductions.introductionEvents() {
            session.join(client, atMicroseconds: 0)
            session.receive(line, from: client, arrivalMicroseconds: 0)
        }
        for second in 1...5 {
            let rr = Self.line(
                #"{"type":"rr","t":\#(900_000_000 + 1_000_000 * second),"rr_ms":[\#(1000 + second)],"seq":\#(1000 + second)}"#
            )
            for case .line(let line, let client) in introductions.receive([rr]) {
                session.receive(line, from: client, arrivalMicroseconds: 1_000_000 * second)
            }
        }
        session.end()
        #expect(session.totals.gapCount == 0 && session.totals.beatCount == 5)
        #expect(session.deviceName == "H10")
    }
}
