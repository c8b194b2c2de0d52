import CResonance
import Resonance

/// The reason that a call gives no table.
enum CallFailure: Error {
    /// An argument or an option is wrong.
    case usage(String)
    case cancelled

    var status: Int32 {
        switch self {
        case .usage: RSN_USAGE
        case .cancelled: RSN_CANCELLED
        }
    }

    /// `{"code": ..., "message": ...}`
    var text: String {
        let (code, message) =
            switch self {
            case .usage(let message): ("usage", message)
            case .cancelled: ("cancelled", "the call was cancelled")
            }
        return OrderedJSON.object([("code", .text(code)), ("message", .text(message))]).compactText
    }
}

/// The last arguments of a call that gives a table.
struct Call {
    let options: UnsafePointer<CChar>?
    let cancel: UnsafePointer<Int32>?
    let schema: UnsafeMutablePointer<ArrowSchema>?
    let rows: UnsafeMutablePointer<ArrowArray>?
    let error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

    /// Does the work, and hands over the table or the failure.
    func give(_ work: () throws(CallFailure) -> ColumnTable) -> Int32 {
        do throws(CallFailure) {
            guard let schema, let rows else {
                throw .usage("schema and rows are where the table goes: neither may be NULL")
            }
            try work().export(schema, rows)
            return RSN_OK
        } catch {
            self.error?.pointee = ArrowMemory.text(error.text)
            return error.status
        }
    }

    /// The options, without those that say how the work is done.
    func optionText() throws(CallFailure) -> String? {
        guard let options else { return nil }
        guard let text = String(validatingCString: options) else {
            throw .usage("the options are no UTF-8")
        }
        return text
    }

    /// - Throws: where another thread wants the call to end.
    func checkCancelled() throws(CallFailure) {
        if cancelFlag.isRaised { throw .cancelled }
    }

    var cancelFlag: CancelFlag { CancelFlag(address: cancel) }
}

/// The number that another thread writes to end a call.
///
/// It is only read here, and anew each time; the caller keeps it until the call has ended.
struct CancelFlag: @unchecked Sendable {
    let address: UnsafePointer<Int32>?

    var isRaised: Bool { address.map { $0.pointee != 0 } ?? false }
}
