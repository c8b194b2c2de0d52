import Foundation

/// What the fuzzer calls with ever new bytes; it takes no context, so the target is kept here.
private final class Running: Sendable {
    static let target = FuzzTarget.all.first { $0.name == CommandLine.arguments.dropFirst().first }
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
        usage: Fuzz TARGET [CORPUS...] [-max_total_time=SECONDS] [other options of libFuzzer]
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
        // The fuzzer sees the arguments without the target's name.
        let values = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
        var pointers: [UnsafeMutablePointer<CChar>?] = values.map { strdup($0) } + [nil]
        var count = CInt(values.count)
        pointers.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            exit(runFuzzer(&count, &start, runTarget))
        }
    }
}
