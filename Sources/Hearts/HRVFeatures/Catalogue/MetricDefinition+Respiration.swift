/// What breathing and premature beats leave in the intervals.
extension MetricDefinition {
    static let respiration = make(
        .respiration,
        [
            (
                .rsaPorgesBohrer, "ln ms^2", .seconds(60),
                "respiratory sinus arrhythmia, Porges and Bohrer"
            ),
            (.breathingRate, "1/min", .seconds(60), "60 x the highest peak of HF"),
        ])

    /// Five premature beats: Bauer 2008, J. Am. Coll. Cardiol. 52:1353.
    static let turbulence = make(
        .turbulence,
        [
            (.turbulenceOnset, "%", .prematureBeats(1), "turbulence onset"),
            (.turbulenceSlope, "ms/beat", .prematureBeats(1), "turbulence slope"),
        ])
}
