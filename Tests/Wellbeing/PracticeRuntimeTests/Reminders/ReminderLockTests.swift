import PracticeRuntime
import TestSupport
import Testing

@Suite struct ReminderLockTests {
    @Test func oneHoldsItAtATime() throws {
        let path = try TemporaryFolder()
        let database = path.path + "/history.sqlite"
        let (first, second) = (ReminderLock(database: database), ReminderLock(database: database))
        #expect(!first.isTaken)
        #expect(first.take() && first.take())
        #expect(!second.take() && second.isTaken && !first.isTaken)
        first.release()
        first.release()
        #expect(second.take() && first.isTaken)
    }

    @Test func whereNothingCanBeLockedEveryProgramMayTell() {
        #expect(ReminderLock(database: "/nowhere/history.sqlite").take())
    }
}
