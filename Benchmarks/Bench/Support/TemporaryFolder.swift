import FoundationEssentials
import Glibc

/// A temporary folder for the files of a measured program.
struct TemporaryFolder {
  let path: String

  init() throws {
    var name = Array((FileManager.default.temporaryDirectory.path + "/hookswitch-bench-XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else { throw TrafficError("cannot create a temporary folder: errno \(errno)") }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  func text(_ name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }

  /// Returns the text of the first file whose name ends so; empty when there is none.
  func text(ofNameEndingIn end: String) -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.first { $0.hasSuffix(end) }.map { text($0) } ?? ""
  }
}
