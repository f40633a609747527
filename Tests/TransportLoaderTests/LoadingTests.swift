import Foundation
import Testing

@testable import TransportLoader

/// Loads a judged file into the process.
@Suite struct LoadingTests {
  static func load(
    _ defines: [String], flags: [String] = [], manifest text: String? = nil
  ) throws -> (Workshop, Result<LoadedTransport, TransportRefusal>) {
    let workshop = try Workshop()
    try workshop.compile(defines: defines, flags: flags)
    if let text { try workshop.write("fixture.transport.json", text) }
    let candidate = CatalogTests.look([workshop.folder]).candidates[0]
    return (workshop, Result { () throws(TransportRefusal) in try LoadedTransport(candidate, contact: .none) })
  }

  @Test func aGoodOneIsLoadedAndSaysWhatItIs() throws {
    let (_, result) = try Self.load(
      ["NOTE"], manifest: manifest(["capabilities": ["voice", "hold", "dtmf", "config", "calls", "test-peer"]]))
    let transport = try result.get()
    #expect(transport.descriptor.name == "Fixture")
    #expect(transport.descriptor.handleKinds == ["tel"])
    #expect(transport.contract == "1.0")
  }

  @Test(arguments: [
    ("undefined symbol", ["NOTE", "FAULT_UNDEFINED"], [], nil, TransportRefusal.Kind.unloadable, "dlopen", "nobody_defines_this"),
    ("missing dependency", ["NOTE"], ["-Wl,--no-as-needed", "-L.", "-l:gone.so"], nil, .unloadable, "dlopen", "gone.so"),
    ("too new", ["NOTE", "FAULT_TOO_NEW"], [], nil, .version, "hookswitch_transport_query", "speaks 2.0 and later only"),
    ("load fails", ["NOTE", "FAULT_LOAD"], [], nil, .refused, "load", "-7"),
    ("short entry", ["NOTE", "FAULT_SMALL_ENTRY"], [], nil, .refused, "entry.size", "16"),
    ("unknown must-flag", ["NOTE", "FLAGS=0x200000u"], [], nil, .refused, "entry.flags", "0x200000"),
    ("descriptor's id", ["NOTE", "DESCRIPTOR_ID=\"org.example.liar\""], [], nil, .contradiction, "id", "org.example.liar"),
    ("descriptor's version", ["NOTE", "DESCRIPTOR_VERSION=\"9\""], [], nil, .contradiction, "version", "9"),
    ("descriptor's name", ["NOTE"], [], manifest(["name": "Other"]), .contradiction, "name", "Fixture"),
    ("descriptor's limit", ["NOTE"], [], manifest(["max-calls": 5]), .contradiction, "max-calls", "4"),
    ("descriptor's kinds", ["NOTE"], [], manifest(["handle-kinds": ["sip"]]), .contradiction, "handle-kinds", "tel"),
    ("entry's flag", [], [], manifest(["unloadable": false]), .contradiction, "unloadable", "true"),
  ])
  func whatOnlyLoadingShowsIsRefusedBeforeAnInstanceIsMade(
    name: String, defines: [String], flags: [String], text: String?, kind: TransportRefusal.Kind, field: String, value: String
  ) throws {
    var flags = flags
    var gone: Workshop?
    if name == "missing dependency" {
      gone = try Workshop()
      try gone?.compile("gone", defines: [])
      flags[1] = "-L\(gone?.folder ?? "")"
    }
    let (_, result) = try Self.load(defines, flags: flags, manifest: text)
    guard case .failure(let refusal) = result else {
      Issue.record("loaded")
      return
    }
    #expect(refusal.kind == kind)
    #expect(refusal.field == field)
    #expect(refusal.claims.contains { $0.value.contains(value) }, "\(refusal)")
    _ = gone
  }

