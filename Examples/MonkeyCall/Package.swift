// swift-tools-version: 6.2
import PackageDescription

// The softphone of the article about CallKit, on Linux. It depends on Hookswitch as any package outside does.
let package = Package(
  name: "monkeycall",
  dependencies: [.package(name: "hookswitch", path: "../..")],
  targets: [
    .executableTarget(
      name: "MonkeyCall", dependencies: [.product(name: "Hookswitch", package: "hookswitch")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(name: "MonkeyCallTests", dependencies: ["MonkeyCall", .product(name: "Hookswitch", package: "hookswitch")]),
  ])
