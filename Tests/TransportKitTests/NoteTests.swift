import Foundation
import Testing
import TransportABI
import TransportKit

@Suite struct NoteTests {
  /// The notes in a library's file.
  private func notes(in path: String) throws -> [[UInt8]] {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let head: [UInt8] = [11, 0, 0, 0, 108, 0, 0, 0, 1, 0, 0, 0] + Array("Hookswitch\0\0".utf8)
    return bytes.indices.filter { bytes[$0] == 11 && bytes[$0...].starts(with: head) }.map { Array(bytes[$0 + 24..<$0 + 132]) }
  }

  @Test func theNoteInLoopbackSaysWhatItsDescriptorSays() throws {
    let plugin = PluginUnderTest.loopback
    let descriptor = try #require(plugin.entry.pointee.descriptor!(0)).pointee
    let found = try notes(in: plugin.path)
    #expect(found.count == 1)
    let note = try #require(found.first)
    func word(_ at: Int) -> UInt32 { note[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    func string(_ at: Int) -> String { String(decoding: note[at...].prefix { $0 != 0 }, as: UTF8.self) }
    #expect((word(0), word(4), word(8)) == (HSW_ABI_MAJOR, HSW_ABI_MINOR, plugin.entry.pointee.flags))
    #expect((string(12), string(76)) == (text(descriptor.id), text(descriptor.version)))
  }

  @Test func theManifestsSayWhatTheDescriptorsSay() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let manifests = ["Plugins/Loopback/loopback.transport.json", "Examples/TransportC/transport_c.transport.json"]
    for (plugin, path) in zip(PluginUnderTest.plugins, manifests) {
      let data = try Data(contentsOf: root.appending(path: path))
      let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let descriptor = try #require(plugin.entry.pointee.descriptor!(0)).pointee
      #expect(manifest["id"] as? String == text(descriptor.id))
      #expect(manifest["name"] as? String == text(descriptor.name))
      #expect(manifest["version"] as? String == text(descriptor.version))
      #expect(manifest["vendor"] as? String == text(descriptor.vendor))
      #expect(manifest["license"] as? String == text(descriptor.license))
      #expect(manifest["max-calls"] as? Int == Int(descriptor.max_calls))
      #expect(manifest["unloadable"] as? Bool == (plugin.entry.pointee.flags & HSW_ENTRY_NO_UNLOAD == 0))
      let capabilities = UnsafeBufferPointer(start: descriptor.capabilities, count: Int(descriptor.n_capabilities)).map(text)
      #expect(manifest["capabilities"] as? [String] == capabilities)
      let kinds = UnsafeBufferPointer(start: descriptor.handle_kinds, count: Int(descriptor.n_handle_kinds)).map(text)
      #expect(manifest["handle-kinds"] as? [String] == kinds)
    }
  }

  @Test func theKitPrintsTheNoteThatASwiftPluginNeeds() throws {
    let descriptor = TransportDescriptor(id: "org.hookswitch.loopback", name: "Loopback", version: "0.1.0")
    let printed = descriptor.note.matches(of: /0x[0-9a-f]+|\b[0-9]+\b/).map { String($0.output) }.dropFirst()
    let words = printed.map { $0.hasPrefix("0x") ? UInt32($0.dropFirst(2), radix: 16)! : UInt32($0)! }
    let bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    #expect(words.count == 33)
    #expect(try notes(in: PluginUnderTest.loopback.path).first == Array(bytes.dropFirst(24)))
  }
}
