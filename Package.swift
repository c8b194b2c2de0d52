// swift-tools-version: 6.2
import PackageDescription

/// Optimises the C kernels, and the modules that compute, in debug builds too: tests lead hundreds of
/// simulated people. Only the Makefile sets it: a package that uses `unsafeFlags` cannot be depended on by
/// version, so the flags must not exist for anyone else.
let isFast = Context.environment["RESONANCE_FAST_KERNELS"] == "1"
let fastKernels: [CSetting] = isFast ? [.unsafeFlags(["-O2"])] : []
let fastModules: [SwiftSetting] = isFast ? [.unsafeFlags(["-O"])] : []

/// Turns warnings into errors; only the Makefile sets it, so that a newer compiler's new warning
/// never stops someone else's build.
let isStrict = Context.environment["RESONANCE_STRICT"] == "1"

let kernelSettings: [CSetting] =
    [
        .enableWarning("all"), .enableWarning("extra"), .enableWarning("conversion"),
        .enableWarning("pedantic"), .disableWarning("nullability-extension"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : []) + fastKernels

let swiftSettings: [SwiftSetting] =
    [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// A module that computes, and knows no files.
func numbers(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings + fastModules)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: swiftSettings)
}

let fftw: Target.Dependency = .target(name: "CFFTW", condition: .when(traits: ["FFTW"]))
let dbus: Target.Dependency = .target(name: "CDBus", condition: .when(traits: ["BlueZ"]))

