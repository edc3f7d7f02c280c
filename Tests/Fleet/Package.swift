// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Fleet",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "NamespacedDefaults", path: "../..", traits: ["Postgres"])],
  targets: [
    // For the clients that poll, which use libpq and nothing of the library.
    .systemLibrary(name: "CPostgresClient", pkgConfig: "libpq"),
    .executableTarget(
      name: "Fleet",
      dependencies: [
        "CPostgresClient",
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsPostgres", package: "NamespacedDefaults"),
      ],
      swiftSettings: ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
        .map { .enableUpcomingFeature($0) }
    ),
  ],
  swiftLanguageModes: [.v6]
)
