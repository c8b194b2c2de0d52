import SensorProtocol

extension FuzzTarget {
    /// A value of the characteristic Heart Rate Measurement.
    static let heartRateMeasurement = FuzzTarget(name: "heart-rate-measurement") { bytes in
        do throws(PacketError) {
            let value = try HeartRateMeasurement(bytes)
            precondition(2 * value.intervalTicks.count + 2 <= bytes.count)
            precondition(value.warning?.text.isEmpty != true)
            for ticks in value.intervalTicks {
                let isPossible = IntervalStatus.possibleRangeMs.contains(
                    IntervalStatus.milliseconds(ticks: ticks))
                precondition(isPossible == (IntervalStatus(ticks: ticks) == .beat))
            }
        } catch {
            precondition(!error.text.isEmpty)
        }
    }

    /// Packets of Polar's measurement data service: each begins with its length, and one of data
    /// goes on to the clock of its stream.
    static let polarPackets = FuzzTarget(name: "polar-packets") { bytes in
        var clock = PolarFrameClock(sampleRateHz: 130)
        for packet in packets(bytes) {
            let settings = PolarSettings(parsing: packet)
            precondition(!settings.isComplete || settings.bytes == packet)
            _ = try? PolarFeatures(packet)
            if case .reply(var reply)? = try? PolarIndication(packet) {
                let again = reply
                for _ in 0..<3 { _ = reply.append(again) }
                precondition(reply.parameters.count <= 4 * packet.count)
            }
            do throws(PacketError) {
                index(try PolarDataFrame(packet, factor: 0.5), packet.count, &clock)
            } catch {
                precondition(!error.text.isEmpty)
            }
        }
    }

    private static func index(
        _ frame: PolarDataFrame, _ byteCount: Int, _ clock: inout PolarFrameClock
    ) {
        // A difference has a bit at least.
        precondition(frame.sampleCount <= 8 * byteCount)
        if case .pulses(let pulses) = frame.samples {
            let times = PolarPulse.nanoseconds(of: pulses, stamp: frame.stampNanoseconds)
            precondition(times.map { $0.count == pulses.count } ?? true)
        }
        let placed = clock.locate(
            stampNanoseconds: frame.stampNanoseconds, sampleCount: frame.sampleCount)
        precondition(placed.missingSampleCount >= 0 && placed.stepNanoseconds > 0)
        let times = (0..<frame.sampleCount).map(placed.nanoseconds)
        precondition(Swift.zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        precondition(frame.sampleCount == 0 || times.last == frame.stampNanoseconds)
    }

    /// Pages of an ANT+ sensor, each behind a byte that says how many quarters of a second passed.
    static let antPages = FuzzTarget(name: "ant-pages") { bytes in
        var sensor = ANTHeartRate()
        var seconds = 0.0
        for start in stride(from: 0, to: bytes.count, by: 9) {
            seconds += Double(bytes[start]) / 4
            let page = Array(bytes[start..<min(start + 9, bytes.count)].dropFirst())
            guard let reading = try? sensor.read(page, arrivalSeconds: seconds) else { continue }
            precondition(page.count == 8 && (0...255).contains(reading.missingBeatCount))
            let isSilent = reading.intervalTicks.isEmpty && reading.missingBeatCount == 0
            precondition((reading.elapsedTicks == nil) == isSilent)
            // Two intervals are all of the time; one behind others is a part of it.
            if reading.missingBeatCount == 0, reading.intervalTicks.count == 2 {
                precondition(
                    reading.intervalTicks[0] &+ reading.intervalTicks[1] == reading.elapsedTicks)
            }
        }
    }

    /// Pieces of the length that the byte before each says.
    private static func packets(_ bytes: [UInt8]) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var rest = bytes[...]
        while let count = rest.popFirst() {
            packets.append(Array(rest.prefix(Int(count))))
            rest = rest.dropFirst(Int(count))
        }
        return packets
    }
}
