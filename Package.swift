// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "NamespacedDefaults",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "NamespacedDefaults", targets: ["NamespacedDefaults"]),
    .library(name: "NamespacedDefaultsTesting", targets: ["NamespacedDefaultsTesting"]),
  ],
  targets: [
    .target(name: "NamespacedDefaults"),
    .target(name: "NamespacedDefaultsTesting", dependencies: ["NamespacedDefaults"]),
    // Not a product: a process that tests start, limit and kill.
    .executableTarget(name: "StoreProcess", dependencies: ["NamespacedDefaults"], path: "Tests/StoreProcess"),
    .executableTarget(name: "MigrationProcess", dependencies: ["NamespacedDefaults"], path: "Tests/MigrationProcess"),
    .testTarget(
      name: "NamespacedDefaultsTests",
      dependencies: [
        "NamespacedDefaults", "NamespacedDefaultsTesting", "MigrationProcess", "StoreProcess", "UserDefaultsProcess",
      ]
    ),
    .testTarget(
      name: "SourceCompatibilityTests",
      dependencies: ["NamespacedDefaults", "NamespacedDefaultsTesting"]
    ),
    .testTarget(name: "ReadmeTests", dependencies: ["NamespacedDefaults", "NamespacedDefaultsTesting"]),
    .executableTarget(
      name: "UserDefaultsProcess",
      dependencies: ["NamespacedDefaults"],
      path: "Tests/UserDefaultsProcess"
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
    .map { .enableUpcomingFeature($0) }
}
