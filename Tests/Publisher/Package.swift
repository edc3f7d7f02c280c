// swift-tools-version: 6.2

import PackageDescription

// The publisher of NamespacedDefaultsUI, run on Linux: the file itself, compiled against OpenCombine, which has Combine's
// API, in a module that is called Combine.

let package = Package(
  name: "Publisher",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "NamespacedDefaults", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(name: "Combine", dependencies: ["OpenCombine"]),
    .target(
      name: "Publisher",
      dependencies: ["Combine", .product(name: "NamespacedDefaults", package: "NamespacedDefaults")],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault"), .treatAllWarnings(as: .error)]
    ),
    .testTarget(name: "PublisherTests", dependencies: ["Publisher"], path: "Sources/PublisherTests"),
  ]
)
