import FoundationEssentials
import Glibc

/// The memory of this process.
enum Memory {
  /// The resident size, in MiB.
  static var resident: Int {
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) >> 20 : 0
  }
}
