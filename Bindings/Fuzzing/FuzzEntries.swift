import CResonance
import Entries

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The fuzzer's loop; it ends when its time is over or a call crashes.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ argumentCount: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Every function of the C library with ever new arguments. The environment names it by FUZZ_TARGET.
@main
struct FuzzEntries {
    private static let target = getenv("FUZZ_TARGET").map { String(cString: $0) }
        .flatMap { EntryTarget.all[$0] }

    static func main() {
        if CommandLine.arguments.dropFirst().first == "--list" {
            for name in EntryTarget.all.keys.sorted() { print(name) }
            exit(0)
        }
        guard target != nil else {
            print("FUZZ_TARGET is one of \(EntryTarget.all.keys.sorted().joined(separator: " "))")
            exit(64)
        }
        let values = CommandLine.arguments
        var pointers: [UnsafeMutablePointer<CChar>?] = values.map { strdup($0) } + [nil]
        var count = CInt(values.count)
        pointers.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            exit(
                runFuzzer(&count, &start) { bytes, count in
                    FuzzEntries.target?(
                        Arguments(UnsafeBufferPointer(start: bytes, count: count)))
                    return 0
                })
        }
    }
}
