/// The policy by which the next song is chosen.
package enum SelectionPolicy: String, Sendable, Hashable, CaseIterable {
    /// The first design, to the last constant.
    case reference
    /// The first design at the start, and more and more what this person's plays have shown.
    case adaptive
    /// Any song that the guards leave; for studies.
    case random
    /// `adaptive`, with a draw of what is not known of each song; for studies.
    case thompson

    /// True if a model of what plays have shown takes part.
    package var usesModel: Bool { self == .adaptive || self == .thompson }

    /// The policy where none was chosen: the one that wins the study of `hrv music evaluate`.
    package static let standard = SelectionPolicy.adaptive
}
