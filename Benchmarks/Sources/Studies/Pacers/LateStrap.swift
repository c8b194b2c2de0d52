import PhysioDSP
import PhysioSimulation
import SensorProtocol

/// A simulated strap: packets of R-R intervals that arrive late, at even times with jitter, and some never.
///
/// Intervals go by the strap's clock of 1/1024 s. Beats get their times as in a session (`StrapClock`).
struct LateStrap {
    /// The way in which a strap sends its data.
    struct Sending {
        /// The time from a beat to the earliest packet that has its interval; s.
        var latencySeconds = 0.4
        /// The time from packet to packet; s.
        var packetSeconds = 1.0
        /// Mean of the exponential time that a packet takes besides; s.
        var jitterSeconds = 0.1
        /// Share of packets that never arrive.
        var lostShare = 0.0
        /// A new connection in the middle of the session: its latency in s; nil for none.
        var laterLatencySeconds: Double?
        /// True if the link reports that it is lost and that it is back.
        var reportsLink = true
        /// The latency that the pacer expects of the strap; nil for a strap of which nothing is
        /// known.
        var expected: (seconds: Double, deviationSeconds: Double, share: Double)?
    }

    /// The time for which the link is lost at a new connection; s.
    static let outageSeconds = 5.0

    var latencySeconds: Double
    private let sending: Sending
    private var generator: SeededGenerator
    private var clock = StrapClock()
    private var beats: [VirtualPerson.Beat] = []
    private var packets: [StrapPacket] = []
    private var nextSeconds: Double
    private var lastArrival = 0
    private var silentUntil = -Double.infinity

    init(_ sending: Sending, seed: UInt64) {
        self.sending = sending
        latencySeconds = sending.latencySeconds
        generator = SeededGenerator(seed: seed)
        nextSeconds = generator.uniform() * sending.packetSeconds
    }

    mutating func append(_ beats: [VirtualPerson.Beat]) { self.beats += beats }

    /// Loses the link: what waits is lost, and the next packets come later.
    mutating func reconnect(atSeconds now: Double, latencySeconds: Double) {
        self.latencySeconds = latencySeconds
        silentUntil = now + Self.outageSeconds
        packets.removeAll()
        _ = clock.interrupt()
    }

    /// Beats that are known by a time, with the times that their packets give them.
    mutating func arrived(bySeconds now: Double) -> [StrapClock.Beat] {
        while nextSeconds <= now {
            send(atSeconds: nextSeconds)
            nextSeconds += sending.packetSeconds
        }
        let limit = Int(now * 1e6)
        let come = packets.prefix { $0.arrivalMicroseconds <= limit }
        packets.removeFirst(come.count)
        return come.flatMap { clock.push($0) }.compactMap { event in
            guard case .beat(let beat) = event else { return nil }
            return beat
        }
    }

    private mutating func send(atSeconds time: Double) {
        let latency = latencySeconds
        let due = beats.prefix { $0.timeSeconds + latency <= time }
        guard !due.isEmpty else { return }
        beats.removeFirst(due.count)
        let isLost = generator.uniform() < sending.lostShare || time < silentUntil
        let late = -sending.jitterSeconds * PlatformMath.log(max(1e-12, generator.uniform()))
        guard !isLost else { return }
        // A radio keeps the order.
        lastArrival = max(lastArrival + 1000, Int((time + late) * 1e6))
        packets.append(
            StrapPacket(
                ticks: due.map { UInt16(($0.intervalMs * 1.024).rounded()) },
                arrivalMicroseconds: lastArrival))
    }
}
