public import PhysioDSP
import PhysioTypes

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The conditions that figures depend on besides the code.
public struct BenchmarkEnvironment: Sendable, Equatable {
    public var toolkitVersion: String
    /// Model name of the processor, or its architecture where the system does not report it.
    public var processor: String
    /// The best instructions in use.
    public var instructions: InstructionSet
    /// The transform that the build uses.
    public var transform: String
    /// Version of the Swift compiler.
    public var compilerVersion: String
    /// `release` or `debug`.
    public var configuration: String

    /// The environment of this process, on this machine.
    public static var current: BenchmarkEnvironment {
        BenchmarkEnvironment(
            toolkitVersion: ToolkitVersion.current, processor: processorName ?? architecture,
            instructions: .inUse, transform: RealFFT.implementationName,
            compilerVersion: compilerName,
            configuration: configurationName)
    }

    private static var compilerName: String {
        #if compiler(>=6.4)
            "Swift 6.4 or later"
        #elseif compiler(>=6.3)
            "Swift 6.3"
        #else
            "Swift 6.2"
        #endif
    }

    private static var configurationName: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86-64"
        #elseif arch(arm64)
            "arm64"
        #else
            "unknown"
        #endif
    }

    #if canImport(Darwin)
        private static var processorName: String? {
            var length = 0
            let key = "machdep.cpu.brand_string"
            guard sysctlbyname(key, nil, &length, nil, 0) == 0, length > 1 else { return nil }
            var name = [UInt8](repeating: 0, count: length)
            guard sysctlbyname(key, &name, &length, nil, 0) == 0 else { return nil }
            return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        }
    #else
        private static var processorName: String? {
            guard let file = fopen("/proc/cpuinfo", "r") else { return nil }
            defer { fclose(file) }
            var text = [UInt8](repeating: 0, count: 4096)
            let count = fread(&text, 1, text.count, file)
            return modelName(inCPUInfo: String(decoding: text.prefix(count), as: UTF8.self))
        }
    #endif

    /// The value of the first line `model name : value`.
    static func modelName(inCPUInfo text: String) -> String? {
        for line in text.split(separator: "\n") where line.hasPrefix("model name") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = parts[1].drop { $0 == " " }
            return name.isEmpty ? nil : String(name)
        }
        return nil
    }
}
