import Foundation
import Testing

@testable import TransportLoader

/// Meets a library in a separate process, before the host runs any of its code.
@Suite struct FirstContactTests {
  @Test func aGoodOneTellsWhoItIsAndNothingMoreStartsUntilItChanges() throws {
    let rig = try ContactRig()
    try rig.workshop.compile()
    let first = rig.look()
    #expect(first.candidates.map(\.descriptor?.name) == ["Fixture"])
    #expect(first.remarks.isEmpty)
    #expect(rig.starts == 1)
    #expect(rig.look().candidates == first.candidates)
    #expect(rig.starts == 1)
    try rig.replace("fixture", defines: ["NOTE", "VERSION=\"3.0.0\""])
    #expect(rig.look().candidates.map(\.descriptor?.version) == ["3.0.0"])
    #expect(rig.starts == 2)
  }

  @Test(arguments: [
    ("abort()", "dlopen", "signal 6"), ("raise(SIGSEGV)", "dlopen", "signal 11"), ("exit(0)", "dlopen", "exited with code 0"),
    ("_exit(7)", "dlopen", "exited with code 7"), ("for (;;) pause()", "dlopen", "sent nothing for 300 ms"),
    ("signal(SIGTERM, SIG_IGN); for (;;) putchar('x')", "dlopen", "sent nothing for 300 ms"),
    ("for (int fd = 0; fd < 256; fd++) close(fd)", "dlopen", "exited with code 0"),
    ("for (int fd = 0; fd < 256; fd++) close(fd); for (;;) pause()", "dlopen", "sent nothing for 300 ms"),
    ("if (write(3, \"{}\\n\", 3) == 3) exit(0)", "dlopen", "an invalid answer"),
    ("if (fork() == 0) { for (;;) pause(); } abort()", "dlopen", "signal 6"),
    ("if (fork() == 0) { for (;;) pause(); } exit(1)", "dlopen", "exited with code 1"),
  ])
  func whoKillsOrStallsTheProcessIsInQuarantineWithTheReason(constructor: String, step: String, reason: String) throws {
    // Only silent libraries get a short time-out: the machine may be busy.
    let rig = try ContactRig(patience: reason.hasPrefix("sent nothing") ? 300 : 30_000)
    try rig.workshop.compile(defines: ["NOTE", "CONSTRUCTOR=fputs(\"dear author\\n\", stderr); \(constructor)"])
    let catalog = rig.look()
    guard case .refused(let refusal)? = catalog.candidates.first?.status else {
      Issue.record("not refused: \(catalog.remarks)")
      return
    }
    #expect(refusal.kind == .quarantined)
    #expect(refusal.field == step)
    #expect(refusal.claims.first?.value.contains(reason) == true, "\(refusal)")
    let entry = try #require(rig.quarantine.entries.first)
    #expect(entry.ids == ["org.example.fixture"])
    #expect(entry.reason.contains(reason))
    #expect(constructor.contains("putchar") || entry.output.contains("dear author"))
    // It is not tried again, even when it is loaded without being met.
    _ = rig.look()
    #expect(throws: refusal) { try LoadedTransport(CatalogTests.look([rig.workshop.folder]).candidates[0], contact: rig.contact) }
    #expect(rig.starts == 1)
  }

  @Test func aDeathNamesTheFunctionThatItHappenedIn() throws {
    let rig = try ContactRig(patience: 300)
    try rig.workshop.compile(defines: ["NOTE", "FAULT_LOAD_HANGS"])
    _ = rig.look()
    #expect(rig.quarantine.entries.map(\.step) == ["load"])
  }

  @Test(arguments: ["puts(\"hello\"); fflush(stdout)", "for (int i = 0; i < 200000; i++) puts(\"a flood of words\")"])
  func whatItPrintsDisturbsNothing(constructor: String) throws {
    let rig = try ContactRig()
    try rig.workshop.compile(defines: ["NOTE", "CONSTRUCTOR=\(constructor)"])
    #expect(rig.look().candidates.map(\.status) == [.usable])
  }

