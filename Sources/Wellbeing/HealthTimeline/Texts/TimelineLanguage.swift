/// A language that the timeline is written in.
package enum TimelineLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"

    /// The text of the language.
    func pick(_ english: String, _ german: String) -> String {
        switch self {
        case .english: english
        case .german: german
        }
    }
}
