import Foundation

/// A network of a test's own, with addresses and routes as it likes.
enum NetworkNamespace {
  /// Whether whoever runs the tests may make one.
  static let isThere: Bool = {
    guard PeerProcess.isThere("ip"), PeerProcess.isThere("unshare") else { return false }
    let probe = Process()
    probe.executableURL = URL(filePath: "/usr/bin/env")
    probe.arguments = ["unshare", "-rn", "ip", "link", "set", "lo", "up"]
    probe.standardError = FileHandle.nullDevice
    do {
      try probe.run()
      probe.waitUntilExit()
      return probe.terminationStatus == 0
    } catch {
      return false
    }
  }()
}
