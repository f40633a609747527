import Foundation

/// A folder with Loopback as it was built with these tests, Mock PSTN beside it where that is wanted, and with the example in C, built here by the system's compiler.
struct TransportFolder {
  let path: String

  /// One for all tests of this process; the system's folder for temporary files forgets it.
  static let shared = Result { try TransportFolder() }

  /// A folder of its own, for a test that changes something in it.
  init(plugins: [String] = ["Loopback"]) throws {
    let files = FileManager.default
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    let folder = try ScratchFolder().url
    path = folder.path
    for name in plugins {
      let manifest = "\(name.lowercased()).transport.json"
      try files.copyItem(
        at: root.appendingPathComponent("Plugins/\(name)/\(manifest)"), to: folder.appendingPathComponent(manifest))
      try files.copyItem(
        at: BuiltCommand.folder.appendingPathComponent("lib\(name).so"), to: folder.appendingPathComponent("lib\(name).so"))
    }
    let make = Process()
    make.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    make.arguments = ["make", "-s", "-C", root.appendingPathComponent("Examples/TransportC").path, "OUT=\(path)"]
    try make.run()
    make.waitUntilExit()
    guard make.terminationStatus == 0 else { throw CompilerFailure(file: "transport_c.c") }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Replaces a piece of a manifest, which must be there.
  func changeManifest(_ file: String, _ old: String, _ new: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(file)
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    guard text.contains(old) else { throw CompilerFailure(file: file) }
    try Data(text.replacing(old, with: new).utf8).write(to: url)
  }
}
