// swift-tools-version: 6.2

import PackageDescription

// The sources that only Apple's platforms compile, run on Linux: the files themselves, together with fakes that behave as
// Apple documents its classes and calls. README.md says how.

/// Returns the settings of files that are compiled outside of their own module.
///
/// They get what they use of that module, and modules with the names of Apple's. Those are empty: what Apple's have is
/// declared among the fakes, where it comes before what Foundation and the C library have. The compiler would warn that
/// nothing of them is used.
func settings(inside modules: String..., importing others: [String] = []) -> [SwiftSetting] {
  let options = modules.flatMap { ["-testable-import-module", $0] } + others.flatMap { ["-import-module", $0] }
  return [
    .define("UserDefaults"),
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(
      ["-I", "\(Context.packageDirectory)/Modules", "-suppress-warnings"] + options.flatMap { ["-Xfrontend", $0] }
    ),
  ]
}

let library = ["NamespacedDefaults", "NamespacedDefaultsBattery", "NamespacedDefaultsSync"]
  .map { Target.Dependency.product(name: $0, package: "NamespacedDefaults") }

let package = Package(
  name: "AppleFakes",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "NamespacedDefaults", path: "../..")],
  targets: [
    // kqueue(2), whose structure and function have one name, which only C can declare.
    .target(name: "Kernel", path: "Kernel"),
    .testTarget(
      name: "SystemTests",
      dependencies: ["Kernel"] + library,
      path: "System",
      swiftSettings: settings(inside: "NamespacedDefaults", "NamespacedDefaultsSync", importing: ["Kernel"])
    ),
    .testTarget(
      name: "ViewsTests",
      dependencies: library,
      path: "Views",
      swiftSettings: settings(inside: "NamespacedDefaults")
    ),
  ],
  swiftLanguageModes: [.v6]
)
