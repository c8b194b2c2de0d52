/// The structure of a text of samples, as its beginning shows it.
struct SignalTextLayout: Equatable {
    /// A column of samples.
    struct Column: Equatable {
        /// Index in a row, counted from 0.
        var index: Int
        var name: String
        var unit: String
        /// Value times `scale` plus `offset` is in `unit`.
        var scale = 1.0
        var offset = 0.0
    }

    /// A column that states where in time a row lies.
    struct Time: Equatable {
        var index: Int
        /// Empty where it has none.
        var name: String
        /// nil where the column counts samples.
        var secondsPerUnit: Double?
    }

    var format = RecordingFormat.signalText
    var dialect: SignalRowParser.Dialect
    var columns: [Column]
    var time: Time?
    /// The rate as the text states it; Hz.
    var rateHz: Double?
    var startDate: String?
    /// The position in the text at which the rows begin.
    var firstRowOffset: Int
    /// Line of the first row, counted from 1.
    var firstLine: Int
}
