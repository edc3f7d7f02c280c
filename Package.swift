// swift-tools-version: 6.2

import PackageDescription

// The App Store wants the manifest in the product. Elsewhere a resource would be a bundle that nobody needs.
#if os(macOS)
  let privacyManifest: (excluded: [String], resources: [Resource]) = ([], [.copy("PrivacyInfo.xcprivacy")])
#else
  let privacyManifest: (excluded: [String], resources: [Resource]) = (["PrivacyInfo.xcprivacy"], [])
#endif

let package = Package(
  name: "NamespacedDefaults",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "NamespacedDefaults", targets: ["NamespacedDefaults"]),
    .library(name: "NamespacedDefaultsMigration", targets: ["NamespacedDefaultsMigration"]),
    .library(name: "NamespacedDefaultsAudit", targets: ["NamespacedDefaultsAudit"]),
    .library(name: "NamespacedDefaultsLayers", targets: ["NamespacedDefaultsLayers"]),
    // Without its trait it declares nothing.
    .library(name: "NamespacedDefaultsPostgres", targets: ["NamespacedDefaultsPostgres"]),
    .library(name: "NamespacedDefaultsSecrets", targets: ["NamespacedDefaultsSecrets"]),
    .library(name: "NamespacedDefaultsSync", targets: ["NamespacedDefaultsSync"]),
    .library(name: "NamespacedDefaultsUI", targets: ["NamespacedDefaultsUI"]),
    .library(name: "NamespacedDefaultsBattery", targets: ["NamespacedDefaultsBattery"]),
    .library(name: "NamespacedDefaultsTesting", targets: ["NamespacedDefaultsTesting"]),
  ],
  traits: [
    .trait(
      name: "UserDefaults",
      description: "UserDefaultsStore, archived objects and CGFloat: what needs the whole of Foundation"
    ),
    .trait(
      name: "Postgres",
      description: "PostgresStore, which needs the C library libpq of PostgreSQL"
    ),
    .default(enabledTraits: ["UserDefaults"]),
  ],
  targets: [
    .target(name: "NamespacedDefaultsPlatform"),
    .target(name: "NamespacedDefaultsFoundation"),
    .target(
      name: "NamespacedDefaults",
      dependencies: ["NamespacedDefaultsFoundation", "NamespacedDefaultsPlatform"],
      exclude: ["README.md"] + privacyManifest.excluded,
      resources: privacyManifest.resources
    ),
    .target(name: "NamespacedDefaultsMigration", dependencies: ["NamespacedDefaults", "NamespacedDefaultsFoundation"]),
    .target(
      name: "NamespacedDefaultsAudit",
      dependencies: ["NamespacedDefaults", "NamespacedDefaultsFoundation", "NamespacedDefaultsMigration"]
    ),
    .target(name: "NamespacedDefaultsLayers", dependencies: ["NamespacedDefaults", "NamespacedDefaultsFoundation"]),
    .systemLibrary(
      name: "CPostgres",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .target(
      name: "NamespacedDefaultsPostgres",
      dependencies: [
        "NamespacedDefaults", "NamespacedDefaultsFoundation", "NamespacedDefaultsPlatform",
        .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
      ]
    ),
    .target(name: "NamespacedDefaultsSecrets", dependencies: ["NamespacedDefaults", "NamespacedDefaultsFoundation"]),
    .target(name: "NamespacedDefaultsSync", dependencies: ["NamespacedDefaults", "NamespacedDefaultsFoundation"]),
    // Where there is neither SwiftUI nor Combine it declares nothing public.
    .target(name: "NamespacedDefaultsUI", dependencies: ["NamespacedDefaults"]),
    // Without Swift Testing, which apps cannot link.
    .target(name: "NamespacedDefaultsBattery", dependencies: ["NamespacedDefaults", "NamespacedDefaultsFoundation"]),
    .target(name: "NamespacedDefaultsTesting", dependencies: ["NamespacedDefaults", "NamespacedDefaultsBattery"]),
    // Not products: what the tests of several targets use, and processes that tests start, limit and kill.
    .target(
      name: "TestSupport",
      dependencies: ["NamespacedDefaults", "NamespacedDefaultsSecrets"],
      path: "Tests/TestSupport"
    ),
    .executableTarget(
      name: "StoreProcess",
      dependencies: ["NamespacedDefaults", "NamespacedDefaultsLayers", "NamespacedDefaultsPlatform"],
      path: "Tests/StoreProcess"
    ),
    .executableTarget(
      name: "MigrationProcess",
      dependencies: ["NamespacedDefaults", "NamespacedDefaultsMigration", "NamespacedDefaultsPlatform"],
      path: "Tests/MigrationProcess"
    ),
    .testTarget(
      name: "NamespacedDefaultsTests",
      dependencies: [
        "NamespacedDefaults", "NamespacedDefaultsAudit", "NamespacedDefaultsLayers", "NamespacedDefaultsMigration",
        "NamespacedDefaultsSecrets", "NamespacedDefaultsTesting", "TestSupport", "MigrationProcess", "StoreProcess",
        "UserDefaultsProcess",
      ]
    ),
    .testTarget(
      name: "NamespacedDefaultsLayersTests",
      dependencies: [
        "NamespacedDefaults", "NamespacedDefaultsAudit", "NamespacedDefaultsLayers", "NamespacedDefaultsMigration",
        "NamespacedDefaultsSync", "NamespacedDefaultsTesting", "TestSupport", "StoreProcess",
      ]
    ),
    .executableTarget(
      name: "PostgresProcess",
      dependencies: ["NamespacedDefaults", "NamespacedDefaultsPostgres", "NamespacedDefaultsSecrets", "TestSupport"],
      path: "Tests/PostgresProcess"
    ),
    .testTarget(
      name: "NamespacedDefaultsPostgresTests",
      dependencies: [
        "NamespacedDefaults", "NamespacedDefaultsLayers", "NamespacedDefaultsPostgres", "NamespacedDefaultsSecrets",
        "NamespacedDefaultsTesting", "TestSupport", "PostgresProcess",
      ]
    ),
    .executableTarget(
      name: "SecretsProcess",
      dependencies: ["NamespacedDefaults", "NamespacedDefaultsLayers", "NamespacedDefaultsSecrets", "TestSupport"],
      path: "Tests/SecretsProcess"
    ),
    .testTarget(
      name: "NamespacedDefaultsSecretsTests",
      dependencies: [
        "NamespacedDefaults", "NamespacedDefaultsLayers", "NamespacedDefaultsMigration", "NamespacedDefaultsSecrets",
        "NamespacedDefaultsTesting", "TestSupport", "SecretsProcess",
      ]
    ),
    .testTarget(
      name: "NamespacedDefaultsSyncTests",
      dependencies: [
        "NamespacedDefaults", "NamespacedDefaultsAudit", "NamespacedDefaultsLayers", "NamespacedDefaultsMigration",
        "NamespacedDefaultsSync", "NamespacedDefaultsTesting", "TestSupport",
      ]
    ),
    .testTarget(name: "NamespacedDefaultsUITests", dependencies: ["NamespacedDefaults", "NamespacedDefaultsUI"]),
    .testTarget(
      name: "SourceCompatibilityTests",
      dependencies: [
        "NamespacedDefaults", "NamespacedDefaultsAudit", "NamespacedDefaultsLayers", "NamespacedDefaultsMigration",
        "NamespacedDefaultsPostgres", "NamespacedDefaultsSecrets", "NamespacedDefaultsSync", "NamespacedDefaultsUI",
        "NamespacedDefaultsBattery", "NamespacedDefaultsTesting",
      ]
    ),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "NamespacedDefaults", "NamespacedDefaultsAudit", "NamespacedDefaultsLayers", "NamespacedDefaultsMigration",
        "NamespacedDefaultsPostgres", "NamespacedDefaultsSecrets", "NamespacedDefaultsSync",
        "NamespacedDefaultsTesting", "NamespacedDefaultsUI",
      ]
    ),
    .executableTarget(
      name: "UserDefaultsProcess",
      dependencies: ["NamespacedDefaults"],
      path: "Tests/UserDefaultsProcess"
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
    .map { .enableUpcomingFeature($0) }
  // Where there is `UserDefaults`, the trait changes nothing: a package manager that drops traits must not change the
  // default store of an app.
  target.swiftSettings?.append(
    .define("UserDefaults", .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]))
  )
}
