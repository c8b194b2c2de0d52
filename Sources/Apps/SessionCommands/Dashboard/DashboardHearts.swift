import BluetoothStraps
import CommandSupport
import PhysioTypes
import PracticePlans
import SessionDashboard
import SessionHistory

extension PracticeHeartSources {
    /// Returns the sources of the heart that this program has for a practice of the page: a strap,
    /// or a simulated person.
    static func ofThisProgram(
        _ location: DatabaseOption, _ diagnostics: Diagnostics
    ) -> PracticeHeartSources {
        PracticeHeartSources(
            logsFolder: location.logsFolder, report: { diagnostics.summary($0) }
        ) { request in
            switch request.source {
            case SourceChoice.strap.rawValue: try strap(request.strap)
            case SourceChoice.simulated.rawValue: simulatedChoice
            default:
                throw PlanError(field: "heart", range: "strap or simulated", found: request.source)
            }
        }
    }

    private static func strap(_ name: String?) throws(PlanError) -> PracticeHeartSourceChoice {
        guard StrapRadio.isBuiltIn else {
            throw PlanError(
                field: "heart", range: "simulated: this program was built without Bluetooth",
                found: "strap")
        }
        guard let name, !name.isEmpty else {
            throw PlanError(
                field: "strap", range: "the name or the address of a strap", found: "missing")
        }
        return PracticeHeartSourceChoice(.strap, title: name) { wake in
            PracticeHeartSource.strap(
                name, wake, application: "hrv dashboard \(ToolkitVersion.current)")
        }
    }

    private static var simulatedChoice: PracticeHeartSourceChoice {
        PracticeHeartSourceChoice(.simulated, title: "simulated person") { _ in
            PracticeHeartSource.person(.random(in: 0..<1 << 53))
        }
    }
}