let package = Package(
    name: "Resonance",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Resonance", targets: ["Resonance"]),
        .library(name: "PhysioDSP", targets: ["PhysioDSP"]),
        .library(name: "KernelBenchmarks", targets: ["KernelBenchmarks"]),
        .executable(name: "hrv", targets: ["hrv"]),
    ],
    traits: [
        .trait(
            name: "FFTW",
            description: "Transforms by the system's FFTW (GPL); without it, by our own kernel."),
        .trait(
            name: "BlueZ",
            description: "Heart rate straps through the system's libdbus-1 and BlueZ (Linux)."),
        .default(enabledTraits: ["FFTW"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CFFTW", pkgConfig: "fftw3",
            providers: [.apt(["libfftw3-dev"]), .brew(["fftw"])]),
        .target(
            name: "CPhysioKernels", path: "CKernels", exclude: ["README.md"], sources: ["src"],
            publicHeadersPath: "include", cSettings: kernelSettings),
        numbers("PhysioTypes"),
        numbers("PhysioDSP", ["CPhysioKernels", fftw]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        module("PhysioRecordings", ["PhysioTypes", "CZlib"]),
        .systemLibrary(
            name: "CDBus", pkgConfig: "dbus-1",
            providers: [.apt(["libdbus-1-dev"]), .brew(["dbus"])]),
        module("BluetoothStraps", [dbus]),
        numbers("BeatDetection", ["PhysioTypes", "PhysioDSP", "CPhysioKernels"]),
        numbers("BeatCorrection", ["PhysioTypes", "PhysioDSP"]),
        numbers("HRVFeatures", ["PhysioTypes", "PhysioDSP"]),
        numbers("ResonanceBreathing", ["PhysioTypes", "PhysioDSP", "HRVFeatures"]),
        numbers("PhysioSimulation", ["PhysioTypes", "PhysioDSP"]),
        numbers(
            "HRVPipeline",
            [
                "PhysioTypes", "PhysioDSP", "PhysioRecordings", "BeatDetection", "BeatCorrection",
                "HRVFeatures", "ResonanceBreathing",
            ]),
        module(
            "SessionHistory",
            [
                "PhysioTypes", "ResonanceBreathing",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        module(
            "LiveSession",
            [
                "PhysioTypes", "PhysioRecordings", "HRVPipeline", "ResonanceBreathing",
                "BluetoothStraps", "SessionHistory",
            ]),
        .target(
            name: "SessionDashboard",
            dependencies: [
                "LiveSession", "SessionHistory", "ResonanceBreathing",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            exclude: ["Page"],
            swiftSettings: swiftSettings),
        module("HRVReports", ["PhysioTypes", "HRVFeatures", "ResonanceBreathing"]),
        numbers(
            "KernelBenchmarks",
            [
                "PhysioTypes", "PhysioDSP", "PhysioRecordings", "BeatDetection", "BeatCorrection",
                "HRVFeatures", "ResonanceBreathing", "PhysioSimulation", "HRVReports",
            ]),
        module(
            "Resonance",
            [
                "PhysioTypes", "PhysioDSP", "PhysioRecordings", "BeatDetection", "BeatCorrection",
                "HRVFeatures", "HRVPipeline", "HRVReports", "PhysioSimulation",
                "ResonanceBreathing",
            ]),
        .executableTarget(
            name: "hrv",
            dependencies: [
                "PhysioTypes", "PhysioDSP", "PhysioRecordings", "BeatDetection", "BeatCorrection",
                "HRVFeatures", "HRVPipeline", "HRVReports", "PhysioSimulation", "KernelBenchmarks",
                "ResonanceBreathing", "LiveSession", "BluetoothStraps", "SessionDashboard",
                "SessionHistory",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "TestSupport", path: "Tests/TestSupport",
            swiftSettings: swiftSettings),
        tests("PhysioTypesTests", ["PhysioTypes"]),
        tests("PhysioDSPTests", ["PhysioDSP", "CPhysioKernels"]),
        tests("PhysioRecordingsTests", ["PhysioRecordings", "PhysioTypes"]),
        .testTarget(
            name: "BluetoothStrapsTests", dependencies: ["BluetoothStraps", "TestSupport"],
            exclude: ["StandIn"],
            swiftSettings: swiftSettings),
        tests(
            "BeatDetectionTests",
            [
                "BeatDetection", "PhysioTypes", "PhysioDSP", "PhysioRecordings", "PhysioSimulation",
                "CPhysioKernels",
            ]),
        tests(
            "BeatCorrectionTests",
            ["BeatCorrection", "PhysioTypes", "PhysioDSP", "PhysioSimulation"]),
        tests("HRVFeaturesTests", ["HRVFeatures", "PhysioDSP", "PhysioTypes"]),
        tests(
            "ResonanceBreathingTests",
            [
                "ResonanceBreathing", "BeatCorrection", "HRVFeatures", "PhysioDSP", "PhysioTypes",
                "PhysioSimulation",
            ]),
        tests("PhysioSimulationTests", ["PhysioSimulation", "PhysioDSP", "PhysioTypes"]),
        tests(
            "HRVPipelineTests",
            [
                "HRVPipeline", "BeatDetection", "BeatCorrection", "HRVFeatures", "PhysioDSP",
                "PhysioRecordings", "PhysioSimulation", "PhysioTypes", "ResonanceBreathing",
            ]),
        tests(
            "LiveSessionTests",
            [
                "LiveSession", "HRVPipeline", "PhysioRecordings", "PhysioTypes",
                "ResonanceBreathing", "BluetoothStraps", "SessionHistory",
            ]),
        tests(
            "SessionHistoryTests",
            [
                "SessionHistory", "ResonanceBreathing", "PhysioTypes",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "SessionDashboardTests",
            dependencies: [
                "SessionDashboard", "LiveSession", "SessionHistory", "TestSupport",
                .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            exclude: ["Browser"],
            swiftSettings: swiftSettings),
        tests("HRVReportsTests", ["HRVReports", "HRVFeatures", "PhysioTypes"]),
        tests(
            "KernelBenchmarksTests",
            [
                "KernelBenchmarks", "PhysioDSP", "PhysioSimulation", "HRVReports", "BeatDetection",
                "BeatCorrection", "PhysioRecordings", "PhysioTypes",
            ]),
        tests(
            "hrvTests",
            [
                "hrv", "LiveSession", "HRVPipeline", "PhysioRecordings", "PhysioTypes",
                "ResonanceBreathing", "SessionHistory",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

/// The program that feeds random bytes to readers and detectors. Only `make fuzz` sets this: it links
/// to the fuzzer's loop, which comes with the flags of that build alone.
if Context.environment["RESONANCE_FUZZING"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: ["PhysioRecordings", "BeatDetection", "HRVPipeline", "PhysioTypes"],
            path: "Fuzzing", exclude: ["corpus", "README.md"], swiftSettings: swiftSettings))
}

/// What the package traits change, and its tests, alone: `make test` builds it once more with all traits off.
if Context.environment["RESONANCE_PORTABLE"] == "1" {
    let kept: Set<String> = [
        "CFFTW", "CDBus", "CPhysioKernels", "PhysioTypes", "PhysioDSP", "HRVFeatures",
        "BeatCorrection",
        "ResonanceBreathing", "PhysioSimulation", "BluetoothStraps", "TestSupport",
        "PhysioDSPTests",
        "HRVFeaturesTests", "ResonanceBreathingTests", "BluetoothStrapsTests",
    ]
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { $0.name != "PhysioDSP" }
    package.dependencies.removeAll()
}
