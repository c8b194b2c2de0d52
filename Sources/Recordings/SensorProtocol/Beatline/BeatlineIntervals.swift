extension BeatlineMessage {
    /// R-R intervals of a line, the oldest first.
    ///
    /// Values that are no intervals are left out one by one; between their neighbours the chain of
    /// NN intervals is broken, which ``gapIndices`` says.
    public struct RR: Sendable, Equatable {
        /// Lengths in the unit in which they came.
        public enum Values: Sendable, Equatable {
            /// 1/1024 s, above 0.
            case ticks([UInt16])
            /// ms; above 0 and at most 65535.
            case milliseconds([Double])

            /// The number of intervals.
            public var count: Int {
                switch self {
                case .ticks(let values): values.count
                case .milliseconds(let values): values.count
                }
            }
        }

        /// The intervals, without those that were left out.
        public var values: Values
        /// Indices before which values were left out, ascending, 0 ... count: at 0 before the first
        /// value, at count behind the last.
        public var gapIndices: [Int]
        /// The strap's own smoothed rate, beats/min; nil where unknown.
        public var heartRateBpm: Double?
        /// Contact with the skin; nil where the strap cannot detect it.
        public var hasContact: Bool?
        /// Energy in kJ; nil where the strap does not report it.
        public var energyKilojoules: Int?

        /// - Parameter gapIndices: ascending, 0 ... count.
        public init(
            _ values: Values, gapIndices: [Int] = [], heartRateBpm: Double? = nil,
            hasContact: Bool? = nil, energyKilojoules: Int? = nil
        ) {
            self.values = values
            self.gapIndices = gapIndices
            self.heartRateBpm = heartRateBpm
            self.hasContact = hasContact
            self.energyKilojoules = energyKilojoules
        }

        /// Takes the values of a heart rate measurement, as such a line states them.
        public init(_ packet: HeartRateMeasurement) {
            self.init(
                .ticks(packet.intervalTicks), heartRateBpm: packet.heartRateBpm.map(Double.init),
                hasContact: packet.hasContact, energyKilojoules: packet.energyKilojoules)
        }

        /// The intervals in ms; exact.
        public var milliseconds: [Double] {
            switch values {
            case .ticks(let values): values.map(IntervalStatus.milliseconds(ticks:))
            case .milliseconds(let values): values
            }
        }

        /// The use that may be made of each interval.
        public var statuses: [IntervalStatus] {
            switch values {
            case .ticks(let values): values.map(IntervalStatus.init(ticks:))
            case .milliseconds(let values): values.map(IntervalStatus.init(milliseconds:))
            }
        }
    }

    /// Intervals between pulses of an optical sensor, the oldest first.
    public struct PPI: Sendable, Equatable {
        /// An interval and its doubts.
        public struct PulseInterval: Sendable, Equatable {
            /// ms; above 0 and at most 65535.
            public var intervalMs: Double
            /// Estimated error; ms.
            public var errorMs: Double?
            /// Movement spoilt it.
            public var isBlocked: Bool?
            /// Contact with the skin; nil where the sensor cannot detect it.
            public var hasContact: Bool?

            /// - Parameter intervalMs: ms; above 0; the rest is nil where the sensor does not report it.
            public init(
                intervalMs: Double, errorMs: Double? = nil, isBlocked: Bool? = nil,
                hasContact: Bool? = nil
            ) {
                self.intervalMs = intervalMs
                self.errorMs = errorMs
                self.isBlocked = isBlocked
                self.hasContact = hasContact
            }
        }

        /// The pulses without those that were left out.
        public var pulses: [PulseInterval]
        /// Indices as of ``RR``.
        public var gapIndices: [Int]

        /// - Parameter gapIndices: ascending, 0 ... count.
        public init(_ pulses: [PulseInterval], gapIndices: [Int] = []) {
            self.pulses = pulses
            self.gapIndices = gapIndices
        }
    }
}

/// Values of which some are left out, with the indices where.
struct GappedValues<Value> {
    private(set) var values: [Value] = []
    private(set) var gapIndices: [Int] = []
    private(set) var droppedCount = 0

    mutating func append(_ value: Value?) {
        if let value {
            values.append(value)
        } else {
            droppedCount += 1
            if gapIndices.last != values.count { gapIndices.append(values.count) }
        }
    }

