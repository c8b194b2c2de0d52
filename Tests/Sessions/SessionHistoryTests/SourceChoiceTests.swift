import SessionHistory
import Testing

@Suite struct SourceChoiceTests {
    /// The page offers them by these names, in this order.
    @Test func namesAreThoseOfThePage() {
        let names = ["simulated", "strap", "webBluetooth", "bridge", "none", "replay"]
        #expect(SourceChoice.allCases.map(\.rawValue) == names)
    }

    /// A strap that a browser holds is a strap; every other choice is kept under its own name.
    @Test(arguments: SourceChoice.allCases) func theHistoryKeepsItsSource(_ choice: SourceChoice) {
        let expected = choice == .webBluetooth ? "strap" : choice.rawValue
        #expect(choice.source.rawValue == expected)
    }
}
