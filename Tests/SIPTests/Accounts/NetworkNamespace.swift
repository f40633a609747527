import Foundation

/// A network namespace for a test, with its own addresses and routes.
enum NetworkNamespace {
  /// True when the current user may create one.
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
