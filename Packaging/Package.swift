// swift-tools-version: 6.2
import PackageDescription

// TransportKit alone, as `make install` puts it into share/hookswitch. A transport written in Swift depends on it by path; `hookswitch new transport
// --language swift` writes such a package. It needs no system library.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "hookswitch",
  products: [.library(name: "TransportKit", targets: ["TransportKit", "TransportABI"])],
  targets: [
    .target(name: "TransportABI"),
    .target(name: "CThreadSanitizer"),
    .target(name: "Locking", dependencies: ["CThreadSanitizer"], swiftSettings: strict),
    .target(name: "StrictJSON", swiftSettings: strict),
    .target(name: "TransportKit", dependencies: ["StrictJSON", "TransportABI", "Locking"], swiftSettings: strict),
  ]
)
