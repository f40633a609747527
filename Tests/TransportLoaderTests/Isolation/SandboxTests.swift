import Foundation
import Glibc
import RunnerChannel
import Testing
import TransportABI
import TransportRunner

@testable import TransportLoader

/// The sandbox of a runner, as the code in it finds it.
@Suite(
  .enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"),
  .enabled(if: SandboxKernel.current.isWhole && SandboxKernel.current.landlock >= 6, "the kernel has no Landlock 6, or no seccomp"))
struct SandboxTests {
  private static func needs(_ change: (inout RunnerNeeds) -> Void = { _ in }) -> RunnerNeeds {
    var needs = RunnerNeeds()
    change(&needs)
    return needs
  }

  /// Makes an attempt in the runner; returns its error number, 0 for a success.
  private static func attempt(_ words: String, in stage: IsolatedStage) -> CInt? {
    let kind = words.split(separator: " ")[0]
    let before = stage.recorder.texts.count
    stage.dial("try " + words)
    let start = "log tried: \(kind) "
    guard stage.recorder.wait(until: { $0.dropFirst(before).contains { $0.text.hasPrefix(start) } }) else { return nil }
    return stage.recorder.texts.dropFirst(before).first { $0.hasPrefix(start) }.flatMap { CInt($0.dropFirst(start.count)) }
  }

  private static let defines = ["NOTE", "SANDBOX"]

