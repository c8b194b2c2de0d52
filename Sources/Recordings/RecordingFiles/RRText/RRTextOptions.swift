/// The settings that the person gave for a text of R-R intervals; everything else is found out.
public struct RRTextOptions: Sendable, Equatable {
    /// Unit of the intervals.
    public enum Unit: String, Sendable, CaseIterable {
        case milliseconds = "ms"
        case seconds = "s"
        case microseconds = "us"
        /// Samples at ``RRTextOptions/rateHz``; 1/1024 s are samples at 1024 Hz.
        case samples

        /// Power of ten that turns a value into milliseconds; of samples the one into samples.
        var millisecondExponent: Int {
            switch self {
            case .seconds: 3
            case .milliseconds, .samples: 0
            case .microseconds: -3
            }
        }
        /// Medians that an interval in this unit can have; none of samples, which only a person or
        /// a name states.
        var plausibleMedianRange: ClosedRange<Double> {
            switch self {
            case .seconds: 0.2...3
            case .milliseconds: 200...3000
            case .microseconds: 200_000...3_000_000
            case .samples: 0...0
            }
        }

        /// Units that the middle value distinguishes.
        static let distinguishableByMedian: [Unit] = [.milliseconds, .seconds, .microseconds]
    }

    /// The meaning of a comma between digits.
    public enum DecimalMark: String, Sendable, CaseIterable {
        case point
        case comma
    }

    /// Order of day and month in dates such as 3/4/2025.
    public enum DateOrder: String, Sendable, CaseIterable {
        case dayFirst = "day-first"
        case monthFirst = "month-first"
    }

    public var unit: Unit?
    public var decimalMark: DecimalMark?
    /// Samples a second of positions or intervals that are counted in samples; Hz.
    public var rateHz: Double?
    /// Name of the column of intervals, in any case, or its index counted from 0; found where nil.
    public var column: String?
    /// Name or index of a column whose every value makes a recording of its own.
    public var splitColumn: String?
    /// The position of the day in the two numbers of a date; found in the column where nil.
    public var dateOrder: DateOrder?
    /// Beats that count as normal, where a word beside an interval says of which kind its beat is.
    public var normalBeats = NormalBeats()

    public init(unit: Unit? = nil, decimalMark: DecimalMark? = nil) {
        self.unit = unit
        self.decimalMark = decimalMark
    }
}

extension RRTextOptions.Unit {
    /// The factor that turns a value into milliseconds; 1 for samples, whose rate is stated
    /// elsewhere.
    var millisecondsPerUnit: Double {
        switch self {
        case .seconds: 1000
        case .milliseconds, .samples: 1
        case .microseconds: 1e-3
        }
    }
}
