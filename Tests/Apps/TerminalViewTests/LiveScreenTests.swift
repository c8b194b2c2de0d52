import LiveProtocol
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import Testing
import TestSupport

@testable import LivePipeline
@testable import LiveSession
@testable import TerminalView

/// The contents of the screen of a live session, without a terminal.
struct LiveScreenTests {
    /// A session led at 6 breaths/min whose heart oscillates with the breath, up to a time; s.
    private static func screen(
        seconds: Int, silentFrom: Int = .max, name: String = "H10"
    ) throws -> LiveScreen {
        var settings = StreamingSettings(plan: PacerPlan(.fixed, sessionSeconds: 600))
        settings.plan?.startBreathsPerMinute = 6
        var session = try BridgeSession(settings, clock: .wall, applicationName: "test")
        var screen = LiveScreen()
        screen.title = name
        screen.durationSeconds = 600
        func receive(_ text: String, _ time: Int) {
            session.receive(.text(text), arrivalMicroseconds: time)
        }
        receive(#"{"type":"hello","proto":"beatline","v":1,"t":0,"caps":["rr"]}"#, 0)
        receive(#"{"type":"state","t":0,"state":"subscribed"}"#, 0)
        receive(#"{"type":"battery","t":0,"pct":87}"#, 0)
        var beat = 0.0
        for tick in 1...(4 * seconds) {
            let now = Double(tick) / 4
            while beat <= now {
                let interval = 1000 - 60 * sineLike(beat / 10)
                beat += interval / 1000
                if beat < Double(silentFrom) {
                    receive(
                        #"{"type":"rr","t":\#(Int(1e6 * beat)),"rr_ms":[\#(interval)]}"#,
                        Int(1e6 * max(beat, now)))
                }
            }
            session.advance(toMicroseconds: 250_000 * tick)
            for output in session.drain() { screen.receive(output, atSeconds: now) }
        }
        screen.activeSeconds = session.activeSeconds
        return screen
    }

    /// A wave of period 1 between -1 and 1, of two parabolas.
    private static func sineLike(_ time: Double) -> Double {
        let share = time - time.rounded(.down)
        return share < 0.5 ? 16 * share * (0.5 - share) : -16 * (share - 0.5) * (1 - share)
    }

    private static let sizes = [20, 40, 80, 200].flatMap { columns in
        [1, 5, 6, 12, 24, 60].map { (columns, $0) }
    }

    private static func plain(_ screen: LiveScreen, _ columns: Int, _ rows: Int, _ now: Double)
        -> [String]
    {
        screen.lines(columns: columns, rows: rows, style: .none, atSeconds: now)
    }

    @Test(arguments: sizes)
    func everythingFits(columns: Int, rows: Int) throws {
        let session = try Self.screen(seconds: 90, name: "心拍 Sensor with a very long name 👩‍⚕️ 1")
        var help = session
        help.showsHelp = true
        var notice = LiveScreen()
        notice.prompt = .notice
        var checks = LiveScreen()
        checks.prompt = .checks(SessionReadiness(.strap).checks)
        var withMessage = session
        withMessage.showMessage(
            "a message that is longer than twenty cells, and tells much", atSeconds: 90)
        var paused = session
        paused.isPaused = true
        for screen in [session, help, notice, checks, withMessage, paused, LiveScreen()] {
            let lines = Self.plain(screen, columns, rows, 90)
            #expect(lines.count <= rows && !lines.isEmpty)
            for line in lines {
                #expect(ScreenText.width(line) <= columns, "\(line)")
                #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
            }
        }
        // Colours change nothing else.
        let coloured = session.lines(
            columns: columns, rows: rows, style: .trueColour, atSeconds: 90)
        var reader = ScreenReader(columns: columns, rows: rows)
        for (row, line) in coloured.enumerated() { reader.read("\u{1B}[\(row + 1);1H" + line) }
        #expect(!reader.hasOverflown && !reader.colours.isEmpty)
    }

    @Test func noSizeIsNoLine() throws {
        let screen = try Self.screen(seconds: 2)
        #expect(Self.plain(screen, 0, 24, 2) == [] && Self.plain(screen, 80, 0, 2) == [])
    }

    /// The figures of a session of a known heart: 60 beats/min on the mean, led at 6 breaths/min.
    @Test func figuresAreShown() throws {
        let screen = try Self.screen(seconds: 90)
        let text = Self.plain(screen, 80, 24, 90).joined(separator: "\n")
        let figures = try #require(screen.figures)
        let heart = try #require(figures.heartRate.value)
        #expect(heart > 55 && heart < 66)
        #expect(text.contains(" \(LiveSummary.tenths(heart)) /min"))
        #expect(text.contains("\(LiveSummary.tenths(figures.rmssd.value)) ms"))
        let coherence = try #require(figures.coherence.value)
        #expect(coherence > 0.9 && text.contains("●●●●●"))
        #expect(text.contains("Breath  6.0 /min  fixed"))
        #expect(text.contains("Signal  good") && text.contains("battery 87 %"))
        #expect(text.contains("1:30 / 10:00") && text.contains("H10"))
        #expect(text.contains("Your own rate: it stays as it is."))
        #expect(text.contains("q end"))
    }

    /// Breaths begin at 0.5 s and last 10 s: 3.8 s in, 0.5 s held, 5.7 s out.
    @Test(arguments: [
        (30.5, "INHALE 3.8", 0), (33.54, "INHALE 0.8", 61), (34.5, "HOLD 0.3", 76),
        (37.65, "EXHALE 2.9", 38),
    ])
    func theBarFollowsTheBreath(now: Double, label: String, cells: Int) throws {
        let screen = try Self.screen(seconds: 30)
        // The next breath is announced ahead.
        var ahead = screen
        ahead.receive(
            .live(
                .breath(
                    PacedBreath(
                        number: 3,
                        cycle: BreathCycle(
                            startSeconds: 30.5, inhaleSeconds: 3.8, holdSeconds: 0.5,
                            exhaleSeconds: 5.7)))), atSeconds: 30)
        let lines = Self.plain(ahead, 80, 24, now)
        let position = try #require(lines.firstIndex { $0.contains(label) })
        let full = lines[position + 1].count { $0 == "█" }
        #expect(abs(full - cells) <= 1, "\(lines[position...(position + 1)])")
    }

    @Test func missingFiguresHaveAReason() throws {
        let text = Self.plain(try Self.screen(seconds: 5), 80, 24, 5).joined(separator: "\n")
        #expect(text.contains("–") && text.contains("of 27 s") && text.contains("of 30 s"))
        #expect(text.contains("settling"))
        let narrow = Self.plain(try Self.screen(seconds: 5), 40, 12, 5)
        #expect(narrow.contains { $0.contains("RMSSD") && $0.contains("–") })
    }

    /// A sensor that has fallen silent leaves no number behind.
    @Test func nothingStaleIsShown() throws {
        let screen = try Self.screen(seconds: 90, silentFrom: 60)
        let lines = Self.plain(screen, 80, 24, 90)
        let text = lines.joined(separator: "\n")
        #expect(!text.contains("●") && !text.contains(" ms"))
        #expect(text.contains("nothing came for 15 s") && text.contains("wet the electrodes"))
        // Breathing goes on.
        #expect(text.contains("INHALE") || text.contains("EXHALE") || text.contains("HOLD"))
        // Figures that come no more are none.
        let later = Self.plain(try Self.screen(seconds: 90), 80, 24, 94).joined(separator: "\n")
        #expect(!later.contains("●") && later.contains("nothing new"))
    }

    @Test func aPauseIsShown() throws {
        var screen = try Self.screen(seconds: 30)
        screen.isPaused = true
        let text = Self.plain(screen, 80, 24, 30).joined(separator: "\n")
        #expect(text.contains("PAUSED") && text.contains("p resume") && !text.contains("INHALE"))
    }

    /// Figures as they are, but of a good signal whose beats arrive 2.6 s late.
    private static func late(_ figures: LiveFigures, isMeasured: Bool) -> LiveFigures {
        LiveFigures(
            sessionSeconds: figures.sessionSeconds, heartRate: figures.heartRate,
            rmssd: figures.rmssd, rmssdWindowSeconds: figures.rmssdWindowSeconds,
            coherence: figures.coherence,
            coherenceWindowSeconds: figures.coherenceWindowSeconds,
            breathsPerMinute: figures.breathsPerMinute, pacing: figures.pacing,
            phase: figures.phase, resonance: figures.resonance,
            resonanceDeviation: figures.resonanceDeviation, respiration: figures.respiration,
            followOutcome: figures.followOutcome,
            latency: LatencyEstimate(seconds: 2.6, deviationSeconds: 0.3),
            isLatencyMeasured: isMeasured, coverage: 1, correctedShare: 0, stream: .ok)
    }

    @Test func aMeasuredLatencyIsShown() throws {
        var screen = try Self.screen(seconds: 90)
        let figures = try #require(screen.figures)
        screen.receive(Self.late(figures, isMeasured: false), atSeconds: 90)
        #expect(!Self.plain(screen, 80, 24, 90).contains { $0.contains("s late") })
        screen.receive(Self.late(figures, isMeasured: true), atSeconds: 90)
        let wide = Self.plain(screen, 80, 24, 90)
        #expect(wide.contains { $0.contains("battery 87 %   beats 2.6 s late") })
        // It gets no line of its own.
        let narrow = Self.plain(screen, 48, 24, 90)
        #expect(narrow.contains { $0.contains("battery 87 %") })
        #expect(!narrow.contains { $0.contains("s late") })
    }

    @Test func theSummaryHasTheLatency() {
        var totals = SessionTotals()
        #expect(!LiveSummary.lines(totals).contains { $0.contains("latency") })
        totals.latency = LatencyEstimate(seconds: 2.6, deviationSeconds: 0.3)
        #expect(LiveSummary.lines(totals).last == "latency: beats arrive 2.6 s late (± 0.3)")
        #expect(LiveSummary.tenths(-0.24) == "-0.2" && LiveSummary.tenths(-0.04) == "0.0")
    }

    @Test func messagesGoAway() throws {
        var screen = try Self.screen(seconds: 10)
        screen.receive(.mark("mark 1", atSeconds: 10), atSeconds: 10)
        #expect(screen.markCount == 1)
        #expect(Self.plain(screen, 80, 24, 11).contains { $0.contains("marked: mark 1") })
        #expect(!Self.plain(screen, 80, 24, 19).contains { $0.contains("marked") })
        screen.receive(
            .reply(.warning(.init(line: 8, code: "bad_json", text: "\u{1B}[2Jno JSON"))),
            atSeconds: 20)
        #expect(Self.plain(screen, 80, 24, 20).contains { $0.contains("line 8: ?[2Jno JSON") })
    }

    @Test func stopEndsTheBreathAtOnce() throws {
        var screen = try Self.screen(seconds: 30)
        #expect(screen.position(atSeconds: 30) != nil)
        screen.receive(.live(.stop), atSeconds: 30)
        #expect(screen.position(atSeconds: 30) == nil)
    }

    /// The weightiest is what a small screen shows: the breath first.
    @Test func aSmallScreenShowsTheBreath() throws {
        let screen = try Self.screen(seconds: 90)
        for (columns, rows) in [(20, 2), (40, 1), (80, 5)] {
            let text = Self.plain(screen, columns, rows, 90).joined(separator: "\n")
            #expect(text.contains("HALE") || text.contains("HOLD"), "\(columns) \(rows)")
        }
        let five = Self.plain(screen, 80, 5, 90).joined(separator: "\n")
        #expect(five.contains("Heart") && five.contains("RMSSD") && five.contains("●"))
    }

    @Test func theNoticeAndTheChecksAreWhole() {
        var screen = LiveScreen()
        screen.prompt = .notice
        for (columns, rows) in [(80, 24), (40, 12), (20, 6)] {
            let text = Self.plain(screen, columns, rows, 0).joined(separator: " ").lowercased()
            for word in ["medical", "stop", "light-headed", "gently", "enter"] {
                #expect(text.contains(word), "\(columns) \(rows)")
            }
        }
        let checks = SessionReadiness(.strap).checks
        screen.prompt = .checks(checks)
        let text = Self.plain(screen, 100, 24, 0).joined(separator: "\n")
        for check in checks { #expect(text.contains(check.text)) }
        #expect(text.contains("s begin now"))
    }
}
