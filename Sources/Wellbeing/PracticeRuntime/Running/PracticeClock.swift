package import Foundation

/// The clocks that a practice runs by.
package protocol PracticeClock: Sendable {
    /// Time since an unknown moment, which runs on while the computer sleeps, whatever the wall clock does; s.
    var seconds: Double { get }
    /// The same without the time during which the computer slept, from another moment on; s.
    var awakeSeconds: Double { get }
    /// The time by the clock of the computer.
    var date: Date { get }
    /// The zone of the person now.
    var zone: TimeZone { get }
    /// Names the run of the computer: ``seconds`` of two runs cannot be compared.
    var bootID: String { get }
}

/// The clocks of this computer.
package struct SystemPracticeClock: PracticeClock {
    package init() {}

    /// The time of the clock; on Linux the clock is CLOCK_BOOTTIME.
    package var seconds: Double {
        #if os(Linux)
            Self.seconds(of: CLOCK_BOOTTIME)
        #else
            Self.seconds(of: CLOCK_MONOTONIC)
        #endif
    }

    package var awakeSeconds: Double {
        #if os(Linux)
            Self.seconds(of: CLOCK_MONOTONIC)
        #else
            Self.seconds(of: CLOCK_UPTIME_RAW)
        #endif
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
    }

    package var date: Date { Date() }

    /// Foundation keeps the zone it saw first, so it is asked to look again.
    package var zone: TimeZone {
        NSTimeZone.resetSystemTimeZone()
        return TimeZone.current
    }

    package var bootID: String {
        #if os(Linux)
            let path = "/proc/sys/kernel/random/boot_id"
            return (try? String(contentsOfFile: path, encoding: .utf8))?
                .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        #else
            var time = timeval()
            var size = MemoryLayout<timeval>.size
            sysctlbyname("kern.boottime", &time, &size, nil, 0)
            return "\(time.tv_sec)"
        #endif
    }
}
