/// The certainty of a reader, by the beginning of an input, that the input is of its format.
enum Likelihood {
    case none
    /// The input may be of the format; it may as well be something else.
    case likely
    /// The input begins with a mark that nothing else has.
    case certain
}
