import Foundation
import Testing

@testable import TransportLoader

/// The transports found, their order, and the reasons for refusals, without running any of their code.
@Suite struct CatalogTests {
  static func look(_ folders: [String], pins: [String: String] = [:]) -> TransportCatalog {
    TransportCatalog(searching: SearchPath(folders: folders.map { .init(path: $0, source: .option) }), pins: pins)
  }

  @Test func aManifestOrANoteMakesAUsableTransport() throws {
    let workshop = try Workshop()
    try workshop.compile(defines: [])
    try workshop.write("any.transport.json", manifest())
    try workshop.compile("other", defines: ["NOTE", "ID=\"org.example.other\""])
    try workshop.compile("plain", defines: [])
    let catalog = Self.look([workshop.folder])
    #expect(catalog.candidates.map(\.id) == ["org.example.fixture", "org.example.other", nil])
    #expect(catalog.candidates.map(\.status) == [.usable, .usable, .noManifest])
    #expect(catalog.usable(id: "org.example.fixture")?.name == "Fixture")
  }

  @Test(arguments: [
    ("truncated", TransportRefusal.Kind.malformed, "program headers"), ("foreign", .foreign, "e_machine"),
    ("no-symbol", .noEntry, "hookswitch_transport_query"), ("data-symbol", .noEntry, "hookswitch_transport_query"),
    ("too-new", .version, "abi.major"), ("untrusted", .untrusted, "mode"), ("note-id", .contradiction, "id"),
    ("note-version", .contradiction, "version"), ("note-flags", .contradiction, "unloadable"), ("build-id", .contradiction, "build-id"),
    ("no-library", .missing, "$.library"), ("bad-manifest", .manifest, "$.version"),
    ("no-json", .manifest, "1:1"), ("constructor-aborts", .version, "abi.major"), ("pinned", .untrusted, "sha256"),
  ])
  func aBadFileIsListedWithItsReasonAndTheNextOneIsNotDisturbed(fault: String, kind: TransportRefusal.Kind, field: String) throws {
    let workshop = try Workshop()
    try workshop.compile("zzz", defines: ["NOTE", "ID=\"org.example.good\""])
    var defines = ["NOTE"]
    var changes: [String: Any?] = [:]
    switch fault {
    case "no-symbol": defines.append("FAULT_NO_SYMBOL")
    case "data-symbol": defines.append("FAULT_DATA_SYMBOL")
    case "too-new": changes["abi"] = ["major": 2, "minor": 3]; defines = []
    case "constructor-aborts": changes["abi"] = ["major": 2]; defines = ["CONSTRUCTOR=abort()"]
    case "note-id": changes["id"] = "org.example.liar"
    case "note-version": changes["version"] = "9.9.9"
    case "note-flags": changes["unloadable"] = false
    case "build-id": changes["build-id"] = "00ff"
    case "no-library": changes["library"] = "elsewhere.so"
    case "bad-manifest": changes["version"] = 12
    default: break
    }
    let path = try workshop.compile(defines: defines)
    try workshop.write("fixture.transport.json", fault == "no-json" ? "#" : manifest(changes))
    var bytes = try ElfTests.bytes(path)
    switch fault {
    case "truncated": try Data(bytes.prefix(200)).write(to: URL(fileURLWithPath: path))
    case "foreign":
      bytes[18] = 183
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    case "untrusted": chmod(path, 0o777)
    default: break
    }
    let catalog = Self.look([workshop.folder], pins: fault == "pinned" ? ["org.example.fixture": "00"] : [:])
    guard case .refused(let refusal)? = catalog.candidates.first?.status else {
      Issue.record("not refused: \(catalog.candidates.map(\.line))")
      return
    }
    #expect(refusal.kind == kind)
    #expect(refusal.field == field)
    #expect(refusal.file.hasPrefix(TrustedFile.resolve(workshop.folder) ?? ""))
    #expect(!refusal.claims.isEmpty && !refusal.advice.isEmpty)
    #expect(throws: TransportRefusal.self) { try LoadedTransport(catalog.candidates[0], contact: .none) }
    #expect(catalog.usable(id: "org.example.good") != nil)
  }