  static let confinement = [
    "struct rlimit r; getrlimit(RLIMIT_CORE, &r); if (r.rlim_max != 0) abort()",
    // Sealed memory (F_GET_SEALS is 1034) contains the library itself and those that it needs.
    "for (int fd = 4; fd < 256; fd++) if (fcntl(fd, F_GETFD) >= 0 && fcntl(fd, 1034) < 0) abort()", "if (getenv(\"HOME\")) abort()",
    "if (socket(AF_INET, SOCK_DGRAM, 0) >= 0 || socket(AF_INET6, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) < 0) abort()",
  ]

  @Test(.enabled(if: access("/proc/sys/kernel/seccomp", F_OK) == 0, "a kernel without seccomp"), arguments: confinement)
  func theProcessHasNothingOfTheHostsAndNoNetwork(constructor: String) throws {
    let rig = try ContactRig()
    try rig.workshop.compile(defines: ["NOTE", "CONSTRUCTOR=\(constructor)"])
    let open = dup(0)
    defer { close(open) }
    #expect(rig.look().candidates.map(\.status) == [.usable])
  }

  @Test(arguments: [
    (["NOTE", "DESCRIPTOR_VERSION=\"9\""], [:], TransportRefusal.Kind.contradiction, "version", ["1.2.0", "9"]),
    (["NOTE", "DESCRIPTOR_ID=\"org.example.liar\""], [:], .contradiction, "id", ["org.example.fixture", "org.example.liar"]),
    (["NOTE"], ["max-calls": "5"], .contradiction, "max-calls", ["5", "4"]), (["NOTE", "FAULT_LOAD"], [:], .refused, "load", ["-7", "0"]),
    (["NOTE", "FAULT_UNDEFINED"], [:], .unloadable, "dlopen", []),
    (["NOTE", "FAULT_TOO_NEW"], [:], .version, "hookswitch_transport_query", []),
  ])
  func whoContradictsItsManifestOrRefusesIsRefusedBeforeTheHostLoadsIt(
    defines: [String], changes: [String: String], kind: TransportRefusal.Kind, field: String, values: [String]
  ) throws {
    let rig = try ContactRig()
    try rig.workshop.compile(defines: defines)
    if !changes.isEmpty { try rig.workshop.write("fixture.transport.json", manifest(changes.mapValues { Int($0) ?? 0 })) }
    guard case .refused(let refusal)? = rig.look().candidates.first?.status else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.kind == kind)
    #expect(refusal.field == field)
    if !values.isEmpty { #expect(refusal.claims.map(\.value).map { String($0.prefix { $0 != " " }) } == values, "\(refusal)") }
    #expect(rig.quarantine.entries.isEmpty)
  }

  @Test func anotherOfTheSameIDTakesTheRefusedOnesPlace() throws {
    let rig = try ContactRig()
    try rig.workshop.compile("a", defines: ["NOTE", "CONSTRUCTOR=abort()"])
    try rig.workshop.compile("b")
    let catalog = rig.look()
    #expect(catalog.candidates.map(\.isUsable) == [false, true])
    #expect(catalog.usable(id: "org.example.fixture")?.descriptor != nil)
  }

  @Test func aMendedFileAndAMendedDependencyAreTriedByThemselves() throws {
    let rig = try ContactRig()
    let flags = ["-L\(rig.workshop.folder)", "-Wl,--no-as-needed", "-l:part.so", "-Wl,-rpath,$ORIGIN"]
    try rig.workshop.compile("part", defines: ["CONSTRUCTOR=abort()"])
    try rig.workshop.compile(flags: flags)
    #expect(rig.look().usable.isEmpty)
    #expect(rig.quarantine.entries.map(\.signal) == [SIGABRT])
    try rig.replace("part", defines: [])
    #expect(rig.look().usable.map(\.id) == ["org.example.fixture"])
    try rig.replace("part", defines: ["CONSTRUCTOR=exit(1)"])
    #expect(rig.look().usable.isEmpty)
    #expect(rig.starts == 3)
    try rig.replace("fixture", defines: ["NOTE"])
    #expect(rig.look().usable.count == 1)
  }

