import PhysioTypes

extension HTMLReport {
    /// Every setting that shaped the numbers, in the order in which they acted.
    static func recipe(_ recipe: Recipe) -> Markup {
        guard !recipe.settings.isEmpty else { return .nothing }
        let lines = recipe.settings.map { setting in
            Markup(
                "tr", [:],
                [
                    Markup("th", ["scope": "row"], text: setting.name),
                    Markup("td", [:], value(setting.value)),
                ])
        }
        return Markup(
            "div", ["class": "recipe"],
            [
                Markup("h3", text: "Recipe"),
                Markup(
                    "table", [:],
                    [
                        Markup(
                            "caption", ["class": "unseen"],
                            text: "Settings that shaped the numbers"),
                        Markup("tbody", [:], lines),
                    ]),
            ])
    }

    private static func value(_ value: Recipe.Value) -> [Markup] {
        switch value {
        case .text(let text): [Markup(text: text)]
        case .number(let number): [Markup(text: ReportNumber.exact(number))]
        case .flag(let isOn): [Markup(text: isOn ? "yes" : "no")]
        case .bands(let bands):
            bands.enumerated().map { index, band in
                Markup(
                    "span", ["class": "band-setting"],
                    text: "\(band.name) \(ReportNumber.band(band)) Hz"
                        + (index + 1 < bands.count ? ", " : ""))
            }
        }
    }
}
