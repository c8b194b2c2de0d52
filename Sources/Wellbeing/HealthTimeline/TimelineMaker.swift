/// Makes the days of a timeline from the kept records.
package enum TimelineMaker {
    package static func sections(
        of data: HealthData, from first: CivilDate, through last: CivilDate,
        options: TimelineOptions
    ) -> [TimelineSection] {
        []
    }
}
