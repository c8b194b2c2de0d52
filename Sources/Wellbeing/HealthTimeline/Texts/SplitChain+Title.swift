extension SplitChain {
    /// The title above the splits of a chain: `laps`, `kilometres`; for computed splits also their
    /// unit, since a workout may have both.
    package var title: String {
        guard kind == .computed else { return kind.rawValue }
        let unit: SplitUnit = unitMetres == SplitUnit.mile.metres ? .mile : .kilometre
        return "\(unit.kind.rawValue), computed from distances"
    }
}