  @Test func whatIsLetOutIsTriedOnceMore() throws {
    let rig = try ContactRig()
    try rig.workshop.compile(defines: ["NOTE", "CONSTRUCTOR=abort()"])
    _ = rig.look()
    var quarantine = rig.quarantine
    #expect(quarantine.release { $0.ids == ["org.example.fixture"] }.count == 1)
    #expect(quarantine.save() == nil)
    #expect(rig.quarantine.entries.isEmpty)
    _ = rig.look()
    #expect(rig.starts == 2)
  }

  @Test(arguments: ["", "rubbish", "{\"hookswitch-scan-cache\": 9, \"entries\": []}", "[]"])
  func aCorruptedCacheIsAnEmptyOneWithALine(text: String) throws {
    let rig = try ContactRig()
    try rig.workshop.compile()
    _ = rig.look()
    try rig.workshop.write("cache/transports.json", text)
    let catalog = rig.look()
    #expect(catalog.usable.count == 1)
    #expect(catalog.remarks.count == 1 && catalog.remarks[0].contains("transports.json"), "\(catalog.remarks)")
    #expect(rig.starts == 2)
    #expect(rig.look().remarks.isEmpty)
    #expect(rig.starts == 2)
  }

  @Test func whatOthersCanWriteToIsNotBelievedNorRun() throws {
    let rig = try ContactRig()
    try rig.workshop.compile()
    _ = rig.look()
    chmod(rig.workshop.folder + "/cache/transports.json", 0o666)
    #expect(rig.look().remarks.contains { $0.contains("mode") })
    #expect(rig.starts == 2)
    chmod(rig.workshop.folder + "/helper", 0o777)
    try rig.replace("fixture", defines: ["NOTE", "VERSION=\"2\""])
    let catalog = rig.look()
    #expect(catalog.remarks.contains { $0.contains("is not run") && $0.contains("mode") }, "\(catalog.remarks)")
    #expect(catalog.usable.count == 1)
    #expect(rig.starts == 2)
  }

  @Test func withoutAHelperThatWorksManifestNoteAndFileDecideAndTheListSaysSo() throws {
    let rig = try ContactRig()
    try rig.workshop.compile()
    var contact = rig.contact
    contact.helper = .missing(["/nowhere/hookswitch-helper"])
    let catalog = rig.look(contact)
    #expect(catalog.usable.count == 1 && catalog.usable[0].descriptor == nil)
    #expect(catalog.remarks.count == 1 && catalog.remarks[0].contains("/nowhere/hookswitch-helper"))
    contact.helper = .program("/bin/false")
    #expect(rig.look(contact).remarks == ["/bin/false does not work"])
    #expect(rig.look(contact).usable.count == 1)
    #expect(rig.quarantine.entries.isEmpty)
    #expect(try LoadedTransport(catalog.usable[0], contact: contact).descriptor.name == "Fixture")
  }

  @Test func theHelperIsLookedForBesideProgramAndLibraryAndWhereTheyAreInstalled() {
    #expect(
      HelperProgram.places(program: "/usr/bin", library: "/usr/lib") == [
        "/usr/bin/hookswitch-helper", "/usr/bin/../libexec/hookswitch/hookswitch-helper", "/usr/lib/hookswitch-helper",
        "/usr/lib/../libexec/hookswitch/hookswitch-helper",
      ])
  }

  @Test func cacheAndStateAreWhereTheUserWantsThem() {
    let given = UserFolders { ["XDG_CACHE_HOME": "/c", "XDG_STATE_HOME": "relative", "HOME": "/h"][$0] }
    #expect(given.cache == "/c")
    #expect(given.state == "/h/.local/state")
    #expect(UserFolders { _ in nil }.cache == nil)
  }
}
