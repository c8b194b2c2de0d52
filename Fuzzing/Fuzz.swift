import Foundation

/// The target that the fuzzer calls with ever new bytes; the call takes no context, so the target
/// is stored here.
///
/// The environment names it: the fuzzer starts the program anew for each part of a merge, with
/// arguments of its own.
private final class Running: Sendable {
    static let target = FuzzTarget.all.first {
        $0.name == ProcessInfo.processInfo.environment[variable]
    }
    static let variable = "FUZZ_TARGET"
}

/// The fuzzer's loop; it ends when its time is over or the target crashes.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ argumentCount: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private func runTarget(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    Running.target?.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

@main
struct Fuzz {
    private static let usage = """
        usage: FUZZ_TARGET=NAME Fuzz [CORPUS...] [-max_total_time=SECONDS] [other options of libFuzzer]
               Fuzz --list
        targets: \(FuzzTarget.all.map(\.name).joined(separator: " "))

        """

    static func main() {
        if CommandLine.arguments.dropFirst().first == "--list" {
            for target in FuzzTarget.all { print(target.name) }
            exit(0)
        }
        guard Running.target != nil else {
            FileHandle.standardError.write(Data(usage.utf8))
            exit(64)
        }
        let values = CommandLine.arguments
        var pointers: [UnsafeMutablePointer<CChar>?] = values.map { strdup($0) } + [nil]
        var count = CInt(values.count)
        pointers.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            exit(runFuzzer(&count, &start, runTarget))
        }
    }
}