  @Test func aLoadThatHangsIsGivenUpByName() throws {
    let module = Result { () throws(TransportRefusal) -> LoadedModule in
      let workshop = try? Workshop()
      guard let path = try? workshop?.compile(defines: ["NOTE", "FAULT_LOAD_HANGS"]), let real = TrustedFile.resolve(path),
        let identity = FileIdentity.of(real)
      else { throw TransportRefusal(.missing, file: "", field: "test", [], advice: "") }
      return try ModuleRegistry.open(path: real, identity: identity, patience: 200) { () throws(TransportRefusal) in
        try JudgedLibrary(reading: real, policy: .current)
      }
    }
    guard case .failure(let refusal) = module else {
      Issue.record("loaded")
      return
    }
    #expect(refusal.kind == .late)
    #expect(refusal.field == "load")
  }

  @Test("A constructor that hangs is given up by name, and every further library is refused at once with that name")
  func hangingConstructor() async throws {
    let workshop = try Workshop()
    let folder = workshop.folder
    try workshop.compile("hangs", defines: ["NOTE", "CONSTRUCTOR=for (;;) pause()"])
    try workshop.compile("sound", defines: ["NOTE", "ID=\"org.example.sound\""])
    // The hanging thread holds the dynamic linker, so the test runs in a separate process that exits without destructors.
    await #expect(processExitsWith: .exitCode(7)) { [folder = folder as String] in
      func refusal(_ name: String, patience: Int32) -> TransportRefusal? {
        guard let real = TrustedFile.resolve("\(folder)/\(name).so"), let identity = FileIdentity.of(real) else { return nil }
        do throws(TransportRefusal) {
          _ = try ModuleRegistry.open(path: real, identity: identity, patience: patience) { () throws(TransportRefusal) in
            try JudgedLibrary(reading: real, policy: .current)
          }
          return nil
        } catch {
          return error
        }
      }
      guard let first = refusal("hangs", patience: 200), first.holdsLinker, first.claims[0].value.contains("200 ms") else { _exit(1) }
      // Only the first has a time-out.
      guard let second = refusal("sound", patience: 100), second.holdsLinker, second.description.contains("hangs.so") else { _exit(2) }
      _exit(7)
    }
  }

  @Test func aFileThatChangedIsJudgedAnewBeforeItIsLoaded() throws {
    let workshop = try Workshop()
    let path = try workshop.compile()
    let candidate = try #require(CatalogTests.look([workshop.folder]).usable.first)
    try FileManager.default.removeItem(atPath: path)
    try workshop.compile(defines: ["NOTE", "VERSION=\"3.0.0\""])
    #expect(try LoadedTransport(candidate, contact: .none).descriptor.version == "3.0.0")
    try Data("rubbish".utf8).write(to: URL(fileURLWithPath: workshop.folder + "/new.so"))
    rename(workshop.folder + "/new.so", path)
    #expect(throws: TransportRefusal.self) { try LoadedTransport(candidate, contact: .none) }
  }

  @Test func twoNamesOfOneFileAreOneModule() throws {
    let workshop = try Workshop()
    let path = try workshop.compile()
    let first = try LoadedTransport(try #require(CatalogTests.look([workshop.folder]).usable.first), contact: .none)
    let other = try Workshop()
    link(path, other.folder + "/copy.so")
    let second = try LoadedTransport(try #require(CatalogTests.look([other.folder]).usable.first), contact: .none)
    #expect(first.module === second.module)
  }

  @Test func aLibraryWithoutManifestIsLoadedOnlyWhenAskedFor() throws {
    let workshop = try Workshop()
    try workshop.compile(defines: [])
    let candidate = CatalogTests.look([workshop.folder]).candidates[0]
    #expect(throws: TransportRefusal.self) { try LoadedTransport(candidate, contact: .none) }
    #expect(try LoadedTransport(candidate, unjudged: true, contact: .none).descriptor.id == "org.example.fixture")
  }

  @Test func manyThreadsMayLoadAtOnce() async throws {
    let workshop = try Workshop()
    for index in 0..<4 { try workshop.compile("p\(index)", defines: ["NOTE", "ID=\"org.example.p\(index)\""]) }
    let candidates = CatalogTests.look([workshop.folder]).usable
    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for candidate in candidates + candidates { group.addTask { try LoadedTransport(candidate, contact: .none).descriptor.id } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(names.count == 4)
  }
}