  @Test func aCallDirectoryIsRefusedWithThePlaceWhereItBelongs() throws {
    let workshop = try Workshop()
    let entry = "hookswitch_transport_query=hookswitch_directory_query"
    try workshop.compile("bare", defines: [entry])
    try workshop.compile("named", defines: [entry, "NOTE", "ID=\"org.example.named\""])
    try workshop.compile("plain", defines: ["FAULT_NO_SYMBOL"])
    let candidates = Self.look([workshop.folder]).candidates
    for candidate in candidates.prefix(2) {
      guard case .refused(let refusal) = candidate.status else {
        Issue.record("not refused: \(candidate.line)")
        continue
      }
      #expect(refusal.kind == .noEntry && refusal.field == "hookswitch_transport_query")
      #expect(refusal.description.contains("a call directory, which exports hookswitch_directory_query"))
      #expect(refusal.description.contains("\"directories\""))
    }
    // Another library may be anything.
    #expect(candidates.last?.status == .noManifest)
  }

  @Test func theFirstUsableOneOfAnIdWinsAndTheOthersSayWhoShadowsThem() throws {
    let (first, second, third) = (try Workshop(), try Workshop(), try Workshop())
    try first.compile()
    try first.write("broken.transport.json", manifest(["abi": ["major": 7]]))
    let winner = try second.compile()
    try third.compile()
    let catalog = Self.look([first.folder, second.folder, third.folder, second.folder])
    #expect(catalog.candidates.count == 3)
    #expect(catalog.candidates[1].isUsable)
    #expect(catalog.candidates[2].status == .shadowed(by: TrustedFile.resolve(winner) ?? ""))
  }

  @Test func namesAreLookedThroughInOrder() throws {
    let workshop = try Workshop()
    for name in ["c", "a", "b"] { try workshop.compile(name, defines: ["NOTE", "ID=\"org.example.\(name)\""]) }
    #expect(Self.look([workshop.folder]).candidates.map(\.id) == ["org.example.a", "org.example.b", "org.example.c"])
  }

  @Test func theSearchPathIsInOrderAndThePrivilegedIgnoreTheEnvironment() {
    let variables = ["HOOKSWITCH_TRANSPORT_PATH": "/e1:/e2", "XDG_DATA_HOME": "/x", "HOME": "/h"]
    let path = SearchPath.standard(options: ["/o"], programFolder: "/p", isPrivileged: false) { variables[$0] }
    #expect(
      path.folders.map(\.path).dropLast() == [
        "/o", "/e1", "/e2", "/p", "/p/../lib/hookswitch/transports", "/x/hookswitch/transports", "/usr/local/lib/hookswitch/transports",
      ])
    let privileged = SearchPath.standard(options: [], programFolder: nil, isPrivileged: true) { variables[$0] }
    #expect(privileged.folders.map(\.source) == [.local, .system])
  }

  @Test func theListIsJSONWithTheReasonInIt() throws {
    let workshop = try Workshop()
    try workshop.compile()
    try workshop.write("fixture.transport.json", manifest(["version": "9"]))
    let data = try JSONEncoder().encode(Self.look([workshop.folder]))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"status\":\"refused\""))
    #expect(text.contains("\"field\":\"version\""))
    // The manifest's member.
    #expect(text.contains("\"value\":\"9\""))
  }

  @Test func inspectionTellsWhatAFileIsEvenIfItIsNotTrusted() throws {
    let workshop = try Workshop()
    let path = try workshop.compile()
    chmod(path, 0o777)
    let inspection = TransportInspection.inspect(file: path)
    #expect(inspection.distrust?.contains("mode") == true)
    #expect(inspection.notes.map(\.id) == ["org.example.fixture"])
    #expect(inspection.sha256?.count == 64)
    #expect(inspection.needed.contains("libc.so.6"))
    guard case .refused? = inspection.candidates.first?.status else {
      Issue.record("trusted")
      return
    }
    #expect(TransportInspection.inspect(file: workshop.folder + "/none.so").sha256 == nil)
  }
}
