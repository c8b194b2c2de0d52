/// The colours that a terminal shows.
enum ScreenStyle: Sendable, Equatable {
    /// No escape sequences at all.
    case none
    /// The sixteen that every terminal has.
    case sixteenColours
    /// Any.
    case trueColour

    /// Creates the style from the environment: `NO_COLOR`, `COLORTERM` and `TERM`.
    init(environment: [String: String]) {
        if environment["NO_COLOR"]?.isEmpty == false {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") {
            self = .trueColour
        } else {
            self = .sixteenColours
        }
    }

    func coloured(_ text: String, _ colour: ScreenColour) -> String {
        let code: String
        switch self {
        case .none: return text
        case .sixteenColours: code = colour.basicCode
        case .trueColour: code = colour.fullCode
        }
        return code.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

/// A colour of the design.
enum ScreenColour: Equatable {
    /// The terminal's own.
    case plain
    /// The terminal's own, stronger.
    case strong
    /// The colour of text beside a number.
    case secondary
    /// Breath while inhaling, from blue (0) to teal (1).
    case breath(Double)
    case teal
    /// High coherence.
    case highlight
    case good
    case fair
    case bad

    /// The `SGR` code, among the sixteen colours.
    fileprivate var basicCode: String {
        switch self {
        case .plain: ""
        case .strong: "1"
        case .secondary: "2"
        case .breath(let share): share < 0.5 ? "94" : "36"
        case .teal: "36"
        case .highlight: "1;33"
        case .good: "32"
        case .fair: "33"
        case .bad: "1;31"
        }
    }

    fileprivate var fullCode: String {
        switch self {
        case .breath(let share): Self.code(Self.mix(Self.blue, Self.tealRGB, share))
        case .teal: Self.code(Self.tealRGB)
        case .highlight: Self.code((232, 190, 92))
        default: basicCode
        }
    }

    private typealias RGBColour = (red: Int, green: Int, blue: Int)
    private static let blue: RGBColour = (0x4A, 0x90, 0xD9)
    private static let tealRGB: RGBColour = (0x2D, 0xD4, 0xBF)

    private static func mix(_ first: RGBColour, _ second: RGBColour, _ share: Double) -> RGBColour {
        func mix(_ first: Int, _ second: Int) -> Int {
            // Sixteen steps are smooth enough, and redraw less.
            let step = (16 * min(max(share, 0), 1)).rounded() / 16
            return first + Int((Double(second - first) * step).rounded())
        }
        return (
            mix(first.red, second.red), mix(first.green, second.green), mix(first.blue, second.blue)
        )
    }

    private static func code(_ tone: RGBColour) -> String {
        "38;2;\(tone.red);\(tone.green);\(tone.blue)"
    }
}
