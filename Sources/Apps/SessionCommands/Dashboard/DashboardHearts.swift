import BluetoothStraps
import CommandSupport
import PhysioTypes
import PracticePlans
import SessionDashboard
import SessionHistory

extension PracticeHearts {
    /// What this program can hear beside a practice of the page: a strap, or a simulated person.
    static func ofThisProgram(
        _ place: DatabaseOption, _ diagnostics: Diagnostics
    ) -> PracticeHearts {
        PracticeHearts(
            logsFolder: place.logsFolder, report: { diagnostics.summary($0) }
        ) { wish in
            switch wish.source {
            case SourceChoice.strap.rawValue: try strap(wish.strap)
            case SourceChoice.simulated.rawValue: person
            default:
                throw PlanError(field: "heart", range: "strap or simulated", found: wish.source)
            }
        }
    }

    private static func strap(_ name: String?) throws(PlanError) -> PracticeHeartChoice {
        guard StrapRadio.isBuiltIn else {
            throw PlanError(
                field: "heart", range: "simulated: this program was built without Bluetooth",
                found: "strap")
        }
        guard let name, !name.isEmpty else {
            throw PlanError(
                field: "strap", range: "the name or the address of a strap", found: "missing")
        }
        return PracticeHeartChoice(.strap, title: name) { bell in
            PracticeHeartSource.strap(
                name, bell, application: "hrv dashboard \(ToolkitVersion.current)")
        }
    }

    private static var person: PracticeHeartChoice {
        PracticeHeartChoice(.simulated, title: "simulated person") { _ in
            PracticeHeartSource.person(.random(in: 0..<1 << 53))
        }
    }
}
