/// The label of a beat when detected beats are compared with annotated ones: the classes of the
/// standard ANSI/AAMI EC57, and two labels for beats that have no partner.
public enum BeatLabel: Int, Sendable, CaseIterable {
    /// Begun in the sinus node, or conducted as if: N, bundle branch blocks.
    case normal
    /// Begun above the ventricles but not in the sinus node.
    case supraventricular
    /// Begun in the ventricles.
    case ventricular
    /// A fusion of a ventricular and a normal beat.
    case fusion
    /// Paced, or not classifiable.
    case unknown
    /// No beat: the label opposite to a missed or a surplus one.
    case none
    /// No beat, in a segment that the other side calls unreadable.
    case unreadable

    /// The class of a beat by its symbol in a WFDB annotation file, as `bxb -S` has it: N L R B are
    /// normal; a A J S j e n supraventricular; V r E ventricular; F fusion; / f Q ? unknown.
    ///
    /// - Returns: nil for all other symbols, the flutter wave `!` among them: they are no beats.
    public init?(symbol: Character) {
        switch symbol {
        case "N", "L", "R", "B": self = .normal
        case "a", "A", "J", "S", "j", "e", "n": self = .supraventricular
        case "V", "r", "E": self = .ventricular
        case "F": self = .fusion
        case "/", "f", "Q", "?": self = .unknown
        default: return nil
        }
    }

    /// One letter, as tables of `bxb` have it.
    public var letter: Character {
        switch self {
        case .normal: "N"
        case .supraventricular: "S"
        case .ventricular: "V"
        case .fusion: "F"
        case .unknown: "Q"
        case .none: "O"
        case .unreadable: "X"
        }
    }
}
