import CResonance
import LiveProtocol
import Resonance

/// A conversation that the caller holds by a pointer.
private final class HeldConversation {
    var conversation: LiveConversation

    init(_ conversation: consuming LiveConversation) { self.conversation = conversation }
}

@_cdecl("rsn_live_open")
public func rsnLiveOpen(
    _ options: UnsafePointer<CChar>?, _ live: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    do throws(CallFailure) {
        guard let live else { throw .usage("live is where the session goes: it may not be NULL") }
        let call = Call(options: options, cancel: nil, schema: nil, rows: nil, error: error)
        let text = try call.optionText()
        let conversation: LiveConversation
        do throws(OptionError) {
            conversation = try LiveConversation(json: text)
        } catch {
            throw .usage(error.text)
        }
        let held = Unmanaged.passRetained(HeldConversation(conversation))
        live.pointee = OpaquePointer(held.toOpaque())
        return RSN_OK
    } catch let failure {
        error?.pointee = ArrowMemory.text(failure.text)
        return failure.status
    }
}

@_cdecl("rsn_live_push")
public func rsnLivePush(
    _ live: OpaquePointer?, _ lines: UnsafePointer<CChar>?, _ count: Int64,
    _ replies: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    do throws(CallFailure) {
        guard let live, let replies else {
            throw .usage("neither the session nor the place of the replies may be NULL")
        }
        guard let count = Int(exactly: count), count >= 0 else {
            throw .usage("the number of bytes is \(count): it is a number from 0 on")
        }
        let held = Unmanaged<HeldConversation>.fromOpaque(UnsafeRawPointer(live))
            .takeUnretainedValue()
        let text: String
        if let lines {
            let bytes = UnsafeRawBufferPointer(start: lines, count: count)
            text = held.conversation.push(Array(bytes))
        } else {
            text = held.conversation.finish()
        }
        replies.pointee = ArrowMemory.text(text)
        return RSN_OK
    } catch let failure {
        error?.pointee = ArrowMemory.text(failure.text)
        return failure.status
    }
}

@_cdecl("rsn_live_close")
public func rsnLiveClose(_ live: OpaquePointer?) {
    guard let live else { return }
    Unmanaged<HeldConversation>.fromOpaque(UnsafeRawPointer(live)).release()
}
