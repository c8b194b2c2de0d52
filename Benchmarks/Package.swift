// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    // By name: the folder of a clone may be called anything.
    dependencies: [.package(name: "Resonance", path: "../")],
    targets: [
        .target(name: "CAllocationCounter"),
        .executableTarget(
            name: "KernelRuns",
            dependencies: [
                "CAllocationCounter",
                .product(name: "KernelBenchmarks", package: "Resonance"),
                .product(name: "Resonance", package: "Resonance"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
