internal import Glibc

/// The report of a lost process, for people: names and numbers, and nothing of any call.
struct CrashReport: Hashable, Sendable {
  var reason: String
  var library: String
  var transports: [String]
  var frames: [String]
  var crossings: [String]
  /// The last lines that the process has printed.
  var output: String
  /// Its memory in its last beat, in bytes; 0 when none has come.
  var memory: UInt64

  /// The report as a file has it.
  var text: String {
    """
    reason: \(reason)
    library: \(library)
    transports: \(transports.joined(separator: " "))
    memory: \(memory >> 10) KB
    frames (addresses that may be stale are among them):
    \(Self.list(frames))
    last orders (>) and words (<):
    \(Self.list(crossings))
    last output:
    \(output)

    """
  }

  private static func list(_ lines: [String]) -> String { lines.isEmpty ? "  none" : lines.map { "  " + $0 }.joined(separator: "\n") }
}

/// The folder of the crash reports: the newest 20 are kept, and only the user can read them.
package struct CrashFolder: Hashable, Sendable {
  private static let most = 20
  private static let ending = ".txt"

  /// The folder's path.
  package let path: String

  /// Names a folder, which is made with the first report.
  package init(path: String) { self.path = path }

  /// `$XDG_STATE_HOME/hookswitch/crashes`; nil where the user has no such folder.
  package static var standard: CrashFolder? { UserFolders.standard.state.map { CrashFolder(path: $0 + "/hookswitch/crashes") } }

  /// The time since 1970, in milliseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  /// Writes a report, and removes the oldest.
  func write(_ report: CrashReport, at milliseconds: UInt64) {
    makeFolders()
    let name = Self.name(of: report.transports.first ?? report.library, at: milliseconds)
    // A new file: an existing one, or a link, is not followed.
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    var rest = Array(report.text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    close(file)
    removeOldest()
  }

  /// The name of a report's file, safe for any id; names sort by time within an id.
  static func name(of id: String, at milliseconds: UInt64) -> String {
    let plain = id.utf8.prefix(80).map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        byte
      default: UInt8(ascii: "_")
      }
    }
    let word = String(decoding: plain, as: UTF8.self)
    let safe = word.isEmpty || word.hasPrefix(".") ? "_" + word : word
    return "\(safe)-\(milliseconds)\(ending)"
  }

  private func makeFolders() {
    var place = ""
    for part in path.split(separator: "/") {
      place += "/" + part
      mkdir(place, 0o700)
    }
  }

  /// Removes all but the newest reports.
  private func removeOldest() {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    var found: [(time: UInt64, name: String)] = []
    while let entry = readdir(folder) {
      // In place: an entry is shorter than its type, so a copy would read beyond it.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasSuffix(Self.ending), let dash = name.lastIndex(of: "-") else { continue }
      guard let time = UInt64(name[name.index(after: dash)...].dropLast(Self.ending.count)) else { continue }
      found.append((time, name))
    }
    for report in found.sorted(by: { $0.time < $1.time }).dropLast(Self.most) { unlink(path + "/" + report.name) }
  }
}
