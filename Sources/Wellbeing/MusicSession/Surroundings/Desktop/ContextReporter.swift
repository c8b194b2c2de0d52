import Foundation
package import MusicSelection
import Synchronization

/// Reports of the desktop from a file or a program of the person's, one every 30 s, on a thread of its own.
///
/// A report that cannot be read is ignored; that is said once, until one can be read again. Reports are kept for half an
/// hour, in memory alone.
package final class ContextReporter: Sendable {
    private struct State {
        var reports: [DesktopReport] = []
        var notices: [String] = []
        var hasFailed = false
    }

    /// A report is read as often; s.
    static let stepSeconds = 30.0
    private static let retentionSeconds = 1800.0

    private let origin: ContextOrigin
    private let clock: any MusicClock
    private let state = Mutex(State())
    private let endSignal = DispatchSemaphore(value: 0)

    /// Reads the first report before it returns: a program is waited for, for 2 s at most.
    package init(_ origin: ContextOrigin, clock: any MusicClock) {
        self.origin = origin
        self.clock = clock
        read()
    }

    /// Goes on reading until ``close()``.
    package func start() {
        let thread = Thread { [self] in
            while endSignal.wait(timeout: .now() + Self.stepSeconds) == .timedOut { read() }
            endSignal.signal()
        }
        thread.name = "context"
        thread.start()
    }

    package func close() { endSignal.signal() }

    /// Reports of the last half hour.
    package var reports: [DesktopReport] { state.withLock(\.reports) }

    /// Returns the notices for the person, since the last call.
    package func drainNotices() -> [String] {
        state.withLock { state in
            defer { state.notices.removeAll() }
            return state.notices
        }
    }

    /// Reads one report now.
    func read() {
        let read = Self.report(origin, nowSeconds: clock.unixSeconds)
        state.withLock { state in
            switch read {
            case .success(let report):
                state.hasFailed = false
                state.reports.append(report)
                state.reports.removeAll {
                    report.timeSeconds - $0.timeSeconds > Self.retentionSeconds
                }
            case .failure(let readError):
                if !state.hasFailed { state.notices.append(readError.message) }
                state.hasFailed = true
            }
        }
    }

    private struct ReadError: Error {
        let message: String
    }

    private static func report(
        _ origin: ContextOrigin, nowSeconds: Double
    ) -> Result<DesktopReport, ReadError> {
        let message: String
        do {
            return .success(
                try DesktopReportText.read(
                    ContextReader.bytes(origin), nowSeconds: nowSeconds))
        } catch ContextReader.Failure.missing {
            message = "there is no report"
        } catch ContextReader.Failure.tooSlow {
            message = "the report took longer than \(Int(ContextReader.timeoutSeconds)) s"
        } catch ContextReader.Failure.failed(let status) {
            message = "the program ended with code \(status)"
        } catch ContextReader.Failure.tooLong, DesktopReportText.Failure.tooLong {
            message = "the report is longer than 64 KiB"
        } catch {
            message =
                "the report is no JSON object of focus, app, category, meeting, idle_s and motion"
        }
        return .failure(ReadError(message: "--context: \(message): it is ignored"))
    }
}