  @Test func withoutNeedsATransportReachesNothingOutsideItsProcess() throws {
    let stage = try IsolatedStage(defines: Self.defines)
    let host = getpid()
    let expected: [(String, CInt)] = [
      ("read /etc/passwd", EACCES), ("read /etc/hosts", EACCES), ("read /proc/1/stat", EACCES), ("read /proc/\(host)/environ", EACCES),
      ("write \(stage.workshop.folder)/new", EACCES), ("write /dev/shm/hookswitch-new", EACCES),
      ("read /usr/bin/env", 0), ("read /proc/self/statm", 0), ("write /dev/null", 0), ("read /dev/urandom", 0), ("temporary", 0),
      ("write \(stage.workshop.folder)/state/kept", 0),
      ("socket inet", EPERM), ("socket inet6", EPERM), ("socket unix", EPERM), ("socket netlink", EPERM), ("socket packet", EPERM),
      ("pair", 0), ("thread", 0), ("fork 0", EPERM), ("spawn", EPERM),
      ("trace \(host)", EPERM), ("memory \(host)", EPERM), ("descriptor", EPERM), ("clone3", ENOSYS), ("namespace", EPERM),
      ("uring", EPERM), ("key", EPERM), ("bpf", EPERM), ("clock", EPERM), ("persona", EPERM), ("input", EPERM), ("privileges", 0),
    ]
    for (words, error) in expected { #expect(Self.attempt(words, in: stage) == error, "\(words)") }
    stage.close()
  }

  /// Fault 31.
  @Test func noSignalReachesTheHostOrAnotherRunner() throws {
    let stage = try IsolatedStage(defines: Self.defines)
    let other = try IsolatedStage(defines: Self.defines, needs: Self.needs { $0.programs = true })
    let pid = try #require(stage.transport.runnerPID)
    for target in [getpid(), getppid(), pid] {
      #expect(Self.attempt("kill \(target)", in: other) == EPERM)
      #expect(Self.attempt("term \(target)", in: other) == EPERM)
    }
    #expect(Self.attempt("kill \(pid)", in: stage) == 0, "its own process")
    stage.close()
    other.close()
  }

  private struct Grant: CustomTestStringConvertible, Sendable {
    var name: String
    var needs: RunnerNeeds
    /// The attempts that it allows; all others stay refused.
    var allowed: Set<String>
    var testDescription: String { name }
  }

  private static let grants = [
    Grant(name: "nothing", needs: needs(), allowed: []),
    Grant(
      name: "network", needs: needs { $0.network = true }, allowed: ["socket inet", "socket inet6", "socket netlink", "read /etc/hosts"]),
    Grant(name: "files", needs: needs { $0.files = ["/etc/passwd"] }, allowed: ["read /etc/passwd"]),
    Grant(name: "write", needs: needs { $0.write = ["/dev/shm"] }, allowed: ["write /dev/shm/hookswitch-sandbox"]),
    Grant(name: "audio", needs: needs { $0.audio = true }, allowed: ["socket unix"]),
    Grant(name: "dbus", needs: needs { $0.dbus = ["system:org.ofono"] }, allowed: ["socket unix"]),
    Grant(name: "devices", needs: needs { $0.devices = ["/dev/ful?"] }, allowed: ["write /dev/full"]),
    Grant(name: "programs", needs: needs { $0.programs = true }, allowed: ["fork 0", "spawn"]),
  ]

  @Test(arguments: grants) private func aNeedGrantsWhatItNamesAndNothingElse(grant: Grant) throws {
    let stage = try IsolatedStage(defines: Self.defines, needs: grant.needs)
    let refused: [(String, CInt)] = [
      ("socket inet", EPERM), ("socket inet6", EPERM), ("socket netlink", EPERM), ("socket unix", EPERM), ("socket packet", EPERM),
      ("read /etc/hosts", EACCES), ("read /etc/passwd", EACCES), ("write /dev/shm/hookswitch-sandbox", EACCES), ("write /dev/full", EACCES),
      ("fork 0", EPERM), ("spawn", EPERM), ("trace \(getpid())", EPERM), ("namespace", EPERM), ("kill \(getpid())", EPERM),
    ]
    for (words, error) in refused {
      #expect(Self.attempt(words, in: stage) == (grant.allowed.contains(words) ? 0 : error), "\(words)")
    }
    unlink("/dev/shm/hookswitch-sandbox")
    stage.close()
  }

  /// Fault 32: with `programs`, a child ends with the runner.
  @Test func aChildEndsWithItsRunner() throws {
    let stage = try IsolatedStage(defines: Self.defines, needs: Self.needs { $0.programs = true })
    let pid = try #require(stage.transport.runnerPID)
    #expect(Self.attempt("fork 600", in: stage) == 0)
    let child = try #require(Self.child(of: pid))
    let process = try #require(ProcessDescriptor(child: child))
    kill(pid, SIGKILL)
    #expect(stage.recorder.wait(for: "lost"))
    var wanted = pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wanted, 1, 5000) == 1)
  }

  private static func child(of pid: pid_t) -> pid_t? {
    let text = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task"))?.compactMap {
      try? String(contentsOfFile: "/proc/\(pid)/task/\($0)/children", encoding: .utf8)
    }
    return text?.joined(separator: " ").split(separator: " ").compactMap { pid_t($0) }.first
  }

  @Test func aSandboxThatIsOffRefusesNothing() throws {
    let stage = try IsolatedStage(defines: Self.defines, sandbox: .off)
    for words in ["read /etc/passwd", "socket inet", "socket unix", "fork 0", "privileges"] {
      #expect(Self.attempt(words, in: stage) == 0, "\(words)")
    }
    #expect((stage.transport.module.seat as? RunnerSeat)?.sandbox == "off")
    stage.close()
  }

  @Test func aRunnerTellsItsLayers() throws {
    let stage = try IsolatedStage(sandbox: .require)
    #expect((stage.transport.module.seat as? RunnerSeat)?.sandbox == SandboxKernel.current.layers)
    #expect(stage.recorder.texts.allSatisfy { !$0.hasPrefix("log sandbox") })
    stage.close()
  }

  @Test func pathsOfSettingsAreGrantedByTheirFormat() throws {
    let folder = NSTemporaryDirectory() + "hookswitch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let schema = #"""
      {"properties": {"key": {"type": "string", "format": "path"}, "to": {"type": "string", "format": "write-path"}, "note": {"type": "string"}}}
      """#
    let stage = try IsolatedStage(
      defines: Self.defines, configuration: #"{"key": "/etc/passwd", "to": "\#(folder)", "note": "/etc/hosts"}"#, schema: schema)
    #expect(Self.attempt("read /etc/passwd", in: stage) == 0)
    #expect(Self.attempt("write \(folder)/file", in: stage) == 0)
    #expect(Self.attempt("read /etc/hosts", in: stage) == EACCES)
    stage.close()
  }

  @Test func aSecondInstanceWithAnotherPathIsRefusedWithAdvice() throws {
    let schema = #"{"properties": {"key": {"type": "string", "format": "path"}}}"#
    let stage = try IsolatedStage(defines: Self.defines, configuration: #"{"key": "/etc/passwd"}"#, schema: schema)
    let other = Recorder()
    let instance = try TransportInstance(stage.transport, settings: stage.settings, sink: other)
    instance.begin(configuration: #"{"key": "/etc/hosts"}"#)
    #expect(other.wait(for: "lost"))
    #expect(other.texts.last?.contains("in a sandbox without /etc/hosts: start anew, or name the path in isolation.needs") == true)
    stage.dial("plain")
    #expect(stage.recorder.wait(for: "done"))
    stage.close()
  }
}

/// The sandbox on a kernel that cannot have all of it.
struct SandboxKernelTests {
  private static let none = SandboxKernel(landlock: 0, hasFilter: false)

  @Test func aRunnerThatRequiresASandboxRefusesAKernelWithoutOne() {
    var order = SandboxBody()
    (order.isOn, order.isRequired) = (true, true)
    for (kernel, reason) in [
      (Self.none, "neither Landlock nor seccomp"), (SandboxKernel(landlock: 7, hasFilter: false), "no seccomp"),
      (SandboxKernel(landlock: 0, hasFilter: true), "no Landlock"),
    ] {
      let error = #expect(throws: RunnerSandbox.Refusal.self) { try RunnerSandbox(order, libraries: [], kernel: kernel).enter() }
      #expect(error?.sentence == "its sandbox is required, but the kernel has \(reason)")
    }
  }

  @Test(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"))
  func aTransportWhoseSandboxIsRequiredIsRefusedWithItsNameAndTheReason() throws {
    let workshop = try Workshop()
    let path = try workshop.compile()
    let candidate = try #require(CatalogTests.look([workshop.folder]).usable.first { $0.file == TrustedFile.resolve(path) })
    let contact = FirstContact(
      helper: .program(try #require(IsolatedStage.helper)), cacheFile: nil, quarantineFile: nil, patience: 10_000)
    var profile = RunnerProfile()
    profile.sandbox = .require
    let wish = RunnerTable.Wish("desk", IsolationChoice(usual: .process), profile: profile)
    let error = #expect(throws: RunnerTable.Failure.self) { try RunnerTable(kernel: Self.none).load(candidate, wish, contact: contact) }
    #expect("\(error!)".contains("org.example.fixture cannot have one: the kernel has neither Landlock nor seccomp"), "\(error!)")
  }

  @Test func theGapsOfEachKernelAreSentences() {
    #expect(SandboxKernel(landlock: 7, hasFilter: true).gaps.isEmpty)
    #expect(SandboxKernel(landlock: 7, hasFilter: true).layers == "landlock 7, seccomp")
    #expect(Self.none.gaps.count == 2 && Self.none.layers == "none")
    #expect(SandboxKernel(landlock: 2, hasFilter: true).gaps.first?.contains("cut files short") == true)
    #expect(SandboxKernel(landlock: 4, hasFilter: true).gaps.first?.contains("control each device") == true)
  }

  @Test func needsAreToldInWords() {
    var needs = RunnerNeeds()
    #expect(needs.words == "nothing")
    (needs.network, needs.files, needs.dbus) = (true, ["/etc/a", "/etc/b"], ["system:org.ofono"])
    #expect(needs.words == "network; reads /etc/a, /etc/b; dbus system:org.ofono")
  }

  @Test func thePathsOfSettingsAreFoundInDepth() {
    let schema = #"""
      {"properties": {"a": {"format": "path"}, "list": {"items": {"$ref": "#/$defs/entry"}}},
       "additionalProperties": {"properties": {"w": {"format": "write-path"}}},
       "$defs": {"entry": {"oneOf": [{"type": "string"}, {"properties": {"file": {"format": "path"}, "more": {"$ref": "#/$defs/entry"}}}]}}}
      """#
    let paths = SettingPaths(
      in: #"{"a": "/1", "list": ["/no", {"file": "/2", "more": {"file": "/3"}}], "x": {"w": "/4"}, "y": {"w": ""}}"#, schema: schema)
    #expect(paths.reads == ["/1", "/2", "/3"])
    #expect(paths.writes == ["/4"])
    #expect(SettingPaths(in: "{", schema: schema) == SettingPaths())
  }
}
