import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// A refused manifest refuses its transport, even if the library's note is good.
@Suite struct RefusedManifestTests {
  static let strays: [(name: String, text: String)] = [
    ("a stray byte", manifest(["isolation": "required"]) + "x"),
    ("a byte that is no UTF-8", manifest(["isolation": "required", "vendor": "VENDOR"])),
    ("a word misspelt", manifest(["isolation": "requierd"])),
    ("a member's name misspelt", manifest().replacing("version", with: "vresion")),
    ("a library misspelt", manifest(["library": "fixtrue.so"])), ("another's build-id", manifest(["build-id": "00ff"])),
    ("cut off", String(manifest(["isolation": "required"]).dropLast(2))), ("empty", ""),
  ]

  @Test("A wrong manifest of any kind refuses its library, and no other one in the folder", arguments: strays)
  func refusesItsLibrary(name: String, text: String) throws {
    let workshop = try Workshop()
    let path = try workshop.compile()
    try workshop.compile("other", defines: ["NOTE", "ID=\"org.example.other\""])
    var bytes = Array(text.utf8)
    if let place = text.utf8.firstRange(of: "VENDOR".utf8) { bytes[text.utf8.distance(from: text.startIndex, to: place.lowerBound)] = 0xFF }
    try Data(bytes).write(to: URL(fileURLWithPath: workshop.folder + "/fixture.transport.json"))
    let catalog = CatalogTests.look([workshop.folder])
    #expect(catalog.usable.map(\.id) == ["org.example.other"], "\(catalog.candidates.map(\.line))")
    let refused = try #require(catalog.candidates.first { !$0.isUsable })
    #expect(refused.manifestFile?.hasSuffix("/fixture.transport.json") == true)
    #expect(throws: TransportRefusal.self) { try LoadedTransport(refused, contact: .none) }
    // An inspection of the file gives the same refusal.
    let inspection = TransportInspection.inspect(file: path, judge: TransportJudge(), contact: .none)
    #expect(inspection.candidates.map(\.isUsable) == [false], "\(inspection.candidates.map(\.line))")
  }

  @Test("A manifest that others can write to refuses by its own name, the library's and the id", arguments: ["fixture", "any"])
  func writable(name: String) throws {
    let workshop = try Workshop()
    try workshop.compile()
    chmod(try workshop.write("\(name).transport.json", manifest(["isolation": "required"])), 0o666)
    let catalog = CatalogTests.look([workshop.folder])
    #expect(catalog.candidates.map(\.isUsable) == [false], "\(catalog.candidates.map(\.line))")
    guard case .refused(let refusal)? = catalog.candidates.first?.status else { return }
    #expect(refusal.kind == .untrusted && refusal.field == "mode")
  }

  @Test("The same file under another name, or in another folder of the path, is refused as well")
  func twins() throws {
    let (workshop, other) = (try Workshop(), try Workshop())
    let path = try workshop.compile()
    try workshop.write("fixture.transport.json", manifest(["version": "9"]))
    symlink(path, workshop.folder + "/again.so")
    symlink(path, other.folder + "/link.so")
    link(path, other.folder + "/hard.so")
    for folders in [[workshop.folder, other.folder], [other.folder, workshop.folder]] {
      let catalog = CatalogTests.look(folders)
      #expect(catalog.usable.isEmpty, "\(catalog.candidates.map(\.line))")
      #expect(catalog.candidates.count == 3)
    }
    // With a link, the manifest beside the link and the one beside the file both count.
    let inspection = TransportInspection.inspect(file: other.folder + "/link.so", judge: TransportJudge(), contact: .none)
    #expect(inspection.candidates.map(\.isUsable) == [false])
  }

  @Test("Names that are not UTF-8 are listed, escaped, and such a manifest counts")
  func namesThatAreNoText() throws {
    let workshop = try Workshop()
    let path = try workshop.compile("named", defines: ["NOTE"])
    rename(path, workshop.folder + "/b", 0xFF, ".so")
    try workshop.compile("other", defines: ["NOTE", "ID=\"org.example.other\""])
    let text = try workshop.write("x.json", manifest(["id": "org.example.other", "library": "other.so", "isolation": "required"]))
    rename(text, workshop.folder + "/m", 0xFE, ".transport.json")
    let catalog = CatalogTests.look([workshop.folder])
    #expect(catalog.usable.isEmpty, "\(catalog.candidates.map(\.line))")
    #expect(catalog.candidates.contains { $0.file.hasSuffix("/b\\xff.so") })
    #expect(catalog.candidates.contains { $0.manifestFile?.hasSuffix("/m\\xfe.transport.json") == true && $0.id == "org.example.other" })
  }

  private func rename(_ old: String, _ start: String, _ byte: UInt8, _ end: String) {
    let new = Array(start.utf8) + [byte] + Array(end.utf8) + [0]
    _ = Glibc.rename(old, new.map { CChar(bitPattern: $0) })
  }

  @Test("inspect reports the same refusal of first contact as the list of transports")
  func inspectSaysTheSame() throws {
    let rig = try ContactRig()
    let path = try rig.workshop.compile(defines: ["NOTE", "FAULT_LOAD"])
    var remembered = rig.contact
    remembered.helper = .notAsked
    #expect(TransportInspection.inspect(file: path, judge: TransportJudge(), contact: remembered).candidates.map(\.isUsable) == [true])
    let listed = rig.look().candidates
    #expect(listed.map(\.isUsable) == [false])
    let inspection = TransportInspection.inspect(file: path, judge: TransportJudge(), contact: remembered)
    #expect(inspection.candidates.map(\.status) == listed.map(\.status))
    // The reason may pass: a contact that runs code tries again.
    _ = rig.look()
    #expect(rig.starts == 2)
  }
}
