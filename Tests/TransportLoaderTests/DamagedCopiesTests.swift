import Glibc
import Testing

@testable import TransportLoader

/// A folder full of files from bad disks and interrupted installations.
@Suite struct DamagedCopiesTests {
  private static func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT, 0o644)
    defer { close(file) }
    try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
  }

  @Test func aThousandDamagedCopiesOfAGoodPluginAreALineEach() throws {
    let rig = try ContactRig(patience: 1000)
    let good = try ElfTests.bytes(rig.workshop.compile())
    let name = Array("org.example.fixture".utf8)
    let places = good.indices.filter { good[$0...].starts(with: name) }
    #expect(places.count >= 2)
    var random = SeededGenerator(seed: 20)
    for copy in 0..<1000 {
      // Unique ids, since only the first of an id is met.
      let id = Array("org.example.c\(100_000 + copy)".utf8)
      var bytes = good
      for place in places { bytes.replaceSubrange(place..<place + id.count, with: id) }
      if copy.isMultiple(of: 2) {
        bytes.removeLast(Int.random(in: 1...good.count, using: &random))
      } else {
        for _ in 0..<4 { bytes[Int.random(in: 0..<good.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
      }
      try Self.write(bytes, to: "\(rig.workshop.folder)/copy-\(copy).so")
    }
    let catalog = rig.look()
    let copies = catalog.candidates.filter { $0.file.contains("/copy-") }
    #expect(Set(copies.map(\.file)).count == 1000)
    #expect(catalog.candidates.allSatisfy { !$0.line.contains("\n") })
    let truncated = copies.filter { Int($0.file.split(separator: "-").last?.dropLast(3) ?? "")?.isMultiple(of: 2) == true }
    #expect(truncated.allSatisfy { if case .refused(let refusal) = $0.status { refusal.kind == .malformed } else { false } })
    #expect(catalog.usable(id: "org.example.fixture") != nil)
    #expect(rig.starts > 300, "most of the corrupted ones are whole enough to be met")
  }
}
