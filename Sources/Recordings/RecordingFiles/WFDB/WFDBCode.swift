/// The meanings of the codes of WFDB annotations.
///
/// - SeeAlso: "WFDB Applications Guide", annotation codes, PhysioNet.
public enum WFDBCode {
    /// A normal beat.
    public static let normal: UInt8 = 1
    /// A premature beat of the ventricles: V.
    public static let ventricularPremature: UInt8 = 5
    /// A fusion of a ventricular and a normal beat: F.
    package static let fusion: UInt8 = 6
    /// A premature beat from above the ventricles: S.
    public static let supraventricularPremature: UInt8 = 9
    /// A beat that cannot be classified, or is not.
    public static let unclassifiable: UInt8 = 13
    /// A change of signal quality; the subtype says which signals are noisy or unreadable.
    public static let noise: UInt8 = 14
    /// A comment, in the text.
    public static let note: UInt8 = 22
    /// A change of rhythm, its name in the text.
    public static let rhythm: UInt8 = 28
    /// A wave of ventricular flutter.
    public static let flutterWave: UInt8 = 31
    /// The codes of the beginning and of the end of ventricular flutter or fibrillation.
    public static let flutterBegin: UInt8 = 32
    public static let flutterEnd: UInt8 = 33

    /// The codes that an annotation may carry: 42 to 49 are free for a file's own kinds.
    public static let valid: ClosedRange<UInt8> = 1...49

    /// Premature ventricular beats: V, and r, which falls on a T wave.
    static let ventricular: Set<UInt8> = [5, 41]

    /// Symbols by code; 15, 17 and those above 41 have none.
    private static let symbols: [Character] = Array(
        " NLRaVFJASEj/Q~ | sT*D\"=pB^t+u?![]en@xf()r")

    private static let beats: Set<UInt8> = Set("NLRaVFJASEj/QB?!enfr".compactMap(code))

    /// Returns the symbol as the WFDB library prints it; nil where the code has no meaning of its
    /// own.
    public static func symbol(of code: UInt8) -> Character? {
        guard code < symbols.count, symbols[Int(code)] != " " else { return nil }
        return symbols[Int(code)]
    }

    /// - Returns: nil for a character that stands for no code.
    public static func code(of symbol: Character) -> UInt8? {
        guard symbol != " " else { return nil }
        return symbols.firstIndex(of: symbol).map { UInt8($0) }
    }

    /// Returns true if the code is that of a beat, by the set of the WFDB library: N L R a V F J A
    /// S E j / Q B ? ! e n f r.
    public static func isBeat(_ code: UInt8) -> Bool { beats.contains(code) }

    /// A kind of beat in words, for several of it; with its symbol.
    static func name(of code: UInt8) -> String {
        let symbol = symbol(of: code).map(String.init) ?? "\(code)"
        return (names[symbol].map { "\($0) " } ?? "beats ") + "(\(symbol))"
    }

    private static let names = [
        "N": "normal beats", "L": "left bundle branch block beats",
        "R": "right bundle branch block beats", "B": "bundle branch block beats",
        "A": "atrial premature beats", "a": "aberrated atrial premature beats",
        "J": "nodal premature beats", "S": "supraventricular premature beats",
        "V": "premature ventricular beats", "r": "R-on-T premature ventricular beats",
        "F": "fusion beats", "e": "atrial escape beats", "j": "nodal escape beats",
        "n": "supraventricular escape beats", "E": "ventricular escape beats",
        "/": "paced beats", "f": "fusions of paced and normal beats",
        "Q": "unclassifiable beats", "?": "unclassified beats", "!": "ventricular flutter waves",
    ]
}
