import Foundation

/// The clock that music goes by.
package protocol MusicClock: Sendable {
    /// s since 1970, UTC.
    var unixSeconds: Double { get }
    /// Offset of the person's clock from UTC; s.
    var utcOffsetSeconds: Int { get }
}

extension MusicClock {
    /// s since 1970, as the clock on the wall shows them.
    private var wallSeconds: Double { unixSeconds + Double(utcOffsetSeconds) }

    /// Hour of the person's clock, 0 to 23.
    var hour: Int { Int((wallSeconds / 3600).rounded(.down)) - 24 * dayNumber }

    /// Days since 1970 by the person's clock.
    var dayNumber: Int { Int((wallSeconds / 86_400).rounded(.down)) }

    /// 1 for Monday to 7.
    var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }
}

/// The clock of this computer.
package struct SystemMusicClock: MusicClock {
    package init() {}

    package var unixSeconds: Double { Date().timeIntervalSince1970 }

    /// Foundation keeps the zone it saw first, so it is asked to look again.
    package var utcOffsetSeconds: Int {
        NSTimeZone.resetSystemTimeZone()
        return TimeZone.current.secondsFromGMT()
    }
}
