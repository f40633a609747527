#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The processes of a test whose guard was killed, found by the test's nonce in their environment so that none remains.
struct Strays {
  /// The variable that every process of a test carries, unless it removes it.
  static let variable = "HOOKSWITCH_CONFORM_NONCE"

  let nonce: String

  /// Kills all of them, and waits until none is left, for a second at most.
  func kill() {
    for _ in 0..<100 {
      guard killOnce() else { return }
      // They are no children of this process, so no descriptor reports their deaths.
      poll(nil, 0, 10)
    }
  }

  private func killOnce() -> Bool {
    guard let folder = opendir("/proc") else { return false }
    defer { closedir(folder) }
    var found = false
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let process = pid_t(name), isOurs(name) else { continue }
      found = true
      _ = systemKill(process, SIGKILL)
    }
    return found
  }

  private func isOurs(_ process: String) -> Bool {
    let mark = Array("\(Self.variable)=\(nonce)".utf8)
    guard let environment = try? SmallFile.read("/proc/\(process)/environ", limit: 4 << 20) else { return false }
    return environment.split(separator: 0).contains { $0.elementsEqual(mark) }
  }
}

/// `kill` of the C library, under a name that no member hides.
private func systemKill(_ process: pid_t, _ number: Int32) -> Int32 { kill(process, number) }
