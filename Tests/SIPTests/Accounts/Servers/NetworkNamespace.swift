import Foundation

/// A namespace of addresses, routes and processes for a test.
///
/// With a `/proc` of its own: libdispatch reads the state of its threads there, by their numbers in the namespace.
enum NetworkNamespace {
  /// True when the current user may create one.
  static let isThere: Bool = {
    guard PeerProcess.isThere("ip"), PeerProcess.isThere("unshare") else { return false }
    let probe = Process()
    probe.executableURL = URL(filePath: "/usr/bin/env")
    probe.arguments = ["unshare", "-rnpf", "--mount-proc", "ip", "link", "set", "lo", "up"]
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
