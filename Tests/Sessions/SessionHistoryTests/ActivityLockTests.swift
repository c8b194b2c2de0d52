import Foundation
import Testing

@testable import SessionHistory

@Suite struct ActivityLockTests {
    @Test func oneHasIt() throws {
        let history = try TemporaryHistory()
        let (first, second) = (
            ActivityLock(database: history.path), ActivityLock(database: history.path)
        )
        #expect(first.take() == .this && second.take() == .another && first.take() == .this)
        first.release()
        #expect(second.take() == .this && first.take() == .another)
        let mode = try FileManager.default.attributesOfItem(atPath: history.path + "-place")[
            .posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    /// A program that is gone has no lock.
    @Test func whoIsGoneHasNone() throws {
        let history = try TemporaryHistory()
        var first: ActivityLock? = ActivityLock(database: history.path)
        #expect(first?.take() == .this)
        first = nil
        #expect(ActivityLock(database: history.path).take() == .this)
    }

    /// Where the file cannot be made the folder is locked, and who can make the file later sees that.
    @Test func withoutAFileTheFolderIsLocked() throws {
        let history = try TemporaryHistory()
        let file = history.path + "-place"
        // Not even root can make a file in a folder that is not there.
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: history.folder + "/none/place")
        let (first, second) = (
            ActivityLock(database: history.path), ActivityLock(database: history.path)
        )
        #expect(first.take() == .this && second.take() == .another)
        try FileManager.default.removeItem(atPath: file)
        #expect(second.take() == .another)
        first.release()
        #expect(second.take() == .this)
    }

    @Test func whereThereIsNoFolderNobodyHasIt() {
        #expect(ActivityLock(database: "/no/such/folder/history.sqlite").take() == .nobody)
    }
}
