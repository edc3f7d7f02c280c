// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "NamespacedDefaults", path: "../.."),
    .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CSupport", "NaiveSettings", "Results",
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsLayers", package: "NamespacedDefaults"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .target(name: "CSupport"),
    // A module of its own, for so it would come to a program that uses it.
    .target(name: "NaiveSettings"),
    .target(name: "Results"),
    .executableTarget(name: "Report", dependencies: ["Results"]),
    .executableTarget(
      name: "Instructions",
      dependencies: [
        "CSupport",
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsLayers", package: "NamespacedDefaults"),
      ]
    ),
    .executableTarget(name: "StartUpEmpty"),
    .executableTarget(name: "StartUpUserDefaults"),
    .executableTarget(
      name: "StartUpSetting",
      dependencies: [.product(name: "NamespacedDefaults", package: "NamespacedDefaults")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CSupport" {
  target.swiftSettings = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
    .map { .enableUpcomingFeature($0) }
}
