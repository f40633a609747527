// swift-tools-version: 6.2
import PackageDescription

// A program of somebody else's: it depends on Hookswitch by path, and wants the host without sound.
let package = Package(
  name: "outside",
  dependencies: [.package(name: "hookswitch", path: "../..")],
  targets: [.executableTarget(name: "Silent", dependencies: [.product(name: "HookswitchCore", package: "hookswitch")])])
