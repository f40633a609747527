// swift-tools-version: 6.2
import PackageDescription

/// The folder of TransportKit: share/hookswitch after `make install` of Hookswitch, or Hookswitch's own sources.
let sources = Context.environment["HOOKSWITCH_SOURCES"] ?? "@HOOKSWITCH@"

let package = Package(
  name: "@NAME@",
  products: [.library(name: "directory", type: .dynamic, targets: ["Numbers"])],
  dependencies: [.package(name: "hookswitch", path: sources)],
  targets: [
    .target(
      name: "Numbers", dependencies: [.product(name: "TransportKit", package: "hookswitch")], path: "Sources",
      linkerSettings: [
        // Includes the Swift runtime, so that the plugin runs with any Swift version or none.
        .unsafeFlags(["-static-stdlib", "-Xlinker", "-z", "-Xlinker", "defs"]),
        // Swift code can never be unmapped.
        .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "nodelete"]),
        .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/exports.map"]),
      ])
  ]
)
