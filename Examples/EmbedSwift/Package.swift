// swift-tools-version: 6.2
import PackageDescription

// A package outside Hookswitch. Yours names a URL and a version in the place of the path.
let package = Package(
  name: "embed-swift",
  dependencies: [.package(name: "hookswitch", path: "../..")],
  targets: [.executableTarget(name: "EmbedSwift", dependencies: [.product(name: "Hookswitch", package: "hookswitch")])])
