// swift-tools-version: 6.2
import PackageDescription

/// Where TransportKit is: what `make install` of Hookswitch left in share/hookswitch, or Hookswitch's own sources.
let sources = Context.environment["HOOKSWITCH_SOURCES"] ?? "@HOOKSWITCH@"

let package = Package(
  name: "@NAME@",
  products: [.library(name: "transport", type: .dynamic, targets: ["Network"])],
  dependencies: [.package(name: "hookswitch", path: sources)],
  targets: [
    .target(
      name: "Network", dependencies: [.product(name: "TransportKit", package: "hookswitch")], path: "Sources",
      linkerSettings: [
        // The runtime inside: the plugin runs in any host, whatever Swift that was built with, or none.
        .unsafeFlags(["-static-stdlib", "-Xlinker", "-z", "-Xlinker", "defs"]),
        // Swift code can never be unmapped.
        .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "nodelete"]),
        .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/exports.map"]),
      ])
  ]
)
