/// A file of the page.
///
/// The build adds ``PageFile/all``, which has every file of the folder `Page`, and ``PageFile/screens``, the
/// addresses of its screens.
struct PageFile: Sendable {
    /// The type that is stated to a browser.
    let contentType: String
    let text: String
}
