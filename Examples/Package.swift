// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "defaults", targets: ["defaults"])],
  // Without it nothing here needs the whole of Foundation, which makes up most of a static program.
  traits: [
    .trait(name: "UserDefaults", description: "Whatever uses UserDefaults"),
    .trait(name: "Postgres", description: "Stores on a server of PostgreSQL, for which libpq is needed"),
    .default(enabledTraits: ["UserDefaults"]),
  ],
  dependencies: [
    .package(
      name: "NamespacedDefaults",
      path: "..",
      traits: [
        .trait(name: "UserDefaults", condition: .when(traits: ["UserDefaults"])),
        .trait(name: "Postgres", condition: .when(traits: ["Postgres"])),
      ]
    ),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
  ],
  targets: [
    // Also a package of its own, without the packages that others here need; the tests run this build of it.
    .executableTarget(
      name: "Tour",
      dependencies: [.product(name: "NamespacedDefaults", package: "NamespacedDefaults")],
      path: "Tour/Sources"
    ),
    .executableTarget(
      name: "Model",
      dependencies: [.product(name: "NamespacedDefaults", package: "NamespacedDefaults")]
    ),
    .executableTarget(
      name: "Heartbeat",
      dependencies: [
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsAudit", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsLayers", package: "NamespacedDefaults"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .executableTarget(
      name: "Releases",
      dependencies: [
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsAudit", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsMigration", package: "NamespacedDefaults"),
      ]
    ),
    // For Tests/Schema/check.
    .executableTarget(
      name: "SchemaSample",
      dependencies: [
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsAudit", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsLayers", package: "NamespacedDefaults"),
      ]
    ),
    .executableTarget(
      name: "defaults",
      dependencies: [
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsAudit", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsLayers", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsMigration", package: "NamespacedDefaults"),
        .product(
          name: "NamespacedDefaultsPostgres",
          package: "NamespacedDefaults",
          condition: .when(traits: ["Postgres"])
        ),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // The cipher of the guide to keeping secrets.
    .executableTarget(
      name: "Secrets",
      dependencies: [
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsSecrets", package: "NamespacedDefaults"),
        .product(name: "Crypto", package: "swift-crypto"),
      ]
    ),
    // Stores as providers of swift-configuration, and its providers as stores.
    .target(
      name: "ConfigurationInterop",
      dependencies: [
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "Configuration", package: "swift-configuration"),
      ],
      // That package's protocols are declared with it.
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    ),
    // The checks of the app for Swift Playgrounds beside them, which has a manifest of its own.
    .executableTarget(
      name: "SelfTest",
      dependencies: [
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsAudit", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsBattery", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsSecrets", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsSync", package: "NamespacedDefaults"),
      ],
      path: "SelfTest.swiftpm",
      exclude: ["App", "Package.swift"]
    ),
    // What the scripts in Moving make of the samples of the tests.
    .target(
      name: "MovedFromDefaults",
      dependencies: [
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsUI", package: "NamespacedDefaults"),
      ],
      path: "Sources/Moved/FromDefaults"
    ),
    .executableTarget(
      name: "MovedFromSwiftyUserDefaults",
      dependencies: [.product(name: "NamespacedDefaults", package: "NamespacedDefaults")],
      path: "Sources/Moved/FromSwiftyUserDefaults"
    ),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "ConfigurationInterop", "Heartbeat", "Model", "MovedFromDefaults", "MovedFromSwiftyUserDefaults", "Releases",
        "SchemaSample", "Secrets", "SelfTest", "Tour", "defaults",
        .product(name: "ConfigurationTesting", package: "swift-configuration"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsAudit", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsLayers", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsSecrets", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsSync", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsTesting", package: "NamespacedDefaults"),
      ],
      exclude: ["Fixtures"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}
