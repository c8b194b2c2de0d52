extension HTMLReport {
    /// The style sheet. Light first; the dark theme and paper only change the variables.
    static let style =
        colourRules + layoutRules + figureLayoutRules + ChartStyle.rules + stripRules + mediaRules

    private static let colourRules = #"""
        :root {
          color-scheme: light dark;
          \#(ChartStyle.lightThemeVariables.map { "--\($0): \($1);" }.joined(separator: " "))
          --paper: #f5f7fb; --faint: #eef2f7;
          --warn-paper: #fff5e0; --warn-ink: #6b4300; --warn-rule: #c98a1b; --petal: .55;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #0a0e1a; --panel: #111827; --ink: #e0e7ff; --muted: #99a6bf;
            --rule: #273349; --faint: #182134;
            --teal: #2dd4bf; --blue: #6fabea; --slate: #8b9ab5;
            --warn-paper: #2a2110; --warn-ink: #ffdf9e; --warn-rule: #d9a441;
            --fill: .32; --shade: .09; --petal: .5;
          }
        }

        """#

    private static let layoutRules = #"""
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0; background: var(--paper); color: var(--ink);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue",
            "Noto Sans", "Liberation Sans", Arial, sans-serif;
        }
        .page { max-width: 1160px; margin: 0 auto; padding: 40px 32px 48px; }
        h1, h2, h3, p, ul, dl, dd, figure { margin: 0; padding: 0; }
        h1, h2, h3 { line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
        ul { list-style: none; }
        a { color: var(--blue); text-underline-offset: .2em; text-decoration-thickness: 1px; }
        :focus-visible { outline: 2px solid var(--teal); outline-offset: 2px; }
        table { border-collapse: collapse; width: 100%; }
        th { text-align: left; font-weight: 600; }
        code { font: .8em ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
        .unseen {
          position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
        }

        .masthead { display: flex; align-items: center; gap: 18px; margin-bottom: 32px; }
        .masthead h1 { font-size: 30px; font-weight: 650; letter-spacing: -.015em; }
        .masthead p { color: var(--muted); margin-top: 4px; }
        .bloom { width: 56px; height: 56px; flex: none; }
        .bloom ellipse { fill: var(--teal); fill-opacity: var(--petal); }
        .bloom ellipse:nth-child(even) { fill: var(--blue); }

        .overview, .recording {
          background: var(--panel); border: 1px solid var(--rule); border-radius: 16px;
          padding: 28px 32px 32px; margin-bottom: 28px;
        }
        h2 { font-size: 22px; font-weight: 650; letter-spacing: -.01em; }
        h3 { font-size: 15px; font-weight: 650; }
        .nothing { color: var(--muted); }

        .facts { display: flex; flex-wrap: wrap; gap: 6px 32px; margin-top: 14px; }
        .facts dt { font-size: 12.5px; color: var(--muted); }
        .facts dd { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }

        .notices { display: grid; gap: 8px; margin-top: 20px; }
        .notices li {
          border-left: 4px solid var(--slate); border-radius: 4px 8px 8px 4px;
          background: var(--faint); padding: 9px 14px; overflow-wrap: anywhere;
        }
        .notices .warning {
          background: var(--warn-paper); color: var(--warn-ink);
          border-left-color: var(--warn-rule);
        }
        .notices code, .notices .place { opacity: .8; }

        .highlights {
          display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; margin-top: 24px;
          border: 1px solid var(--rule); border-radius: 12px; overflow: hidden;
          background: var(--rule); gap: 1px;
        }
        .highlights li { background: var(--panel); padding: 14px 18px; }
        .highlights .name { display: block; font-size: 13px; color: var(--muted); }
        .highlights .number { font-size: 27px; font-weight: 600; letter-spacing: -.02em; }
        .highlights small {
          font-size: 14px; font-weight: 400; letter-spacing: 0; color: var(--muted);
        }

        .strips { display: grid; gap: 24px; }
        .metrics, .windows, .recipe, .strips { margin-top: 32px; }
        .metrics h3, .windows h3, .recipe h3 { margin-bottom: 8px; }
        .families { columns: 2; column-gap: 40px; }
        .family {
          break-inside: avoid; margin-bottom: 24px; font-size: 13.5px; table-layout: fixed;
        }
        .family thead th:nth-child(1) { width: 11.2em; }
        .family thead th:nth-child(2) { width: 5.4em; text-align: right; }
        .family thead th:nth-child(3) { width: 4.4em; }
        .family caption {
          text-align: left; color: var(--teal); font-weight: 600; padding: 8px 0 6px;
        }
        .family thead th { font-size: .9em; font-weight: 500; color: var(--muted); }
        .family th, .family td {
          padding: 4px 10px 4px 0; border-bottom: 1px solid var(--rule); vertical-align: top;
        }
        .family tr > :last-child { padding-right: 0; }
        .family tbody th { font-weight: 500; overflow-wrap: anywhere; }
        .interval { display: block; color: var(--ink); font-variant-numeric: tabular-nums; }
        .family td:last-child { overflow-wrap: anywhere; }
        .family .unit, .family td:last-child { color: var(--muted); }
        .family .unit { white-space: nowrap; }
        .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        .highlights .number { display: block; text-align: left; }
        .highlights .reason { font-size: 12px; }
        .reason {
          display: block; font-size: .9em; line-height: 1.4; font-weight: 400; color: var(--muted);
        }
        .forced {
          color: var(--warn-ink); background: var(--warn-paper); border: 1px solid var(--warn-rule);
          border-radius: 4px; padding: 0 4px; font-weight: 600;
        }

        .scroll {
          overflow: auto; max-height: 560px; border: 1px solid var(--rule); border-radius: 10px;
        }
        .overview .scroll { margin-top: 16px; max-height: none; }
        .compact { font-size: 13.5px; }
        .compact th, .compact td { padding: 7px 14px; white-space: nowrap; text-align: right; }
        .compact tbody th { font-weight: 500; }
        .compact th:first-child {
          text-align: left; font-variant-numeric: tabular-nums;
        }
        .overview tbody th { white-space: normal; min-width: 180px; overflow-wrap: anywhere; }
        .compact thead th {
          position: sticky; top: 0; background: var(--faint); font-size: 12.5px; font-weight: 600;
        }
        .compact thead small { font-size: 11.5px; font-weight: 400; color: var(--muted); }
        .compact tbody tr + tr > * { border-top: 1px solid var(--rule); }
        .reasons { margin-top: 10px; font-size: 12.5px; color: var(--muted); }

        .recipe table { width: auto; max-width: 100%; font-size: 13px; }
        .recipe th, .recipe td { padding: 2px 0; vertical-align: top; }
        .recipe th { font-weight: 400; color: var(--muted); padding-right: 28px; }
        .recipe .band-setting { white-space: nowrap; }
        .recipe td { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }

        footer { color: var(--muted); font-size: 13px; padding: 4px 2px; }
        footer p { max-width: 72ch; }

        """#

    private static let figureLayoutRules = #"""
        .figures {
          display: grid; grid-template-columns: 1fr 1fr; gap: 32px 40px; margin-top: 32px;
          grid-template-areas: "tachogram tachogram" "spectrum poincare" "histogram poincare";
        }
        .tachogram { grid-area: tachogram; }
        .spectrum { grid-area: spectrum; }
        .poincare { grid-area: poincare; }
        .histogram { grid-area: histogram; }
        figure { min-width: 0; break-inside: avoid; }
        figure h3 { margin-bottom: 6px; }
        figcaption { font-size: 12.5px; line-height: 1.45; color: var(--muted); margin-top: 4px; }
        .narrow { display: none; }
        .chart { display: block; width: 100%; height: auto; overflow: visible; }

        """#

    private static let stripRules = #"""
        .chart .beat-class { fill: var(--muted); font-weight: 600; }
        .chart .beat-class.s { fill: var(--blue); }
        .chart .beat-class.v { fill: #d55e00; }
        .chart .beat-class.q { fill: #b0479a; }

        """#

    private static let mediaRules = #"""
        @media screen and (max-width: 860px) {
          .page { padding: 28px 16px 40px; }
          .overview, .recording { padding: 22px 20px 26px; }
          .figures { gap: 28px 24px; }
          .chart text { font-size: 15px; }
          .highlights .number { font-size: 23px; }
          .families { columns: 1; }
        }
        @media screen and (max-width: 620px) {
          .page { padding: 20px 10px 32px; }
          .overview, .recording { padding: 18px 14px 22px; border-radius: 12px; }
          .masthead h1 { font-size: 24px; }
          .masthead { gap: 12px; margin-bottom: 20px; }
          .bloom { width: 44px; height: 44px; }
          .facts { gap: 6px 24px; }
          .figures {
            grid-template-columns: minmax(0, 1fr);
            grid-template-areas: "tachogram" "spectrum" "poincare" "histogram";
          }
          .highlights { grid-auto-flow: row; grid-template-columns: 1fr 1fr; }
          .highlights li:last-child:nth-child(odd) { grid-column: 1 / -1; }
          .family thead { display: none; }
          .family, .family caption, .family tbody { display: block; }
          .family tr {
            display: grid; grid-template-columns: 1fr auto 4.4em; padding: 6px 0;
            border-bottom: 1px solid var(--rule);
          }
          .family tbody th, .family td { padding: 0 8px 0 0; border: 0; }
          .family .number { font-weight: 600; }
          .family td:last-child { grid-column: 1 / -1; }
          .wide { display: none; }
          .narrow { display: block; }
          .chart text { font-size: 14px; }
          .tachogram .chart text, .strip .chart text { font-size: 12px; }
        }
        @media print {
          :root {
            color-scheme: light;
            --paper: #ffffff; --panel: #ffffff; --ink: #101b2d; --muted: #4a566b;
            --rule: #d5dde8; --faint: #f1f4f8;
            --teal: #0f766e; --blue: #2467ad; --slate: #64748b;
            --warn-paper: #fff5e0; --warn-ink: #6b4300; --warn-rule: #c98a1b;
            --fill: .26; --shade: .07; --petal: .55;
          }
          @page { margin: 12mm 13mm; }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          body { font-size: 9.5pt; line-height: 1.4; }
          .page { max-width: none; padding: 0; }
          .overview, .recording { border: 0; border-radius: 0; padding: 0; }
          .recording { break-before: page; }
          main > .recording:first-child { break-before: auto; }
          .masthead { margin-bottom: 14px; }
          .masthead h1 { font-size: 17pt; }
          .bloom { width: 42px; height: 42px; }
          h2 { font-size: 14pt; }
          h3 { font-size: 10.5pt; }
          .facts { gap: 2px 24px; margin-top: 6px; }
          .facts dt { font-size: 7.5pt; }
          .notices { gap: 4px; margin-top: 10px; }
          .notices li { padding: 4px 10px; }
          .highlights { margin-top: 12px; }
          .highlights li { padding: 6px 12px; }
          .highlights .name { font-size: 8pt; }
          .highlights .number { font-size: 15pt; }
          .highlights small, .highlights .reason { font-size: 8pt; }
          .figures { gap: 10px 24px; margin-top: 14px; }
          figure h3 { margin-bottom: 2px; }
          figcaption { font-size: 7.5pt; margin-top: 0; }
          .metrics, .windows, .recipe, .strips { margin-top: 18px; }
          .strips { gap: 10px; }
          .families { column-gap: 24px; }
          .family { font-size: 7.8pt; margin-bottom: 12px; }
          .family caption { padding: 2px 0; }
          .family th, .family td { padding: 1.5px 6px 1.5px 0; }
          .recipe table { font-size: 8pt; }
          .recipe th, .recipe td { padding-top: 1px; padding-bottom: 1px; }
          .scroll { max-height: none; overflow: visible; border: 0; }
          .compact { font-size: 8.5pt; }
          .compact th, .compact td { padding: 3px 6px; }
          .reasons { font-size: 8pt; }
          .compact thead th { position: static; }
          tr, .notices li, .highlights, .windows, .recipe { break-inside: avoid; }
          h2, h3 { break-after: avoid; }
          a { color: inherit; text-decoration: none; }
        }
        """#
}
