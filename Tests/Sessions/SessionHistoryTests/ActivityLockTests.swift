import Foundation
import Testing

@testable import SessionHistory

@Suite struct ActivityLockTests {
    @Test func oneHasIt() throws {
        let history = try TemporaryHistory()
        let (first, second) = (
            ActivityLock(database: history.path), ActivityLock(database: history.path)
        )
        #expect(
            first.acquire() == .thisProgram && second.acquire() == .anotherProgram
                && first.acquire() == .thisProgram)
        first.release()
        #expect(second.acquire() == .thisProgram && first.acquire() == .anotherProgram)
        let mode = try FileManager.default.attributesOfItem(atPath: history.path + "-place")[
            .posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    /// A program that is gone has no lock.
    @Test func anEndedProgramHoldsNoLock() throws {
        let history = try TemporaryHistory()
        var first: ActivityLock? = ActivityLock(database: history.path)
        #expect(first?.acquire() == .thisProgram)
        first = nil
        #expect(ActivityLock(database: history.path).acquire() == .thisProgram)
    }

    /// The folder is locked where the file cannot be made, and a program that can make the file
    /// later sees that.
    @Test func withoutAFileTheFolderIsLocked() throws {
        let history = try TemporaryHistory()
        let file = history.path + "-place"
        // Not even root can make a file in a folder that is not there.
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: history.folder + "/none/place")
        let (first, second) = (
            ActivityLock(database: history.path), ActivityLock(database: history.path)
        )
        #expect(first.acquire() == .thisProgram && second.acquire() == .anotherProgram)
        try FileManager.default.removeItem(atPath: file)
        #expect(second.acquire() == .anotherProgram)
        first.release()
        #expect(second.acquire() == .thisProgram)
    }

    @Test func aMissingFolderIsNotLockable() {
        #expect(ActivityLock(database: "/no/such/folder/history.sqlite").acquire() == .notLockable)
    }
}
