import Foundation
import Glibc

/// Compiles `Fixtures/transport.c` into separate folders, which are deleted with the object.
final class Workshop: Sendable {
  let folder: String

  init() throws {
    // Only the user may write to a trusted file's folders, except to sticky ones.
    folder = NSTemporaryDirectory() + "hookswitch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static var sources: String { URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path }

  /// Compiles a transport with `-D` for each of `defines`; returns its path.
  ///
  /// - Parameter source: the name of its file in `Fixtures`.
  @discardableResult
  func compile(
    _ name: String = "fixture", defines: [String] = ["NOTE"], flags: [String] = [], source: String = "transport"
  ) throws -> String {
    let path = "\(folder)/\(name).so"
    let header = URL(fileURLWithPath: Self.sources).deletingLastPathComponent().deletingLastPathComponent().path
    let arguments =
      ["cc", "-shared", "-fPIC", "-o", path, "-I\(header)/Sources/TransportABI/include"] + defines.map { "-D\($0)" } + flags
      + ["\(Self.sources)/Fixtures/\(source).c", "-lpthread"]
    // Uses posix_spawn, since the sanitizer reports Process's bookkeeping as a leak.
    var child: pid_t = 0
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var status: CInt = -1
    guard posix_spawnp(&child, "cc", nil, nil, &pointers, environ) == 0, waitpid(child, &status, 0) == child, status == 0 else {
      throw Failure(text: "cc failed for \(defines) \(flags)")
    }
    return path
  }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    return "\(folder)/\(name)"
  }

  struct Failure: Error {
    var text: String
  }
}

/// A manifest that agrees with the fixture, with members changed, added or (nil) removed.
func manifest(_ changes: [String: Any?] = [:]) -> String {
  var members: [String: Any] = [
    "hookswitch-manifest": 1, "id": "org.example.fixture", "name": "Fixture", "version": "1.2.0", "library": "fixture.so",
    "abi": ["major": 1, "minor": 0],
  ]
  for (name, value) in changes { members[name] = value }
  for (name, value) in changes where value == nil { members[name] = nil }
  guard let data = try? JSONSerialization.data(withJSONObject: members, options: [.sortedKeys]) else { return "" }
  return String(decoding: data, as: UTF8.self)
}
