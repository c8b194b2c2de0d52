/// Reads what the lines of a bridge say of one sensor.
///
/// Of several devices it is the one that was asked for, else the first that is subscribed to, else
/// the first that reports beats. What the others send is left out.
///
/// Only one of the ways in which a device may report its beats counts: the first. An ECG counts where
/// it was asked for; else, as it has to be searched for beats, where nothing else came for
/// ``timeoutMicroseconds``.
public struct BeatlineSensor: Sendable {
    /// Key of the device whose lines count; nil until one does.
    public private(set) var device: String?
    /// The name of the sensor; nil where no line states it.
    public private(set) var name: String?
    /// Kind of line in which its beats come: the others would repeat them.
    private var kind: Kind?
    private let wantsECG: Bool
    /// The time at which the first part of an ECG came.
    private var ecgStartMicroseconds: Int?

    /// An ECG waits so long for intervals.
    public static let timeoutMicroseconds = 5_000_000

    /// The error by which a bridge states that the ECG it was asked for does not come: the
    /// intervals count then.
    package static let noECG = "no_ecg"

    private enum Kind {
        case packets, intervals, pulses, beats, ecg

        /// Returns true if one of the two is an ECG and the other the intervals that a strap found
        /// in it.
        func isComparable(with other: Kind) -> Bool {
            let intervals: [Kind] = [.packets, .intervals]
            return self == .ecg && intervals.contains(other)
                || other == .ecg && intervals.contains(self)
        }

        init?(_ message: BeatlineMessage) {
            switch message {
            case .gatt(let value)
            where StrapService.uuid(value.characteristic) == StrapService.heartRateMeasurement:
                self = .packets
            case .rr: self = .intervals
            case .ppi: self = .pulses
            case .beat: self = .beats
            case .gatt(let value)
            where StrapService.uuid(value.characteristic) == StrapService.polarData:
                self = .ecg
            case .signal(let signal) where signal.name == "ecg": self = .ecg
            default: return nil
            }
        }
    }

    /// - Parameter device: the key asked for; nil for the first.
    /// - Parameter wantsECG: whether beats are to come of an ECG alone.
    public init(device: String? = nil, wantsECG: Bool = false) {
        self.device = device
        self.wantsECG = wantsECG
        kind = wantsECG ? .ecg : nil
    }

    /// - Parameter time: of the line; us.
    /// - Returns: what it says, in its order, and what is wrong with a packet in it.
    public mutating func events(
        of line: BeatlineLine, atMicroseconds time: Int
    ) -> (events: [SensorEvent], error: PacketError?) {
        let key = line.deviceKey
        if case .device(let description) = line.message, key == device ?? key {
            name = description.name ?? name
        }
        if device == nil, Self.reportsBeats(line.message) { device = key }
        // Bridges report the charge before they subscribe.
        if device == nil, case .battery(let percent) = line.message {
            return ([.battery(percent: percent)], nil)
        }
        if case .error(Self.noECG, _) = line.message, ecgStartMicroseconds == nil,
            line.device == nil || key == device
        {
            kind = nil
        }
        guard key == device else { return ([], nil) }
        let messageKind = Kind(line.message)
        if messageKind == .ecg, kind == .ecg { ecgStartMicroseconds = ecgStartMicroseconds ?? time }
        if let messageKind, kind == nil, messageKind != .ecg || hasTimedOut(time) {
            kind = messageKind
        }
        do throws(PacketError) {
            let (events, error) = try events(of: line.message, time)
            // What reports the same beats again may still report the skin contact, and its latency.
            guard let messageKind, messageKind != kind else { return (events, error) }
            let isComparable = kind.map { messageKind.isComparable(with: $0) } ?? false
            return (
                events.compactMap { event in
                    guard event.hasBeats else { return event }
                    return isComparable ? .redundant(event) : nil
                }, nil
            )
        } catch {
            return ([], error)
        }
    }

    private mutating func hasTimedOut(_ time: Int) -> Bool {
        let startMicroseconds = ecgStartMicroseconds ?? time
        ecgStartMicroseconds = startMicroseconds
        return time - startMicroseconds >= Self.timeoutMicroseconds
    }

