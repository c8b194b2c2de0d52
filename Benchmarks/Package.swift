// swift-tools-version: 6.2
import PackageDescription

let resonance: [Target.Dependency] = [
    .product(name: "KernelBenchmarks", package: "Resonance"),
    .product(name: "Resonance", package: "Resonance"),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    // By name: the folder of a clone may be called anything.
    dependencies: [.package(name: "Resonance", path: "../")],
    targets: [
        .target(name: "CAllocationCounter"),
        // Detection with its fitting, correction, pacers, follow, coherence: what the reports measure.
        .target(name: "Studies", dependencies: resonance),
        .executableTarget(
            name: "KernelRuns", dependencies: ["CAllocationCounter", "Studies"] + resonance),
        .testTarget(
            name: "StudiesTests", dependencies: ["Studies"] + resonance),
    ],
    swiftLanguageModes: [.v6]
)
