// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Costs",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(name: "UserDefaults", description: "Programs with the whole of Foundation"),
    .default(enabledTraits: ["UserDefaults"]),
  ],
  dependencies: [
    .package(
      name: "NamespacedDefaults",
      path: "../..",
      traits: [.trait(name: "UserDefaults", condition: .when(traits: ["UserDefaults"]))]
    )
  ],
  targets: [
    .target(name: "Cost"),
    .executableTarget(name: "Empty", dependencies: ["Cost"]),
    .executableTarget(name: "Lines", dependencies: ["Cost"]),
    .executableTarget(
      name: "Setting",
      dependencies: ["Cost", .product(name: "NamespacedDefaults", package: "NamespacedDefaults")]
    ),
    .executableTarget(
      name: "Store",
      dependencies: [.product(name: "NamespacedDefaults", package: "NamespacedDefaults")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
