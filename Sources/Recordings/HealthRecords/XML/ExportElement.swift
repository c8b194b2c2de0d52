/// The kind of an element below the root of an export, by its name alone.
enum ExportElement {
    case record
    case workout
    case correlation
    case exportDate
    /// An element of an export that nothing is kept of, such as the person's data.
    case unused
    /// No element that an export has below its root.
    case unknown

    init(_ name: XMLText) {
        self =
            switch name {
            case _ where name == "Record": .record
            case _ where name == "Workout": .workout
            case _ where name == "Correlation": .correlation
            case _ where name == "ExportDate": .exportDate
            case _ where name == "Me": .unused
            case _ where name == "ActivitySummary": .unused
            case _ where name == "ClinicalRecord": .unused
            case _ where name == "Audiogram": .unused
            case _ where name == "VisionPrescription": .unused
            default: .unknown
            }
    }

    /// Returns true if the element may stand inside an element of the kind `outer`; one that may
    /// not is the next element below the root, and the one around it was never ended.
    func canNest(in outer: ExportElement) -> Bool {
        switch self {
        case .unknown: true
        case .record: outer == .workout || outer == .correlation
        case .workout, .correlation, .exportDate, .unused: false
        }
    }
}
