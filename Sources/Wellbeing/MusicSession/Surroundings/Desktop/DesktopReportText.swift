import Foundation
import MusicSelection

/// The report of the desktop that a file or a program of the person's gives: one object of JSON.
///
/// All members may be missing or null: `focus`, `app`, `category` (text), `meeting` (true or false), `idle_s` (s, 0 or
/// more), `motion` (`still`, `moving`, `vehicle`). Others are ignored.
enum DesktopReportText {
    /// The reason that a report is ignored.
    enum Failure: Error, Equatable {
        case tooLong
        case unreadable
    }

    /// Longer reports are ignored; bytes.
    static let maxByteCount = 65_536
    /// Longer names are cut; characters.
    private static let maxNameLength = 256

    private struct Members: Decodable {
        var focus: String?
        var app: String?
        var category: String?
        var meeting: Bool?
        var idleSeconds: Double?
        var motion: String?

        private enum CodingKeys: String, CodingKey {
            case focus, app, category, meeting, motion
            case idleSeconds = "idle_s"
        }
    }

    /// - Parameter now: s since 1970, UTC.
    static func read(_ bytes: [UInt8], nowSeconds now: Double) throws(Failure) -> DesktopReport {
        guard bytes.count <= maxByteCount else { throw .tooLong }
        guard let members = try? JSONDecoder().decode(Members.self, from: Data(bytes)) else {
            throw .unreadable
        }
        let motion = members.motion.flatMap(Motion.init(rawValue:))
        let idle = members.idleSeconds ?? 0
        guard (motion == nil) == (members.motion == nil), idle >= 0, idle.isFinite else {
            throw .unreadable
        }
        func name(_ text: String?) -> String? {
            text.flatMap { $0.isEmpty ? nil : String($0.prefix(maxNameLength)) }
        }
        return DesktopReport(
            timeSeconds: now, focus: name(members.focus), app: name(members.app),
            category: name(members.category), isInMeeting: members.meeting,
            idleSeconds: members.idleSeconds, motion: motion)
    }
}
