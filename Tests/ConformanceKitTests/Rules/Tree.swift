import Foundation

/// Where the sources are from which these tests were built, and what came of the build.
enum Tree {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The one header's folder, which is also a module for Swift.
  static let header = root.appending(path: "Sources/TransportABI/include").path
  /// The folder with everything that was built: the test bundle lies there.
  static let built = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
}
