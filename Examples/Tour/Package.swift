// swift-tools-version: 6.2

import PackageDescription

// A package as a user's would be. The package of the examples builds the same sources, and tests the program.

let package = Package(
  name: "Tour",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "NamespacedDefaults", path: "../..")],
  targets: [
    .executableTarget(
      name: "Tour",
      dependencies: [.product(name: "NamespacedDefaults", package: "NamespacedDefaults")],
      path: "Sources"
    )
  ]
)
