import Foundation
import Testing

@testable import ConformanceHarness
@testable import ConformanceKit
@testable import ConformanceSupervisor

@Suite("The files of a run") struct HeldFilesTests {
  private static func folder() throws -> String {
    let folder = NSTemporaryDirectory() + "held-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test("A plugin that is replaced or rewritten after the start is noticed")
  func changes() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plugin = "\(folder)/plugin.so"
    try Data("one".utf8).write(to: URL(fileURLWithPath: plugin))
    let held = try HeldFiles(plugin: plugin, since: FileMark(plugin), program: ChildProgram(path: "/bin/sh"))
    #expect(!held.hasChanged)
    try Data("two".utf8).write(to: URL(fileURLWithPath: plugin))
    #expect(held.hasChanged)
    try FileManager.default.removeItem(atPath: plugin)
    #expect(held.hasChanged)
  }

  @Test("A plugin that changes while its identity is read is refused")
  func early() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let plugin = "\(folder)/plugin.so"
    try Data("one".utf8).write(to: URL(fileURLWithPath: plugin))
    let mark = FileMark(plugin)
    try Data("another".utf8).write(to: URL(fileURLWithPath: plugin))
    #expect(throws: ConformanceError.self) {
      _ = try HeldFiles(plugin: plugin, since: mark, program: ChildProgram(path: "/bin/sh"))
    }
  }

  @Test("An order has its secret number behind its words, and not among them")
  func order() throws {
    let order = ChildOrder(test: "a.b", plugin: "/p.so", descriptor: "", seed: 7, nonce: "secret", folder: "/f")
    let bytes = order.bytes
    let length = try #require(Int(String(decoding: bytes.prefix(8), as: UTF8.self)))
    #expect(String(decoding: bytes.dropFirst(8 + length), as: UTF8.self) == "secret")
    #expect(!order.arguments.contains("secret"))
    #expect(ChildOrder(order.arguments)?.test == "a.b")
  }

  @Test("No test has the plugin in its own process where that can have another one")
  func apart() {
    for isolation in [PluginIsolation.apart, .process] {
      #expect(Catalogue.tests.filter { $0.place(isolation) == .inside }.map(\.id) == [])
    }
  }
}
