/// The style of charts: in a page, with the variables of its theme, and as separate files.
enum ChartStyle {
    /// The light theme's values of the variables that charts use.
    static let lightThemeVariables: [(name: String, value: String)] = [
        ("panel", "#ffffff"), ("ink", "#101b2d"), ("muted", "#536078"), ("rule", "#dbe2ec"),
        ("teal", "#0f766e"), ("blue", "#2467ad"), ("slate", "#64748b"), ("fill", ".26"),
        ("shade", ".07"), ("band", ".17"),
    ]

    /// The rules for a drawing that stands alone: one theme, and no variables, which many programs
    /// that show or convert drawings do not know. A figure looks the same on screen and on paper.
    static let standaloneRules = lightThemeVariables.reduce(rules + sheetRules) { rules, colour in
        rules.replacing("var(--\(colour.name))", with: colour.value)
    }

    /// Rules that only a sheet has. Curves differ in colour and in dashes; the colours are distinct
    /// for colour-blind readers (after Okabe and Ito 2008, Color Universal Design).
    private static let sheetRules = #"""
        .ground { fill: var(--panel); }
        .chart .heading { font-size: 15px; font-weight: 600; fill: var(--ink); }
        .chart .caption { font-size: 11.5px; }
        .edge { stroke: var(--panel); stroke-width: 1; stroke-dasharray: 4 4; stroke-opacity: .75; }
        .chart .key-name, .chart .key-number { fill: var(--ink); }
        .spectrum .line { stroke-width: 1.3; }
        .spectrum .line-2 { stroke: #d55e00; stroke-width: 1.6; stroke-dasharray: 7 3; }
        .spectrum .line-3 { stroke: #0072b2; stroke-width: 1.6; stroke-dasharray: 2 3; }
        .spectrum .line-4 { stroke: #009e73; stroke-width: 1.6; stroke-dasharray: 10 3 2 3; }
        .spectrum .line-5 { stroke: #b0479a; stroke-width: 1.6; stroke-dasharray: 14 4; }

        """#

    static let rules = #"""
        .chart text { font-size: 12px; fill: var(--muted); font-variant-numeric: tabular-nums; }
        .chart .legend, .chart .band-name {
          fill: var(--ink); font-weight: 600; paint-order: stroke; stroke: var(--panel);
          stroke-width: 3px; stroke-linejoin: round;
        }
        .grid { stroke: var(--rule); stroke-width: 1; }
        .axis { stroke: var(--slate); stroke-width: 1; }
        .gap { fill: var(--slate); fill-opacity: .14; }
        .line {
          fill: none; stroke: var(--teal); stroke-width: 1.4; stroke-linejoin: round;
          stroke-linecap: round;
        }
        .raw {
          fill: none; stroke: var(--slate); stroke-width: 1.1; stroke-dasharray: 4 3;
          stroke-opacity: .8; stroke-linejoin: round;
        }
        .raw-beats path {
          fill: none; stroke: var(--slate); stroke-width: 2.2; stroke-linecap: round;
          stroke-opacity: .75;
        }
        .lane path { fill: none; stroke-width: 1; }
        .irregular { fill: #e69f00; fill-opacity: .22; }
        .made path { fill: none; stroke: var(--teal); stroke-width: 7; stroke-linecap: round; }
        .made-core path {
          fill: none; stroke: var(--panel); stroke-width: 3.6; stroke-linecap: round;
        }
        .marks path, .sign path {
          fill: none; stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round;
        }
        .missed path { stroke: #2f7fd0; }
        .extra path { stroke: #d55e00; }
        .ectopic path { stroke: #b0479a; fill: #b0479a; fill-opacity: .3; }
        .long path { stroke: #1a8f6d; fill: #1a8f6d; fill-opacity: .3; }
        .short path { stroke: #a67c00; fill: #a67c00; fill-opacity: .3; }
        .range path { stroke: var(--slate); fill: var(--slate); fill-opacity: .3; }
        .beats path { fill: none; stroke: var(--teal); stroke-width: 4.5; stroke-linecap: round; }
        .envelope { fill: var(--blue); fill-opacity: .38; stroke: var(--blue); stroke-width: .8;
          stroke-opacity: .55; stroke-linejoin: round; }
        .band {
          fill: var(--slate); fill-opacity: var(--shade); stroke: var(--rule); stroke-width: 1;
        }
        .band.lf { fill: var(--blue); }
        .band.hf { fill: var(--teal); }
        .band.other { fill: none; stroke: var(--slate); stroke-dasharray: 3 3; }
        .area { fill: var(--slate); fill-opacity: var(--fill); }
        .area.lf { fill: var(--blue); }
        .area.hf { fill: var(--teal); }
        .area.other { fill: none; }
        .spectrum .line { stroke: var(--ink); stroke-width: 1.2; }
        .confidence { fill: var(--ink); fill-opacity: var(--band); }
        .confidence-bar .stem { fill: none; stroke: var(--ink); stroke-width: 1.4; }
        .bar { fill: var(--blue); fill-opacity: .8; }
        .cloud path {
          fill: none; stroke: var(--teal); stroke-width: 4.5; stroke-linecap: round;
          stroke-opacity: .7;
        }
        .cloud.dense path { stroke-width: 3.4; stroke-opacity: .42; }
        .identity { stroke: var(--slate); stroke-width: 1; stroke-dasharray: 4 4; }
        .ellipse { fill: none; stroke: var(--ink); stroke-width: 1.5; }
        .half-axis { stroke: var(--ink); stroke-width: 1.5; }

        """#
}
