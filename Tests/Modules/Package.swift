// swift-tools-version: 6.2

import PackageDescription

// An app of two modules and its tests, three times from the same sources: in the Swift 6 mode, in the Swift 5 mode, and
// with everything on the main actor by default. `Modes` has links to the sources, because a folder is of one target.
// `Release` has what must be noticed in a release build too, which is how `.ci/run` builds all of this.

let package = Package(
  name: "Modules",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "NamespacedDefaults", path: "../..")]
)

let library: Target.Dependency = .product(name: "NamespacedDefaults", package: "NamespacedDefaults")
let audit: Target.Dependency = .product(name: "NamespacedDefaultsAudit", package: "NamespacedDefaults")
let testing: Target.Dependency = .product(name: "NamespacedDefaultsTesting", package: "NamespacedDefaults")
let modes: [(name: String, folder: String, setting: SwiftSetting)] = [
  ("", "Sources", .swiftLanguageMode(.v6)),
  ("Swift5", "Modes/Swift5", .swiftLanguageMode(.v5)),
  ("MainActor", "Modes/MainActor", .defaultIsolation(MainActor.self)),
]

for (mode, folder, setting) in modes {
  let (core, feature, operators) = ("Core\(mode)", "Feature\(mode)", "Operators\(mode)")
  // The sources say `import Core` in every mode.
  let aliases = ["Core=\(core)", "Feature=\(feature)", "Operators=\(operators)"].flatMap { ["-module-alias", $0] }
  let settings = [setting, .treatAllWarnings(as: .error)] + (mode.isEmpty ? [] : [.unsafeFlags(aliases)])
  package.targets += [
    .target(name: core, dependencies: [library], path: "\(folder)/Core", swiftSettings: settings),
    .target(name: operators, path: "\(folder)/Operators", swiftSettings: settings),
    .target(
      name: feature,
      dependencies: [.byName(name: core), library],
      path: "\(folder)/Feature",
      swiftSettings: settings
    ),
    .testTarget(
      name: "Modules\(mode)Tests",
      dependencies: [core, feature, operators].map { .byName(name: $0) } + [library, audit, testing],
      path: "\(folder)/Tests",
      swiftSettings: settings
    ),
  ]
}

package.targets.append(
  .testTarget(
    name: "ReleaseTests",
    dependencies: ["Core", "Feature", library, testing],
    path: "Release",
    swiftSettings: [.treatAllWarnings(as: .error)]
  )
)
