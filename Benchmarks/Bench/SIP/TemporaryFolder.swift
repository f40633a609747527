import FoundationEssentials
import Glibc

/// Where a program leaves its files while it is measured.
struct TemporaryFolder {
  let path: String

  init() throws {
    var name = Array((FileManager.default.temporaryDirectory.path + "/hookswitch-bench-XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else { throw TrafficError("no temporary folder can be made: errno \(errno)") }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  func text(_ name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }

  /// The text of the first file whose name has this end; empty where there is none.
  func text(ofNameEndingIn end: String) -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.first { $0.hasSuffix(end) }.map { text($0) } ?? ""
  }
}
