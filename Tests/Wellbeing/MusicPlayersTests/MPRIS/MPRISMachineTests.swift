import DBusClient
import Testing

@testable import MusicPlayers

/// The conversation with a player of the desktop, by hand-made events of the bus.
@Suite struct MPRISMachineTests {
    /// Plays the bus: answers what the machine asks, at times of its own.
    private struct Bench {
        var machine = MPRISMachine(isControlling: true)
        var now = 0.0
        var properties: BusProperties = ["CanControl": .flag(true)]
        var position = 0.0
        var isDeaf = false
        var events: [PlayerEvent] = []
        var replies: [Int: Result<MPRISMachine.Response, PlayerError>] = [:]
        var calls: [String] = []

        mutating func handle(_ event: BusEvent<MPRISMachine.Command>) {
            for action in machine.handle(event, nowSeconds: now) {
                switch action {
                case .report(.events(let new, _)): events += new
                case .report(.reply(let number, let result)): replies[number] = result
                case .call(let number, let call): reply(number, call)
                case .close: break
                }
            }
        }

        private mutating func reply(_ number: Int, _ call: BusCall) {
            guard !isDeaf else { return }
            let microseconds = BusValue.number(Int(position * 1e6))
            switch call.member {
            case "GetAll":
                let all = properties.merging(["Position": microseconds]) { $1 }
                handle(.reply(call: number, .success([.dictionary(all)])))
            case "Get": handle(.reply(call: number, .success([microseconds])))
            default:
                calls.append(call.member)
                handle(.reply(call: number, .success([])))
            }
        }

        mutating func change(_ changed: BusProperties) {
            properties.merge(changed) { $1 }
            handle(
                .changed(
                    path: MPRISProperties.path, interface: MPRISProperties.interface, changed,
                    invalidated: []))
        }

        /// Lets time pass; a song moves with it.
        mutating func advance(_ seconds: Double, moves: Bool = true) {
            let end = now + seconds
            while let due = machine.deadlineSeconds, due <= end {
                if moves { position += max(0, due - now) }
                now = max(now, due)
                handle(.deadlinePassed)
            }
            if moves { position += end - now }
            now = end
        }

        var ends: [SongEndReason] {
            events.compactMap { if case .songEnded(let ending) = $0 { ending.reason } else { nil } }
        }

        var beganCount: Int {
            events.count { if case .songBegan = $0 { true } else { false } }
        }
    }

    private static func song(_ uri: String) -> BusProperties {
        [
            "Metadata": .dictionary([
                "mpris:trackid": .text("/0"), "xesam:url": .text(uri),
                "mpris:length": .number(100_000_000),
            ])
        ]
    }

    private static let playing: BusProperties = ["PlaybackStatus": .text("Playing")]

    @Test func aDeafPlayerIsUnansweredAndAskedAgain() {
        var bench = Bench()
        bench.isDeaf = true
        bench.handle(.opened)
        bench.handle(.command(.pause(1)))
        #expect(bench.replies[1] == .failure(.unreachable("it is not on the desktop's bus yet")))
        bench.advance(11)
        #expect(bench.events == [.disconnected(.timedOut), .status(.unreachable)])
        bench.isDeaf = false
        bench.advance(20)
        #expect(bench.events.contains(.connected) && bench.machine.status.state == .stopped)
    }

    @Test func aCommandWithoutReplyFails() {
        var bench = Bench()
        bench.handle(.opened)
        bench.change(Self.playing.merging(Self.song("file:///a")) { $1 })
        bench.isDeaf = true
        bench.handle(.command(.pause(1)))
        bench.handle(.command(.position(2)))
        #expect(bench.replies.isEmpty)
        bench.advance(10.5)
        #expect(bench.replies == [1: .failure(.timedOut), 2: .failure(.timedOut)])
    }

    @Test func aPlayerThatSaysStoppedPlaysWhereItsPositionMoves() {
        var bench = Bench()
        bench.properties["PlaybackStatus"] = .text("Stopped")
        bench.handle(.opened)
        bench.position = 1
        bench.change(Self.song("file:///a"))
        #expect(bench.beganCount == 0)
        bench.advance(1)
        #expect(bench.beganCount == 1 && bench.machine.status.state == .playing)
        // It stands still: it is stopped indeed.
        bench.advance(12, moves: false)
        #expect(bench.ends == [.stopped])
    }

    @Test func thePositionOfTheNextSongIsNoRepeat() {
        var bench = Bench()
        bench.handle(.opened)
        bench.change(Self.playing.merging(Self.song("file:///a")) { $1 })
        bench.advance(100)
        // The next song plays, and its name comes late.
        bench.position = 0
        bench.change(["Volume": .real(0.5)])
        bench.advance(0.2)
        bench.change(Self.song("file:///b"))
        #expect(bench.beganCount == 2 && bench.ends == [.reachedEnd])
        // One that plays again is found after all.
        bench.advance(100)
        bench.position = 0
        bench.change(["Volume": .real(0.6)])
        bench.advance(1)
        #expect(bench.beganCount == 3 && bench.ends == [.reachedEnd, .reachedEnd])
        #expect(bench.machine.status.song?.uri == "file:///b")
    }

    @Test func ourSongIsWithdrawnWhereItDoesNotBegin() {
        var bench = Bench()
        bench.handle(.opened)
        bench.handle(.command(.queue(1, "file:///a")))
        bench.handle(.command(.play(2)))
        #expect(bench.calls == ["OpenUri"] && bench.replies[2] == .success(.done))
        bench.advance(11)
        let queuedSong = QueuedSong(uri: "file:///a", entryID: nil)
        #expect(bench.replies[1] == .success(.queued(queuedSong)))
        #expect(bench.events.contains(.withdrawn(queuedSong, .refused)))
    }

    @Test func wrongTypesAreMissing() {
        let properties = MPRISProperties([
            "PlaybackStatus": .number(3), "Volume": .text("loud"), "Position": .real(.nan),
            "CanControl": .text("yes"), "LoopStatus": .list([]), "Shuffle": .number(1),
            "Metadata": .dictionary([
                "xesam:url": .text(""), "xesam:title": .number(1), "xesam:artist": .text("A"),
                "mpris:length": .number(-5), "mpris:trackid": .text("/1"),
            ]),
        ])
        #expect(properties.state == .stopped && properties.volumePercent == nil)
        #expect(properties.positionSeconds == nil && !properties.canControl)
        #expect(properties.song == nil && properties.limitations == [.notControllable])
        let dictionaryless = MPRISProperties(["Metadata": .text("x")])
        #expect(dictionaryless.song == nil)
    }

    @Test func aStreamWithoutAnAddressIsItsTrack() {
        let properties = MPRISProperties([
            "Metadata": .dictionary([
                "mpris:trackid": .text("/1"), "xesam:title": .text("News\u{7}"),
                "xesam:artist": .list([.text("A"), .text("B")]), "mpris:length": .number(0),
            ])
        ])
        #expect(properties.song == PlayerSong(uri: "/1", title: "News", artist: "A"))
    }
}
