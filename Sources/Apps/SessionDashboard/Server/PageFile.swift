/// A file of the page.
///
/// The build adds ``PageFile/all``, which has every file of the folder `Page`, and ``PageFile/screens``, the
/// addresses of its screens.
struct PageFile: Sendable {
    /// What a browser is told that it is.
    let contentType: String
    let text: String
}
