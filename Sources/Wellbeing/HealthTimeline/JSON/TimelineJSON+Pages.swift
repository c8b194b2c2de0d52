extension TimelineJSON {
    /// The page of a workout: the entry, its `heart_rates` and its `pauses`.
    package func text(of page: WorkoutDetail) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.object("workout") { writer in
                writer.string("id", TimelineEntry.workout(page.entry).id)
                write(page.entry, to: &writer)
            }
            writer.array("heart_rates", page.heartRates) { writer, rate in
                writer.object { writer in
                    writer.integer("time_ms", rate.timeMs)
                    writer.number("hr_bpm", rate.bpm)
                }
            }
            writer.array("pauses", page.pauses) { writer, pause in
                writer.object { writer in
                    writer.integer("start_ms", pause.startMs)
                    writer.integer("end_ms", pause.endMs)
                }
            }
        }
        return writer.text
    }

    /// The page of a night: the recovery, what each of its `sources` alone says, its `beatSegments` of
    /// beats, and the `breathing` before it.
    package func text(of page: NightDetail) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.object("recovery") { writer in
                writer.string("id", TimelineEntry.recovery(page.recovery).id)
                write(page.recovery, to: &writer)
            }
            writer.array("sources", page.nightsBySource) { writer, sleep in
                writer.object { write(sleep, to: &$0) }
            }
            writer.array("stretches", page.beatSegments) { writer, beatSegment in
                writer.object { writer in
                    writer.integer("start_ms", beatSegment.start.unixMs)
                    writer.integer("start_offset_min", beatSegment.start.offsetMinutes)
                    writer.number("sdnn_ms", beatSegment.sdnnMs)
                    writer.number("apple_sdnn_ms", beatSegment.appleSDNNMs)
                    writer.reasons([("sdnn_ms", beatSegment.sdnnMs == nil ? .tooFewValues : nil)])
                }
            }
            writer.array("breathing", page.sessionsBeforeNight) { writer, session in
                write(.breathing(session), to: &writer)
            }
        }
        return writer.text
    }

    /// The trends of some days. `with` and `without` are the nights by the breathing before them.
    package static func text(of trends: HealthTrends) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.string("from", trends.first.text)
            writer.string("to", trends.last.text)
            writer.array("trends", trends.trends) { writer, trend in
                writer.object { writer in
                    writer.string("figure", trend.metric.rawValue)
                    writer.number("median", trend.median)
                    writer.integer("n", trend.points.count)
                    writer.reasons([("median", trend.median == nil ? .noSamples : nil)])
                    writer.array("points", trend.points) { writer, point in
                        writer.object { writer in
                            writer.string("date", point.date.text)
                            writer.number("value", point.value)
                        }
                    }
                    write(trend.breathing, to: &writer)
                }
            }
        }
        return writer.text
    }

    private static func write(_ difference: MedianDifference, to writer: inout JSONWriter) {
        writer.object("with") { writer in
            writer.number("median", difference.medianWithBreathing)
            writer.integer("n", difference.countWithBreathing)
            writer.reasons([("median", difference.medianWithBreathing == nil ? .noSamples : nil)])
        }
        writer.object("without") { writer in
            writer.number("median", difference.medianWithoutBreathing)
            writer.integer("n", difference.countWithoutBreathing)
            writer.reasons([("median", difference.medianWithoutBreathing == nil ? .noSamples : nil)]
            )
        }
        writer.number("difference", difference.difference)
        writer.number("difference_low", difference.interval?.lowerBound)
        writer.number("difference_high", difference.interval?.upperBound)
        let missing: MissingHealthValueReason? = difference.difference == nil ? .tooFewValues : nil
        let open: MissingHealthValueReason? = difference.interval == nil ? .tooFewValues : nil
        writer.reasons([
            ("difference", missing), ("difference_low", open), ("difference_high", open),
        ])
    }
}
