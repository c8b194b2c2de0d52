/// The annotation codes of beats that count as normal.
///
/// By default those of sinus rhythm, whatever its conduction: N, and the bundle branch blocks L, R
/// and B. Escape beats (e, j, n) and paced ones (/) are added by name.
///
/// ```swift
/// NormalBeats("N,L,R,/")?.text  // "N,L,R,/"
/// ```
///
/// - SeeAlso: ANSI/AAMI EC57: its class N holds N, L, R, B, e, j and n.
public struct NormalBeats: Sendable, Equatable {
    /// WFDB's codes.
    public let codes: Set<UInt8>
    /// The codes as the person wrote them.
    public let text: String

    /// N, L, R and B.
    public init() {
        text = "N,L,R,B"
        codes = Set("NLRB".compactMap(WFDBCode.code))
    }

    /// - Parameter text: symbols of beats with commas between them.
    /// - Returns: nil where one of them is no beat.
    public init?(_ text: String) {
        var codes: Set<UInt8> = []
        for symbol in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard symbol.count == 1, let code = symbol.first.flatMap(WFDBCode.code),
                WFDBCode.isBeat(code)
            else { return nil }
            codes.insert(code)
        }
        self.codes = codes
        self.text = text
    }

    /// Returns true if a symbol counts as normal.
    func contains(_ symbol: Character) -> Bool {
        WFDBCode.code(of: symbol).map(codes.contains) ?? false
    }
}