    /// Returns true if a device that sends this message is one whose lines may count.
    static func reportsBeats(_ message: BeatlineMessage) -> Bool {
        switch message {
        case .state(.subscribed, _), .rr, .gatt, .beat, .ppi, .heartRate: true
        case .signal(let signal): signal.name == "ecg"
        default: false
        }
    }

    private func events(
        of message: BeatlineMessage, _ time: Int
    ) throws(PacketError) -> ([SensorEvent], PacketError?) {
        switch message {
        case .gatt(let value): return try Self.events(of: value, time)
        case .rr(let rr): return (Self.events(of: rr, time), nil)
        case .heartRate(let rate): return ([.heartRate(rate)], nil)
        case .ppi(let ppi): return ([.packet(Self.packet(ppi, time))], nil)
        case .beat: return ([.beat(atMicroseconds: time)], nil)
        case .signal(let signal) where signal.name == "ecg":
            let samples = signal.samples.values
            return (
                [
                    .ecg(
                        SensorECG(
                            samples: stride(from: 0, to: samples.count, by: signal.channelCount)
                                .map { samples[$0] }, sampleRateHz: signal.sampleRateHz,
                            stampNanoseconds: signal.deviceNanoseconds))
                ], nil
            )
        case .signal(let signal) where signal.name == "resp":
            return ([.respiration(signal.samples.values, sampleRateHz: signal.sampleRateHz)], nil)
        case .battery(let percent): return ([.battery(percent: percent)], nil)
        case .gap: return ([.gap], nil)
        case .state(let state, _):
            switch state {
            case .connected, .subscribed: return ([.link(isUp: true)], nil)
            case .lost, .closed: return ([.link(isUp: false)], nil)
            case .scanning, .connecting: return ([], nil)
            }
        default: return ([], nil)
        }
    }

    private static func events(
        of value: BeatlineMessage.GATT, _ time: Int
    ) throws(PacketError) -> ([SensorEvent], PacketError?) {
        switch StrapService.uuid(value.characteristic) {
        case StrapService.heartRateMeasurement:
            let packet = try HeartRateMeasurement(value.value)
            return (events(of: BeatlineMessage.RR(packet), time), packet.warning)
        case StrapService.polarData:
            let frame = try PolarDataFrame(value.value)
            guard case .ecg(let microvolts) = frame.samples else { return ([], nil) }
            return (
                [
                    .ecg(
                        SensorECG(
                            samples: microvolts.map(Double.init),
                            sampleRateHz: PolarDataFrame.ecgRateHz,
                            stampNanoseconds: frame.stampNanoseconds))
                ], nil
            )
        case StrapService.polarControl:
            guard case .reply(let reply) = try PolarIndication(value.value),
                reply.statusCode != 0
            else { return ([], nil) }
            return ([], .pmdRefused(command: reply.command, status: reply.statusCode))
        case StrapService.batteryLevel:
            return (BatteryLevel.percent(value.value).map { [.battery(percent: $0)] } ?? [], nil)
        default: return ([], nil)
        }
    }

    private static func events(of rr: BeatlineMessage.RR, _ time: Int) -> [SensorEvent] {
        var events: [SensorEvent] = []
        if let hasContact = rr.hasContact { events.append(.contact(hasContact)) }
        switch rr.values {
        case .ticks(let ticks):
            events.append(
                .packet(
                    StrapPacket(
                        ticks: ticks, arrivalMicroseconds: time, breaks: rr.gapIndices)))
        case .milliseconds(let values):
            events.append(
                .packet(
                    StrapPacket(
                        ms: values, arrivalMicroseconds: time, breaks: rr.gapIndices)))
        }
        events.append(.heartRate(rr.heartRateBpm))
        return events
    }

    /// A pulse that movement has spoilt is none.
    private static func packet(_ ppi: BeatlineMessage.PPI, _ time: Int) -> StrapPacket {
        StrapPacket(
            ms: ppi.pulses.map { $0.isBlocked == true ? 0 : $0.intervalMs },
            arrivalMicroseconds: time, breaks: ppi.gapIndices)
    }
}
