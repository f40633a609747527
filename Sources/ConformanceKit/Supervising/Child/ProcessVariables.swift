#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The environment of this process.
enum ProcessVariables {
  /// All variables, read once, since the kit never changes them.
  static let current: [String: String] = {
    var variables: [String: String] = [:]
    // /proc is read because `environ` is a C global without synchronisation.
    guard let environment = try? SmallFile.read("/proc/self/environ", limit: 4 << 20) else { return [:] }
    for entry in environment.split(separator: 0) {
      let parts = entry.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self) }
    }
    return variables
  }()
}
