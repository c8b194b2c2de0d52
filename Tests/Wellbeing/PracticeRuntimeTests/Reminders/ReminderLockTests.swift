import PracticeRuntime
import TestSupport
import Testing

@Suite struct ReminderLockTests {
    @Test func oneHoldsItAtATime() throws {
        let path = try TemporaryFolder()
        let database = path.path + "/history.sqlite"
        let (first, second) = (ReminderLock(database: database), ReminderLock(database: database))
        #expect(!first.isHeldElsewhere)
        #expect(first.acquire() && first.acquire())
        #expect(!second.acquire() && second.isHeldElsewhere && !first.isHeldElsewhere)
        first.release()
        first.release()
        #expect(second.acquire() && first.isHeldElsewhere)
    }

    @Test func withoutLocksEveryProgramMayAnnounce() {
        #expect(ReminderLock(database: "/nowhere/history.sqlite").acquire())
    }
}
