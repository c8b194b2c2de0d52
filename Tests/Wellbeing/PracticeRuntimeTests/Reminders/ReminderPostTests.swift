import Foundation
import PracticePlans
import Synchronization
import TestSupport
import Testing

@testable import PracticeRuntime

@Suite struct ReminderPostTests {
    /// Answers one after the other, and counts the attempts.
    private final class Way: Sendable {
        private let results: Mutex<[DeliveryResult]>
        private let log: Mutex<Int> = Mutex(0)

        init(_ results: DeliveryResult...) { self.results = Mutex(results) }

        var count: Int { log.withLock(\.self) }

        func deliver(_ note: ReminderNote) -> DeliveryResult {
            log.withLock { $0 += 1 }
            return results.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        }
    }

    private let note = ReminderNote(id: "x", text: "Sit", at: Date(), .gmt)
    private let complaints = Complaints()

    private final class Complaints: Sendable {
        let texts = Mutex<[String]>([])
    }

    private func post(_ desktop: Way, _ page: Way?) -> ReminderDispatcher {
        var pageWay: ReminderDispatcher.ChannelSender?
        if let page { pageWay = { page.deliver($0) } }
        return ReminderDispatcher(
            showNotification: { desktop.deliver($0) }, showOnPage: pageWay,
            environment: ProcessInfo.processInfo.environment, retryDelaysSeconds: [0.01, 0.01]
        ) { [complaints] text in complaints.texts.withLock { $0.append(text) } }
    }

    @Test func theFirstWayThatSucceedsIsEnough() {
        let (desktop, page) = (Way(.delivered), Way(.delivered))
        #expect(post(desktop, page).deliver(note, [.page, .desktop]) == "page")
        #expect(desktop.count == 0 && page.count == 1)
    }

    @Test func theNextWayComesAtOnce() {
        let (desktop, page) = (Way(.failed("no bus")), Way(.delivered))
        let post = post(desktop, page)
        for _ in 0..<3 { #expect(post.deliver(note, [.desktop, .page]) == "page") }
        // It is complained of once.
        #expect(complaints.texts.withLock(\.self) == ["desktop: no bus"])
    }

    @Test func threeTriesAndThenNone() {
        let (desktop, page) = (Way(.failed("a")), Way(.failed("b")))
        #expect(post(desktop, page).deliver(note, [.desktop, .page]) == nil)
        #expect(desktop.count == 3 && page.count == 3)
        let later = Way(.failed("a"), .failed("a"), .delivered)
        #expect(post(later, nil).deliver(note, [.page, .desktop]) == "desktop")
    }

    /// A note that timed out may still be shown, so a second attempt could show it twice.
    @Test func aChannelThatTimesOutIsNotRetried() {
        let (desktop, page) = (
            Way(.unanswered("hangs")), Way(.failed("b"), .failed("b"), .delivered)
        )
        #expect(post(desktop, page).deliver(note, [.desktop, .page]) == "page")
        #expect(desktop.count == 1 && page.count == 3)
    }

    @Test func aCommandGetsTheTextAsItsLastArgument() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write(
            "tell", "#!/bin/sh\nprintf '%s|' \"$@\" \"$RESONANCE_TIME\" > \(folder.path)/out\n")
        chmod(program, 0o700)
        let post = post(Way(.failed("a")), nil)
        #expect(post.deliver(note, [.command([program, "-x", "$HOME"])]) == "command")
        #expect(
            try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
                == "-x|$HOME|Sit|\(note.timestampText)|")
        #expect(post.deliver(note, [.command(["/no/such"])]) == nil)
        #expect(post.deliver(note, [.command(["false"])]) == nil)
    }

    // MARK: notify-send

    @Test func withoutABusTheProgramOfTheSystemShowsIt() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write(
            "notify-send", "#!/bin/sh\nprintf '%s|' \"$@\" > \(folder.path)/out\n")
        chmod(program, 0o700)
        let environment = ["PATH": folder.path + ":/usr/bin:/bin"]
        let way = DesktopNotifier(environment: environment, language: .en, onAction: nil)
        #if os(Linux)
            #expect(DesktopNotifier.isPossible(environment))
            #expect(way.deliver(note) == .delivered)
            #expect(
                try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
                    == "--app-name=Resonance|--|Sit|")
            #expect(!DesktopNotifier.isPossible(["PATH": "/nowhere"]))
        #endif
    }
}
