import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// The libraries that a plugin needs are judged before any of their code runs.
@Suite struct ClosureTests {
  /// A plugin that needs `part`, which lies in a separate folder.
  struct Place {
    let workshop = try? Workshop()
    var folder: String { workshop?.folder ?? "" }
    var parts: String { folder + "/parts" }

    init() throws {
      try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    }

    /// Compiles the part and the plugin; `path` is the plugin's run path.
    func build(
      path: String?, soname: String? = nil, part defines: [String] = ["CONSTRUCTOR=(void)getpid()"], flags: [String] = [],
      needing: [String] = ["-l:part.so"], old: Bool = false
    ) throws {
      guard let workshop else { return }
      let made = try workshop.compile("part", defines: defines, flags: flags + (soname.map { ["-Wl,-soname,\($0)"] } ?? []))
      rename(made, parts + "/part.so")
      if let soname { symlink("part.so", parts + "/" + soname) }
      let run = path.map { ["-Wl,-rpath,\($0)", old ? "-Wl,--disable-new-dtags" : "-Wl,--enable-new-dtags"] } ?? []
      try workshop.compile(flags: ["-L\(parts)", "-Wl,--no-as-needed"] + needing + run)
    }

    func candidate() -> TransportCandidate { CatalogTests.look([folder]).candidates[0] }

    func refusal() -> TransportRefusal? {
      if case .refused(let refusal) = candidate().status { refusal } else { nil }
    }
  }

  @Test("A part beside it, by $ORIGIN or by an absolute path, is found, judged and loaded", arguments: [true, false], [true, false])
  func ordinary(isOrigin: Bool, isNamed: Bool) throws {
    for old in [false, true] {
      // Unique names: the linker takes a library that the process has under that name already.
      let soname = isNamed ? "libpart-\(UUID().uuidString).so.1" : nil
      let place = try Place()
      try place.build(path: isOrigin ? "$ORIGIN/parts" : place.parts, soname: soname, old: old)
      let candidate = place.candidate()
      #expect(candidate.isUsable, "\(candidate.line)")
      let part = try #require(candidate.closure?.members.first { $0.file.hasSuffix("/parts/part.so") })
      #expect(!part.isSystem && part.names == [soname ?? "part.so"])
      #expect(candidate.closure?.members.contains { $0.isSystem && $0.names.contains("libc.so.6") } == true)
      #expect(try LoadedTransport(candidate, contact: .none).descriptor.name == "Fixture")
      // The process lists it under its own path, for debuggers.
      #expect(LoadedNames.current.isSuperset(of: [part.file, candidate.file]))
    }
  }

  @Test("Libraries of the system pass, for every library that needs them")
  func system() throws {
    let workshop = try Workshop()
    try workshop.compile(flags: ["-Wl,--no-as-needed", "-lm", "-lresolv", "-l:libopus.so.0"])
    let candidate = CatalogTests.look([workshop.folder]).candidates[0]
    #expect(candidate.isUsable, "\(candidate.line)")
    #expect(candidate.closure?.members.contains { $0.names == ["libopus.so.0"] && $0.isSystem } == true)
    #expect(candidate.closure?.missing == [])
    #expect(try LoadedTransport(candidate, contact: .none).descriptor.name == "Fixture")
  }

  @Test("A folder that it looks in must be absolute", arguments: [".", "parts", "", "parts:$ORIGIN/parts"])
  func relative(path: String) throws {
    let place = try Place()
    try place.build(path: path.isEmpty ? ":" : path)
    let refusal = try #require(place.refusal())
    #expect(refusal.kind == .untrusted && refusal.field == "DT_RUNPATH", "\(refusal)")
    #expect(refusal.claims.contains { $0.value.contains("current folder") })
  }

  @Test("A folder or a part that others can write to, or that another user owns, is refused by its name")
  func untrusted() throws {
    let place = try Place()
    try place.build(path: "$ORIGIN/parts")
    chmod(place.parts, 0o777)
    let folder = try #require(place.refusal())
    #expect(folder.kind == .untrusted && folder.field == "mode" && folder.file.hasSuffix("/parts"), "\(folder)")
    chmod(place.parts, 0o755)
    chmod(place.parts + "/part.so", 0o666)
    let part = try #require(place.refusal())
    #expect(part.kind == .untrusted && part.field == "mode" && part.file.hasSuffix("/part.so"), "\(part)")
    #expect(part.advice.contains("/fixture.so"))
    chmod(place.parts + "/part.so", 0o755)
    #expect(place.candidate().isUsable)
    guard geteuid() == 0 else { return }
    chown(place.parts + "/part.so", 12345, 12345)
    #expect(place.refusal()?.field == "owner")
  }

  @Test("The environment's folders count where they have the library", arguments: [true, false])
  func environment(isWritable: Bool) throws {
    let place = try Place()
    try place.build(path: nil)
    let head = try ElfFile(try ElfTests.bytes(place.folder + "/fixture.so")).head
    func closure(_ path: String) throws(TransportRefusal) -> LibraryClosure {
      try LibraryClosure(of: head, file: place.folder + "/fixture.so", search: LibrarySearch(policy: .current, environment: path))
    }
    #expect(try closure("").missing == ["part.so"])
    if isWritable { chmod(place.parts + "/part.so", 0o666) }
    // A folder that does not exist, or has no such library, makes no difference.
    let path = "/nowhere:relative:\(place.parts)"
    if isWritable {
      #expect(throws: TransportRefusal.self) { try closure(path) }
    } else {
      #expect(try closure(path).members.contains { $0.names == ["part.so"] })
    }
  }

  static let hostile: [(flags: [String], source: String, field: String)] = [
    (["-Wl,-z,execstack"], "", "PT_GNU_STACK"),
    ([], "CONSTRUCTOR=__asm__(\".pushsection .both,\\\"awx\\\",@progbits;.byte 0;.popsection\")", "PT_LOAD"),
    (["-Wl,-z,notext", "-mcmodel=large", "-fno-pic"], "", "DT_TEXTREL"),
  ]

  @Test("An executable stack, writable code and text relocations are refused, also in needed libraries", arguments: hostile)
  func memory(flags: [String], source: String, field: String) throws {
    let place = try Place()
    try place.build(path: "$ORIGIN/parts", part: [source].filter { !$0.isEmpty }, flags: flags)
    let part = try #require(place.refusal())
    #expect(part.field == field && part.file.hasSuffix("/part.so"), "\(part)")
    let workshop = try Workshop()
    try workshop.compile(defines: ["NOTE", source].filter { !$0.isEmpty }, flags: flags)
    guard case .refused(let own)? = CatalogTests.look([workshop.folder]).candidates.first?.status else {
      Issue.record("taken")
      return
    }
    #expect(own.field == field, "\(own)")
  }

  @Test("A part is judged before first contact: its constructor never runs")
  func beforeFirstContact() throws {
    let rig = try ContactRig()
    try rig.workshop.compile("part", defines: ["CONSTRUCTOR=abort()"])
    try rig.workshop.compile(flags: ["-L\(rig.workshop.folder)", "-Wl,--no-as-needed", "-l:part.so", "-Wl,-rpath,$ORIGIN"])
    chmod(rig.workshop.folder + "/part.so", 0o666)
    #expect(rig.look().usable.isEmpty)
    #expect(rig.starts == 0 && rig.quarantine.entries.isEmpty)
  }
}
