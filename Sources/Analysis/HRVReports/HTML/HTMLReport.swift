import PhysioTypes

/// A report for people: one HTML file with everything in it.
///
/// ```swift
/// let page = HTMLReport.render([ReportEntry(name: "rest.txt", result: result)], title: "Rest")
/// ```
public enum HTMLReport {
    /// The page of one or several analysed recordings.
    ///
    /// The page needs no network, no script and no font of its own; it follows the reader's light
    /// or dark setting, prints in the light one, and is well-formed XML as well as HTML. Charts are
    /// drawn for results that carry figures. A result of several rows is shown as one line a
    /// window. Text from outside (names, notices, settings) is escaped; characters that XML does
    /// not allow become U+FFFD. A missing number is an en dash with its reason. Nothing depends on
    /// the clock or the locale: equal entries give equal pages.
    ///
    /// - Parameter entries: in the order of the page; several get an overview; none is a page that
    ///   says so.
    /// - Parameter title: heading and window title; any text.
    /// - Returns: the file's text, to be written as UTF-8.
    /// - Complexity: O(b + r m) for b beats in the figures and r rows of m metrics; the size of the
    ///   page does not grow with the beats beyond some thousand of them.
    public static func render(_ entries: [ReportEntry], title: String) -> String {
        let page = Markup(
            "html", ["lang": "en"],
            [head(title), Markup("body", [:], [body(entries, title: title)])])
        return "<!DOCTYPE html>\n" + page.source
    }

    private static func head(_ title: String) -> Markup {
        Markup(
            "head", [:],
            [
                Markup("meta", ["charset": "utf-8"]),
                Markup("title", text: title),
                Markup(
                    "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                Markup("meta", ["name": "color-scheme", "content": "light dark"]),
                // Even a page that had been tampered with could load nothing.
                Markup(
                    "meta",
                    [
                        "http-equiv": "Content-Security-Policy",
                        "content": "default-src 'none'; style-src 'unsafe-inline'",
                    ]),
                Markup(css: style),
            ])
    }

    private static func body(_ entries: [ReportEntry], title: String) -> Markup {
        var mainContent = entries.enumerated().map { section($1, id: sectionID($0)) }
        if entries.isEmpty {
            mainContent = [Markup("p", ["class": "nothing"], text: "No recording was analysed.")]
        }
        if entries.count > 1 { mainContent.insert(overview(entries), at: 0) }
        return Markup(
            "div", ["class": "page"],
            [header(title, count: entries.count), Markup("main", [:], mainContent), footer])
    }

    /// Anchor of an entry: its index, never its name.
    static func sectionID(_ index: Int) -> String { "recording-\(index + 1)" }

    private static func header(_ title: String, count: Int) -> Markup {
        masthead(
            title, subtitle: "Heart-rate variability, \(ReportNumber.count(count, "recording"))")
    }

    static func masthead(_ title: String, subtitle: String) -> Markup {
        Markup(
            "header", ["class": "masthead"],
            [
                logo,
                Markup(
                    "div", [:],
                    [
                        Markup("h1", [:], [Markup("bdi", text: title)]),
                        Markup("p", [:], text: subtitle),
                    ]),
            ])
    }

    /// The mark of the project: six petals.
    private static var logo: Markup {
        let petals = (0..<6).map { petal in
            Markup(
                "ellipse",
                [
                    "cx": "0", "cy": "-9", "rx": "5.2", "ry": "9",
                    "transform": "rotate(\(petal * 60))",
                ])
        }
        return Markup(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "bloom",
                "viewBox": "-20 -20 40 40", "aria-hidden": "true",
            ], petals)
    }

    static var footer: Markup {
        Markup(
            "footer", [:],
            [
                Markup("p", text: "Resonance \(ToolkitVersion.current)"),
                Markup(
                    "p",
                    text: "Resonance is a wellness and research tool. It is not a medical device: "
                        + "nothing on this page is a diagnosis or a basis for treatment."),
            ])
    }
}
