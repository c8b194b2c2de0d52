package import HealthRecords
package import PhysioTypes

/// The JSON of a timeline, as `hrv health timeline --json` and the page's server give it.
///
/// Every instant is `start_ms` or `end_ms` since 1970 with `start_offset_min` or `end_offset_min` of
/// the clock on the wall. What does not exist is null, and the `reasons` of the same object say why; a
/// list of none is empty. A recovery holds its `date`; each of the three vitals is an object of `value`, `from` and `n`; the figures of beats
/// stand beside them. `splits` of a workout are those that its cell counts, `chains` all there are.
package struct TimelineJSON: Sendable {
    /// The sources that the entries' source indices refer to.
    package var sources: [HealthSource]
    /// True if sources are given by name, which may hold a person's; else they are given by model,
    /// null where none is known.
    package var showsSourceNames = true

    package init(sources: [HealthSource]) { self.sources = sources }

    /// - Parameter today: the day by the viewer's clock, for the titles.
    /// - Parameter updatedMs: when the timeline was made; ms since 1970.
    /// - Parameter exportMs: moment of the newest export; ms since 1970; nil where none is known.
    package func text(
        of sections: [TimelineSection], today: CivilDate, _ language: TimelineLanguage = .english,
        updatedMs: Int64, exportMs: Int64?
    ) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.array("sections", sections) { writer, section in
                writer.object { writer in
                    writer.string("id", section.date.text)
                    writer.string("title", section.date.title(today: today, language))
                    writer.array("entries", section.entries) { write($1, to: &$0) }
                }
            }
            writer.integer("updated_ms", updatedMs)
            writer.integer("export_ms", exportMs)
            writer.reasons([("export_ms", exportMs == nil ? .noExport : nil)])
        }
        return writer.text
    }

    /// One entry as an object of its own.
    package func text(of entry: TimelineEntry) -> String {
        var writer = JSONWriter()
        write(entry, to: &writer)
        return writer.text
    }

    func write(_ entry: TimelineEntry, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.string("id", entry.id)
            switch entry {
            case .workout(let workout): write(workout, to: &writer)
            case .recovery(let recovery): write(recovery, to: &writer)
            case .breathing(let session): write(session, to: &writer)
            }
        }
    }

    func write(_ session: BreathingEntry, to writer: inout JSONWriter) {
        writer.string("kind", "breathing")
        writer.span(session.start, session.end)
        writer.number("duration_s", session.durationSeconds)
        writer.number("coherence_pct", session.coherencePercent)
        writer.number("breathing_rate", session.breathsPerMinute)
        writer.reasons([
            ("coherence_pct", session.coherencePercent == nil ? .notMeasured : nil),
            ("breathing_rate", session.breathsPerMinute == nil ? .notMeasured : nil),
        ])
    }

    /// Name or model of a source.
    func source(_ index: Int) -> String? {
        guard sources.indices.contains(index) else { return nil }
        return showsSourceNames ? sources[index].name : sources[index].model
    }
}

extension JSONWriter {
    /// Writes the reasons that values of the object are null, by the names of the values; writes
    /// nothing where there is no reason.
    mutating func reasons(_ reasons: [(name: String, reason: MissingHealthValueReason?)]) {
        let missing = reasons.compactMap { name, reason in reason.map { (name, $0.rawValue) } }
        guard !missing.isEmpty else { return }
        object("reasons") { writer in
            for (name, reason) in missing { writer.string(name, reason) }
        }
    }

    /// Start and end, each with its offset.
    mutating func span(_ start: CivilInstant, _ end: CivilInstant) {
        integer("start_ms", start.unixMs)
        integer("end_ms", end.unixMs)
        integer("start_offset_min", start.offsetMinutes)
        integer("end_offset_min", end.offsetMinutes)
    }
}
