import Foundation

/// The folders of the sources and of the build that these tests come from.
enum Tree {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The folder of the one header, which is also a module for Swift.
  static let header = root.appending(path: "Sources/TransportABI/include").path
  /// The folder of the build, which holds the test bundle.
  static let built = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
}
