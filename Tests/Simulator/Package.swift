// swift-tools-version: 6.2

import PackageDescription

// The core's tests that need no process of their own, for a simulated iPhone: there a program can start none, and the tests
// of the package would not compile.

/// The library's modules of which something is used.
struct Modules {
  let names: [String]

  var dependencies: [Target.Dependency] { names.map { .product(name: $0, package: "NamespacedDefaults") } }

  /// What a test uses without `@testable`, because it is in the same package, needs this in another one.
  var settings: [SwiftSetting] {
    let options = names.flatMap { ["-Xfrontend", "-testable-import-module", "-Xfrontend", $0] }
    return [.define("UserDefaults"), .unsafeFlags(options)]
  }
}

let support = Modules(names: ["NamespacedDefaults", "NamespacedDefaultsSecrets"])
let core = Modules(
  names: ["", "Audit", "Battery", "Layers", "Migration", "Secrets", "Testing"].map { "NamespacedDefaults" + $0 }
)

let package = Package(
  name: "Simulator",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Simulator", targets: ["TestSupport"])],
  dependencies: [.package(name: "NamespacedDefaults", path: "../..")],
  targets: [
    .target(
      name: "TestSupport",
      dependencies: support.dependencies,
      path: "TestSupport",
      swiftSettings: support.settings
    ),
    .testTarget(
      name: "NamespacedDefaultsTests",
      dependencies: ["TestSupport"] + core.dependencies,
      path: "Core",
      exclude: [
        // What stands on the core.
        "Audit", "Export",
        "Migration/DefaultsMigrationTests.swift",
        "Migration/MigrationConflictTests.swift",
        "Migration/MigrationFaultTests.swift",
        "Migration/MigrationPlanTests.swift",
        "Migration/MigrationProcessTests.swift",
        "Migration/StoreMoveTests.swift",
        // What starts processes, or ends its own.
        "Access/ConcurrentCountTests.swift",
        "Access/DefaultsTests.swift",
        "Access/IsolationTests.swift",
        "Environment/PreviewTests.swift",
        "Keys/AsynchronousChangeTests.swift",
        "Keys/Cache/ReadCacheTests.swift",
        "Keys/Search/SearchOrderTests.swift",
        "Keys/SuspendedChangeTests.swift",
        "Namespacing/KeyCollisionTests.swift",
        "Observation/ObserverModelTests.swift",
        "Observation/OtherProcessTests.swift",
        "Observation/TrackingMemoryTests.swift",
        "Observation/TrackingTests.swift",
        "Stores/File/StoreFile/CompactionTests.swift",
        "Stores/File/StoreFile/DamageTests.swift",
        "Stores/File/StoreFile/DelayedReadTests.swift",
        "Stores/File/StoreFile/DirectIOTests.swift",
        "Stores/File/StoreFile/FailingDiskTests.swift",
        "Stores/File/StoreFile/FaultTests.swift",
        "Stores/File/StoreFile/LockingTests.swift",
        "Stores/File/StoreFile/OverwritingTests.swift",
        "Stores/File/StoreFile/PublicationTests.swift",
        "Stores/File/StoreFile/RemovalTests.swift",
        "Stores/File/StoreFile/ReplacementTests.swift",
        "Stores/File/StoreFile/SynchronizationTests.swift",
        "Stores/File/FileStoreTests.swift",
        "Stores/File/FileWatcherTests.swift",
        "Stores/File/HelperProcess.swift",
        "Stores/File/LinkTests.swift",
        "Stores/File/Log/CompactValueTests.swift",
        "Stores/File/NetworkTests.swift",
        "Stores/File/OtherUsersTests.swift",
        "Stores/File/ProcessTests.swift",
        "Stores/File/StoreLocationTests.swift",
        "Stores/File/TracedProcess.swift",
        "Stores/File/WaitingProcessTests.swift",
        "Stores/LayeredProcessTests.swift",
        "Stores/ReadersProcessTests.swift",
        "Stores/Locks/FreeReaderTests.swift",
        "Stores/Locks/LockOrderTests.swift",
        "Stores/Locks/TransactionTests.swift",
        "Stores/UserDefaults/SuiteNotificationTests.swift",
        "Stores/UserDefaults/UserDefaultsStoreProcessTests.swift",
        "System/GuardedTests.swift",
        "System/PageReserveTests.swift",
        "Values/Notation/ForeignFormatsTests.swift",
      ],
      swiftSettings: core.settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings? += ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
    .map { .enableUpcomingFeature($0) }
}
