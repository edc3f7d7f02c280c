// swift-tools-version: 6.2

import PackageDescription

// The core, with atomics and locks that follow the memory model of C11, and not the processor's. README.md says how.

let library: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "MemoryOrder",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Words", path: "Words"),
    .target(
      name: "MemoryModel",
      dependencies: ["Words"],
      path: "MemoryModel",
      swiftSettings: [.enableExperimentalFeature("RawLayout")]
    ),
    .target(name: "NamespacedDefaultsPlatform", path: "Platform"),
    .target(name: "NamespacedDefaultsFoundation", path: "Foundation"),
    .target(
      name: "NamespacedDefaults",
      dependencies: ["MemoryModel", "NamespacedDefaultsFoundation", "NamespacedDefaultsPlatform"],
      path: "Core",
      exclude: ["Library/README.md", "Library/PrivacyInfo.xcprivacy", "Library/NamespacedDefaults.docc"],
      swiftSettings: library + [
        .unsafeFlags(["-module-alias", "Synchronization=MemoryModel", "-suppress-warnings"])
      ]
    ),
    .testTarget(name: "MemoryOrderTests", dependencies: ["MemoryModel", "NamespacedDefaults"], path: "Tests"),
  ],
  swiftLanguageModes: [.v6]
)
