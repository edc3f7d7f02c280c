// swift-tools-version: 6.2

import AppleProductTypes
import PackageDescription

// The app of the self-test, for Swift Playgrounds and for Xcode, which open this directory without a project file.
// `swift run --package-path Examples SelfTest` runs the same checks on a Mac or on Linux, by the manifest in `..`. This
// manifest was written from Apple's documentation, and nobody has opened it yet. It needs Swift 6.2, as the library does.
//
// On a Mac, open it in a clone of the repository: the library is the one around it. An iPad has no such place. Copy this
// directory there, and put `.package(url: "…/NamespacedDefaults.git", from: "0.1.0")` in the place of the path.

let package = Package(
  name: "SelfTest",
  platforms: [.iOS(.v18)],
  products: [
    .iOSApplication(
      name: "SelfTest",
      targets: ["AppModule"],
      bundleIdentifier: "org.namespaceddefaults.SelfTest",
      displayVersion: "1.0",
      bundleVersion: "1",
      supportedDeviceFamilies: [.pad, .phone],
      supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight]
    )
  ],
  dependencies: [.package(name: "NamespacedDefaults", path: "../..")],
  targets: [
    .executableTarget(
      name: "AppModule",
      dependencies: [
        .product(name: "NamespacedDefaults", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsAudit", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsBattery", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsSecrets", package: "NamespacedDefaults"),
        .product(name: "NamespacedDefaultsSync", package: "NamespacedDefaults"),
      ],
      path: ".",
      sources: ["App", "Checks"]
    )
  ],
  swiftLanguageModes: [.v6]
)