    /// The elements as JSON, with a null wherever the chain is broken, so that reading it back
    /// breaks it there again.
    static func json(_ values: [String], breaks: [Int]) -> [String] {
        let breaks = Set(breaks)
        var json: [String] = []
        for (index, value) in values.enumerated() {
            if breaks.contains(index) { json.append("null") }
            json.append(value)
        }
        return breaks.contains(values.count) ? json + ["null"] : json
    }
}

extension BeatlineFields {
    /// Longest interval a line may state; what 16 bits hold.
    private static let maxInterval = 65_535.0

    /// - Returns: nil for whatever is no interval: another kind, a number that is not above 0, or
    ///   one beyond 65535.
    static func interval(_ value: JSONValue) -> Double? {
        real(value).flatMap { $0 > 0 && $0 <= maxInterval ? $0 : nil }
    }

    /// Returns the interval as ``interval(_:)`` does, where it is a whole number.
    static func ticks(_ value: JSONValue) -> UInt16? {
        integer(value).flatMap { UInt16(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The intervals of `rr` and `heartRateData`.
    ///
    /// - Parameter lineErrors: `bad_rr` is added.
    mutating func rr(_ lineErrors: inout [BeatlineError]) throws(BeatlineError)
        -> BeatlineMessage.RR
    {
        let ticks = try array("rr1024")
        let isWatchLine = type == BeatlineMessage.watchLineType
        var milliseconds = try array("rr_ms")
        if isWatchLine, let intervals = try array("rrIntervals") { milliseconds = intervals }
        var rr: BeatlineMessage.RR
        var droppedCount = 0
        if let ticks {
            var gappedValues = GappedValues<UInt16>()
            for value in ticks { gappedValues.append(Self.ticks(value)) }
            rr = .init(.ticks(gappedValues.values), gapIndices: gappedValues.gapIndices)
            droppedCount = gappedValues.droppedCount
        } else {
            guard let intervalsMs = milliseconds ?? (isWatchLine ? [] : nil) else {
                throw error("rr1024")
            }
            var gappedValues = GappedValues<Double>()
            for value in intervalsMs { gappedValues.append(Self.interval(value)) }
            rr = .init(.milliseconds(gappedValues.values), gapIndices: gappedValues.gapIndices)
            droppedCount = gappedValues.droppedCount
        }
        let hasBothUnits = ticks != nil && milliseconds != nil
        if hasBothUnits || droppedCount > 0 {
            lineErrors.append(.badIntervals(droppedCount: droppedCount, hasBothUnits: hasBothUnits))
        }
        rr.heartRateBpm = try heartRate("hr")
        rr.hasContact = try bool("contact")
        rr.energyKilojoules = try integer("energy")
        return rr
    }

    /// - Throws: where an array has another length than `pp_ms`.
    mutating func ppi(
        _ lineErrors: inout [BeatlineError]
    ) throws(BeatlineError) -> BeatlineMessage.PPI {
        let intervals = try required("pp_ms", try array("pp_ms"))
        let errors = try column("err_ms", intervals.count, Self.real)
        let blockedFlags = try column("blocked", intervals.count, Self.bool)
        let contactFlags = try column("contact", intervals.count, Self.bool)
        var gappedValues = GappedValues<BeatlineMessage.PPI.PulseInterval>()
        for (index, value) in intervals.enumerated() {
            gappedValues.append(
                Self.interval(value).map {
                    .init(
                        intervalMs: $0, errorMs: errors[index], isBlocked: blockedFlags[index],
                        hasContact: contactFlags[index])
                })
        }
        if gappedValues.droppedCount > 0 {
            lineErrors.append(
                .badIntervals(droppedCount: gappedValues.droppedCount, hasBothUnits: false))
        }
        return .init(gappedValues.values, gapIndices: gappedValues.gapIndices)
    }

    /// A value or nothing for each interval.
    private mutating func column<Value>(
        _ name: String, _ count: Int, _ convert: (JSONValue) -> Value?
    ) throws(BeatlineError) -> [Value?] {
        guard let values = try array(name) else { return Array(repeating: nil, count: count) }
        guard values.count == count else { throw error(name) }
        var column: [Value?] = []
        for value in values {
            let converted = convert(value)
            guard converted != nil || value == .null else { throw error(name) }
            column.append(converted)
        }
        return column
    }
}
