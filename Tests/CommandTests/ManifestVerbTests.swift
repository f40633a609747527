import Foundation
import Testing

@Suite("hookswitch manifest")
struct ManifestVerbTests {
  private func members(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static func text(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed]), as: UTF8.self)
  }

  @Test("The loader accepts the manifest that the verb writes beside a library, and it equals the one in the tree")
  func freshManifest() async throws {
    let folder = try TransportFolder()
    defer { folder.remove() }
    for (library, manifest) in [("libLoopback.so", "loopback.transport.json"), ("transport_c.so", "transport_c.transport.json")] {
      let theirs = try members(folder.path + "/" + manifest)
      try FileManager.default.removeItem(atPath: folder.path + "/" + manifest)
      let outcome = try await BuiltCommand.run(["manifest", folder.path + "/" + library])
      #expect(outcome.exitCode == 0, "\(outcome.complaint)")
      let path = folder.path + "/" + library.dropLast(3) + ".transport.json"
      #expect(outcome.output.hasSuffix(path.split(separator: "/").last.map { "/\($0)\n" } ?? ""))
      for (name, value) in try members(path) {
        #expect(try theirs[name].map(Self.text) == Self.text(value), "\(name)")
      }
      #expect(try await BuiltCommand.run(["inspect", path]).exitCode == 0)
    }
  }

  @Test("An existing manifest keeps its place and the members that only people know, and is brought up to date")
  func keptMembers() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("small.so", version: "2.0", note: false)
    try folder.scratch.write(
      """
      {"hookswitch-manifest": 1, "id": "org.example.small", "x-note": {"kept": true}, "name": "Old", "version": "1.0", "rank": 300,
       "library": "small.so", "abi": {"major": 1}, "build-id": "00", "needs": {"network": true}, "config-schema": {"type": "object"}}
      """, to: "named-otherwise.transport.json")
    let outcome = try await BuiltCommand.run(["manifest", folder.path + "/small.so"])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    #expect(outcome.output.hasSuffix("/named-otherwise.transport.json\n"))
    let written = try members(folder.path + "/named-otherwise.transport.json")
    #expect(written["version"] as? String == "2.0" && written["name"] as? String == "Small" && written["rank"] as? Int == 300)
    #expect(written["x-note"] is [String: Any] && written["needs"] is [String: Any] && written["config-schema"] is [String: Any])
    #expect(written["build-id"] as? String != "00")
    #expect(try await BuiltCommand.run(["inspect", folder.path + "/small.so"]).exitCode == 0)
  }

  @Test("Another file is not overwritten without --force, and no partial file is left")
  func otherFile() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("small.so")
    for text in ["{\"id\": \"org.example.other\"}", "rubbish"] {
      let file = try folder.scratch.write(text, to: "out.json").path
      let words = ["manifest", folder.path + "/small.so", "--output", file]
      let refused = try await BuiltCommand.run(words)
      #expect(refused.exitCode == 1 && refused.complaint.contains("--force"))
      #expect(try folder.scratch.text("out.json") == text)
      #expect(try await BuiltCommand.run(words + ["--force"]).exitCode == 0)
      #expect(try members(file)["id"] as? String == "org.example.small")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("out.json") } == ["out.json"])
  }

  @Test("A library that crashes, has a false note, or is not a library gets no manifest")
  func badLibraries() async throws {
    let folder = try PluginFolder()
    defer { folder.scratch.remove() }
    try await folder.compile("dies.so", constructor: "abort()")
    try await folder.compile("lies.so", constructor: "")
    try folder.damage("lies.so", as: "liar.so") { bytes in
      // The note comes first in the file; the descriptor's own text stays.
      guard let place = bytes.range(of: Data("org.example.small".utf8)) else { return }
      bytes.replaceSubrange(place, with: Data("org.example.smell".utf8))
    }
    try folder.scratch.write("rubbish", to: "none.so")
    for (file, words) in [("dies.so", "signal 6"), ("liar.so", "org.example.smell"), ("none.so", "e_ident")] {
      let outcome = try await BuiltCommand.run(["manifest", folder.path + "/" + file])
      #expect(outcome.exitCode == 1 && outcome.output.isEmpty, "\(file)")
      #expect(outcome.complaint.contains(words) || outcome.complaint.contains("size"), "\(outcome.complaint)")
    }
    #expect(try await BuiltCommand.run(["manifest", folder.path + "/nowhere.so"]).exitCode == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/dies.transport.json"))
  }
}
