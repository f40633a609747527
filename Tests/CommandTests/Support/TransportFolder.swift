import Foundation

/// A folder with the built Loopback, optionally Mock PSTN, and the C example, compiled here.
struct TransportFolder {
  let path: String

  /// The folder that all tests of this process share; the system cleans it up with its temporary files.
  static let shared = Result { try TransportFolder() }

  /// Makes a new folder, for a test that changes something in it.
  init(plugins: [String] = ["Loopback"]) throws {
    let files = FileManager.default
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
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

  /// Replaces a text in a manifest, which must contain it.
  func changeManifest(_ file: String, _ old: String, _ new: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(file)
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    guard text.contains(old) else { throw CompilerFailure(file: file) }
    try Data(text.replacing(old, with: new).utf8).write(to: url)
  }
}
