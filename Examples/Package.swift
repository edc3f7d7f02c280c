// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "NamespacedDefaults", path: "..")],
  targets: [
    .executableTarget(
      name: "Tour",
      dependencies: [.product(name: "NamespacedDefaults", package: "NamespacedDefaults")]
    ),
    .executableTarget(
      name: "Releases",
      dependencies: [.product(name: "NamespacedDefaults", package: "NamespacedDefaults")]
    ),
    .testTarget(name: "ExamplesTests", dependencies: ["Releases", "Tour"]),
  ],
  swiftLanguageModes: [.v6]
)
