import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// Transports that are loaded in the mode that is chosen for them, with real and with broken helpers.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built")) struct RunnerTableTests {
  let workshop: Workshop
  let contact: FirstContact

  init() throws {
    workshop = try Workshop()
    contact = FirstContact(
      helper: .program(try #require(IsolatedStage.helper)), cacheFile: KeptFile(path: workshop.folder + "/cache.json"),
      quarantineFile: nil, patience: 10_000)
  }

  /// A library in the workshop, after first contact.
  private func candidate(isolation: String? = nil) throws -> TransportCandidate {
    let path = try workshop.compile(defines: isolation == nil ? ["NOTE"] : [])
    if let isolation { try workshop.write("fixture.transport.json", manifest(["isolation": isolation])) }
    return try met(path)
  }

  private func met(_ path: String) throws -> TransportCandidate {
    var catalog = CatalogTests.look([workshop.folder])
    catalog.meet(contact)
    return try #require(catalog.usable.first { $0.file == TrustedFile.resolve(path) }, "\(catalog.candidates.map(\.line))")
  }

  private func wish(_ provider: String, _ mode: IsolationMode? = .process, share: RunnerShare = .together) -> RunnerTable.Wish {
    RunnerTable.Wish(provider, IsolationChoice(provider: mode), share: share)
  }

  private func begin(_ transport: LoadedTransport) throws -> (TransportInstance, Recorder) {
    let recorder = Recorder()
    var settings = TransportSettings()
    settings.secrets = SecretStore(folder: nil, variable: nil)
    let instance = try TransportInstance(transport, settings: settings, sink: recorder)
    instance.begin()
    #expect(recorder.wait { $0.contains { $0.text.hasPrefix("line") || $0.text.hasPrefix("lost") } })
    return (instance, recorder)
  }

  private func close(_ begun: (TransportInstance, Recorder)) {
    begun.0.close()
    #expect(begun.1.wait { $0.contains { $0.text == "closed" || $0.text.hasPrefix("lost") } })
  }

  @Test func providersOfOneSharedObjectShareAProcessUnlessTheySayOtherwise() throws {
    let (candidate, table) = (try candidate(), RunnerTable())
    let (first, second) = (try table.load(candidate, wish("a"), contact: contact), try table.load(candidate, wish("b"), contact: contact))
    let apart = try table.load(candidate, wish("c", share: .each), contact: contact)
    #expect(first.warning == nil && apart.warning == nil)
    let begun = [try begin(first.transport), try begin(second.transport), try begin(apart.transport)]
    let pids = [first.transport, second.transport, apart.transport].map(\.runnerPID)
    #expect(pids[0] != nil && pids[0] == pids[1] && pids[2] != nil && pids[2] != pids[0])
    // A loss in one is none in the other.
    kill(try #require(pids[0]), SIGKILL)
    #expect(begun[0].1.wait(for: "lost") && begun[1].1.wait(for: "lost"))
    begun[2].0.request(.start(to: handle("plain")), deadlineMilliseconds: 1000)
    #expect(begun[2].1.wait(for: "done"))
    close(begun[2])
  }

  private func handle(_ handle: String) -> TransportCallInfo {
    var info = TransportCallInfo()
    (info.handleKind, info.handle) = ("generic", handle)
    return info
  }

  @Test func aRunnerWithoutProvidersIsForgotten() throws {
    let (candidate, table) = (try candidate(), RunnerTable())
    var other = wish("b")
    other.profile.limits.memoryMegabytes = 64
    do {
      let kept = try table.load(candidate, wish("a"), contact: contact).transport
      let failure = #expect(throws: RunnerTable.Failure.self) { try table.load(candidate, other, contact: contact) }
      if case .conflict? = failure {} else { Issue.record("\(String(describing: failure))") }
      withExtendedLifetime(kept) {}
    }
    #expect(throws: Never.self) { try table.load(candidate, other, contact: contact) }
  }

  @Test func twoTransportsOfOneSharedObjectShareAProcessWhichRefusesOneThatHasChanged() throws {
    let changed = workshop.folder + "/changed"
    let path = try workshop.compile(defines: ["SECOND=\"\(changed)\""])
    try workshop.write("fixture.transport.json", manifest())
    try workshop.write("second.transport.json", manifest(["id": "org.example.second", "name": "Second", "version": "1.0"]))
    var catalog = CatalogTests.look([workshop.folder])
    catalog.meet(contact)
    let candidates = catalog.usable.filter { $0.file == TrustedFile.resolve(path) }
    try #require(candidates.map(\.id) == ["org.example.fixture", "org.example.second"], "\(catalog.candidates.map(\.line))")
    let table = RunnerTable()
    let first = try table.load(candidates[0], wish("a"), contact: contact).transport
    let second = try table.load(candidates[1], wish("b"), contact: contact).transport
    do {
      let begun = [try begin(first), try begin(second)]
      #expect(first.runnerPID != nil && first.runnerPID == second.runnerPID)
      for instance in begun { close(instance) }
    }
    // The process ends once its runner has destroyed both.
    let limit = ContinuousClock.now + .seconds(10)
    while first.runnerPID != nil, ContinuousClock.now < limit { sched_yield() }
    // Another process, in which the code of the second differs from its scan.
    try workshop.write("changed", "")
    let (_, recorder) = try begin(second)
    #expect(recorder.texts.last?.contains("is another transport than when it was scanned") == true, "\(recorder.texts)")
    #expect(second.runnerPID == nil, "a process without instances ends")
    close(try begin(first))
  }

  /// Fault 35.
  @Test func aProcessThatTheSystemDoesNotGiveIsALoss() throws {
    let candidate = try candidate()
    let helper = workshop.folder + "/hookswitch-helper"
    guard case .program(let real) = contact.helper else { return }
    try #require(IsolatedStage.write("#!/bin/sh\nexec '\(real)' \"$@\"\n", to: helper))
    var contact = contact
    contact.helper = .program(helper)
    let loaded = try RunnerTable().load(candidate, wish("a"), contact: contact)
    #expect(loaded.warning == nil, "\(loaded.warning ?? "")")
    unlink(helper)
    let (_, recorder) = try begin(loaded.transport)
    #expect(recorder.texts.last?.contains("the system gives no process for \(helper)") == true, "\(recorder.texts)")
  }

  @Test func aManifestThatRequiresAProcessGetsOneAndIsNotLoadedInside() throws {
    let candidate = try candidate(isolation: "required")
    #expect(candidate.remarks == ["runs only in a process of its own"])
    let refusal = #expect(throws: TransportRefusal.self) { try LoadedTransport(candidate, contact: contact) }
    #expect(refusal?.kind == .isolation)
    let loaded = try RunnerTable().load(candidate, wish("a", nil), contact: contact)
    let begun = try begin(loaded.transport)
    #expect(loaded.transport.runnerPID != nil)
    close(begun)
    let inside = try RunnerTable().load(candidate, wish("a", .inside), contact: contact)
    #expect(inside.warning?.contains("its manifest says required") == true)
  }

  /// Helpers without which no process can be made (fault 34).
  static let broken: [(name: String, script: String?, sentence: String)] = [
    ("missing", nil, "there is no hookswitch-helper"), ("untrusted", "exit 0", "is not trusted"),
    ("too old", "echo 'only Hookswitch starts it' >&2; exit 2", "code 2 in starting: only Hookswitch starts it"),
    // HELLO of version 9 of the protocol: type, length, magic, version, and zeros.
    (
      "of another build", "printf '\\001\\0\\0\\0\\030\\0\\0\\0HSWR\\011\(String(repeating: "\\0", count: 19))' >&3; sleep 9",
      "speaks version 9 of the protocol"
    ),
  ]

  @Test(arguments: broken.indices, ["allowed", "required"])
  func withoutAHelperItRunsInsideOrIsRefused(_ row: Int, isolation: String) throws {
    let candidate = try candidate(isolation: isolation)
    let (name, script, sentence) = Self.broken[row]
    var contact = contact
    let helper = workshop.folder + "/hookswitch-helper"
    if let script {
      try #require(IsolatedStage.write("#!/bin/bash\n\(script)\n", to: helper))
      if name == "untrusted" { chmod(helper, 0o777) }
      contact.helper = .program(helper)
    } else {
      contact.helper = .missing([helper])
    }
    if isolation == "allowed" {
      let loaded = try RunnerTable().load(candidate, wish("a"), contact: contact)
      #expect(loaded.warning?.contains(sentence) == true, "\(loaded.warning ?? "")")
      let begun = try begin(loaded.transport)
      #expect(loaded.transport.runnerPID == nil)
      close(begun)
    } else {
      let failure = #expect(throws: RunnerTable.Failure.self) { try RunnerTable().load(candidate, wish("a"), contact: contact) }
      guard case .refused(let refusal)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(refusal.kind == .isolation && refusal.description.contains(sentence), "\(refusal)")
    }
  }

  /// Fault 36.
  @Test func aLibraryThatIsReplacedAfterTheScanIsRefusedByTheRunner() throws {
    let candidate = try candidate()
    let loaded = try RunnerTable().load(candidate, wish("a"), contact: contact)
    let new = try workshop.compile("new", defines: ["NOTE"], flags: ["-O1"])
    rename(new, candidate.file)
    let (_, recorder) = try begin(loaded.transport)
    #expect(recorder.texts.last?.contains("identity") == true, "\(recorder.texts)")
    #expect(loaded.transport.runnerPID == nil)
  }
}
