import Foundation
import StrictJSON
import Testing

@testable import TransportLoader

/// The parser of manifests, and errors that name the place.
@Suite struct ManifestTests {
  @Test func everyMemberIsRead() throws {
    let text = """
      { "hookswitch-manifest": 1, "id": "org.hookswitch.sip", "name": "SIP", "version": "0.3.1", "vendor": "V", "license": "Apache-2.0",
        "library": "sip.so", "build-id": "3C16", "abi": {"major": 1, "minor": 0}, "language": "swift", "unloadable": false,
        "capabilities": ["voice","hold"], "handle-kinds": ["sip","tel"], "max-calls": 8, "rank": 7, "isolation": "preferred",
        "clock": "own", "upgrade": "overlap", "dead-peer-s": 64, "config-schema": {"type": "object"}, "needs": {"files": ["/etc/resolv.conf"], "network": true},
        "x-mine": [1], "something-newer": {} }
      """
    let manifest = try ManifestReader.read(Array(text.utf8), file: "sip.transport.json")
    #expect(manifest.id == "org.hookswitch.sip")
    #expect(manifest.buildID == "3c16")
    #expect(manifest.unloadable == false)
    #expect(manifest.handleKinds == ["sip", "tel"])
    #expect(manifest.maximumCalls == 8)
    #expect(manifest.rank == 7)
    #expect(manifest.isolation == .preferred)
    #expect(manifest.clock == .own && manifest.upgrade == .overlap)
    #expect(manifest.configSchema == #"{"type":"object"}"#)
    #expect(manifest.neededFiles == ["/etc/resolv.conf"])
    #expect(manifest.needsNetwork)
  }

  @Test(
    arguments: [
      ("hookswitch-manifest", 2 as any Sendable, "$.hookswitch-manifest"), ("id", "BAD id", "$.id"), ("id", 5, "$.id"),
      ("id", "ab", "$.id"),
      ("name", "", "$.name"), ("name", "a\nb", "$.name"), ("library", "../evil.so", "$.library"), ("library", "fixture.txt", "$.library"),
      ("library", ".so", "$.library"), ("build-id", "xyz", "$.build-id"), ("abi", "1.0", "$.abi"), ("abi", ["major": -1], "$.abi.major"),
      ("abi", ["major": 1.5], "$.abi.major"), ("unloadable", "no", "$.unloadable"),
      ("capabilities", ["voice", "voice"], "$.capabilities[1]"),
      ("handle-kinds", [1], "$.handle-kinds[0]"), ("max-calls", -1, "$.max-calls"), ("isolation", "maybe", "$.isolation"),
      ("clock", "sun", "$.clock"), ("upgrade", "now", "$.upgrade"), ("rank", 5000, "$.rank"), ("config-schema", [1], "$.config-schema"),
      ("needs", ["network": 1], "$.needs.network"), ("needs", ["files": ["etc"]], "$.needs.files[0]"),
      ("needs", ["write": ["/a", "~/b"]], "$.needs.write[1]"), ("needs", ["audio": "yes"], "$.needs.audio"),
      ("needs", ["dbus": "system:a"], "$.needs.dbus"), ("needs", ["devices": ["ttyUSB0"]], "$.needs.devices[0]"),
      ("needs", ["programs": 1], "$.needs.programs"), ("needs", true, "$.needs"),
      ("version", "0123456789012345678901234567890123456789", "$.version"),
    ] as [(String, any Sendable, String)])
  func aWrongMemberIsRefusedWithItsPath(name: String, value: any Sendable, place: String) {
    let error = #expect(throws: ManifestError.self) {
      try ManifestReader.read(Array(manifest([name: value]).utf8), file: "a.transport.json")
    }
    #expect(error?.place == place)
    #expect(error?.file == "a.transport.json")
    #expect(error?.advice.isEmpty == false)
  }

  @Test func needsNameWhatATransportReachesOutsideItsProcess() throws {
    let text = #"""
      {"network": true, "files": ["/etc/a"], "write": ["/var/b"], "audio": true, "dbus": ["system:org.ofono"], "devices": ["/dev/ttyUSB*"],
       "programs": true, "newer": 1}
      """#
    let members = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let needs = try ManifestReader.read(Array(manifest(["needs": members]).utf8), file: "a").needs
    #expect(
      needs.words == "network; reads /etc/a; writes /var/b; audio; dbus system:org.ofono; devices /dev/ttyUSB*; programs")
    #expect(try ManifestReader.read(Array(manifest().utf8), file: "a").needs == RunnerNeeds())
  }

  @Test(arguments: ["hookswitch-manifest", "id", "name", "version", "library", "abi"])
  func aMemberThatMustBeThereIsMissed(name: String) {
    let error = #expect(throws: ManifestError.self) {
      try ManifestReader.read(Array(manifest([name: nil]).utf8), file: "a.transport.json")
    }
    #expect(error?.place == "$.\(name)")
    #expect(error?.reason == "missing")
  }

  @Test func sizeHasABound() {
    let error = #expect(throws: ManifestError.self) {
      try ManifestReader.read(Array(repeating: 0x20, count: ManifestReader.maximumSize + 1), file: "a")
    }
    #expect(error?.place == "$")
  }

  @Test func garbledManifestsNeverCrash() {
    let good = Array(manifest(["capabilities": ["voice"], "needs": ["network": true]]).utf8)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      var bytes = Array(good.prefix(Int.random(in: 0...good.count, using: &random)))
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? ManifestReader.read(bytes, file: "garbled")
    }
  }

  @Test func thePublishedSchemaNamesEveryMember() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("docs/transport-manifest.schema.json")
    let schema = try JSONReader.read([UInt8](Data(contentsOf: file)))
    guard case .object(let members) = schema, case .object(let properties)? = members.first(where: { $0.name == "properties" })?.value
    else {
      Issue.record("the schema has no properties")
      return
    }
    let source = try String(
      contentsOf: root.appendingPathComponent("Sources/TransportLoader/Manifest/ManifestReader.swift"), encoding: .utf8)
    for property in properties { #expect(source.contains("\"\(property.name)\""), "\(property.name)") }
    #expect(properties.count == 21)
  }
}
