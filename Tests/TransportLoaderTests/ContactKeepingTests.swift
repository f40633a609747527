import Foundation
import Glibc
import Locking
import Testing

@testable import TransportLoader

/// Isolates a library at first contact from other processes, and leaves nothing behind.
@Suite struct ContactKeepingTests {
  /// Both ways to isolate a library from other processes.
  static let ways = [true, false]

  /// True while another process holds the lock on the file.
  private static func isHeld(_ path: String) -> Bool {
    let file = open(path, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0
  }

  static let leavings = [
    // Outside the session and the group, and without a parent.
    "if (fork() == 0) { setsid(); if (fork() == 0) for (;;) pause(); _exit(0); }",
    "if (fork() == 0) { setsid(); signal(SIGTERM, SIG_IGN); signal(SIGHUP, SIG_IGN); for (;;) pause(); }",
    "for (int i = 0; i < 8; i++) if (fork() == 0) { setsid(); for (;;) { if (fork() > 0) _exit(0); usleep(1000); } }",
  ]

  @Test(arguments: ways, leavings)
  func whatALibraryLeavesBehindIsEnded(mayIsolate: Bool, leaving: String) throws {
    let rig = try ContactRig(mayIsolate: mayIsolate)
    let lock = try rig.workshop.write("lock", "")
    let take = "int held = open(\"\(lock)\", O_RDWR); if (flock(held, LOCK_EX) != 0) abort()"
    try rig.workshop.compile(defines: ["NOTE", "CONSTRUCTOR=\(take); \(leaving)"])
    #expect(rig.look().candidates.map(\.status) == [.usable])
    #expect(!Self.isHeld(lock))
  }

  @Test(arguments: ways)
  func whatAHangingLibraryHasStartedIsEndedToo(mayIsolate: Bool) throws {
    let rig = try ContactRig(patience: 300, mayIsolate: mayIsolate)
    let lock = try rig.workshop.write("lock", "")
    let take = "int held = open(\"\(lock)\", O_RDWR); if (flock(held, LOCK_EX) != 0) abort()"
    try rig.workshop.compile(defines: ["NOTE", "CONSTRUCTOR=\(take); \(Self.leavings[0]) for (;;) pause()"])
    _ = rig.look()
    #expect(rig.quarantine.entries.map(\.step) == ["dlopen"])
    #expect(!Self.isHeld(lock))
  }

  static let attacks = [
    "kill(getppid(), SIGSTOP)", "kill(getppid(), SIGKILL)", "if (kill(HOST, 0) == 0) abort()",
    "signal(SIGUSR1, SIG_IGN); kill(-1, SIGUSR1)",
    "int pipes[2]; if (pipe(pipes) == 0 && fcntl(pipes[0], F_SETOWN, HOST) == 0 && fcntl(pipes[0], F_GETOWN) == HOST) abort()",
    "struct rlimit r = {1, 1}; if (prlimit(HOST, RLIMIT_CPU, &r, NULL) == 0) abort()",
  ]

  @Test(arguments: ways, attacks)
  func aSignalReachesNobodyElse(mayIsolate: Bool, attack: String) throws {
    let rig = try ContactRig(mayIsolate: mayIsolate)
    try rig.workshop.compile(defines: ["NOTE", "HOST=\(getpid())", "CONSTRUCTOR=\(attack)"])
    #expect(rig.look().candidates.map(\.status) == [.usable])
    #expect(rig.quarantine.entries.isEmpty)
  }

  static let faults: [(destructor: String, reason: String)] = [
    ("abort()", "signal 6"), ("raise(SIGSEGV)", "signal 11"), ("_exit(0)", "exited with code 0"), ("_exit(7)", "exited with code 7"),
    ("for (;;) pause()", "sent nothing for 300 ms"),
  ]

  @Test(arguments: ways, faults)
  func whoDiesOrHangsInADestructorIsRefused(mayIsolate: Bool, fault: (destructor: String, reason: String)) throws {
    let rig = try ContactRig(patience: fault.reason.hasPrefix("sent nothing") ? 300 : 30_000, mayIsolate: mayIsolate)
    try rig.workshop.compile(defines: ["NOTE", "DESTRUCTOR=\(fault.destructor)"])
    let catalog = rig.look()
    guard case .refused(let refusal)? = catalog.candidates.first?.status else {
      Issue.record("not refused: \(catalog.remarks)")
      return
    }
    #expect(refusal.field == "destructors")
    #expect(refusal.claims.first?.value.contains(fault.reason) == true, "\(refusal)")
  }

  @Test func librariesThatHangAreMetSideBySideAndTheCountIsTold() throws {
    let rig = try ContactRig(patience: 1000)
    let first = try rig.workshop.compile("hangs0", defines: ["NOTE", "CONSTRUCTOR=for (;;) pause()"])
    for number in 1..<32 {
      try FileManager.default.copyItem(atPath: first, toPath: rig.workshop.folder + "/hangs\(number).so")
    }
    let told = Locked<[String]>([])
    var contact = rig.contact
    contact.progress = { met, all in told.withLock { $0.append("\(met) of \(all)") } }
    let begin = ContinuousClock.now
    _ = rig.look(contact)
    // In sequence they would take 32 seconds.
    #expect(ContinuousClock.now - begin < .seconds(12))
    #expect(rig.quarantine.entries.count == 32)
    // The first of the id, and all others after its refusal.
    #expect(told.withLock { $0.prefix(3) } == ["0 of 1", "1 of 1", "0 of 31"] && told.withLock { $0.last } == "31 of 31")
  }

  @Test func aScanLeavesNoDescriptorNoThreadAndNoChildBehind() throws {
    let rig = try ContactRig(patience: 200)
    let constructors = ["for (;;) pause()", "abort()", Self.leavings[0], "exit(3)"]
    for (number, constructor) in constructors.enumerated() {
      let first = try rig.workshop.compile("a\(number)", defines: ["NOTE", "CONSTRUCTOR=\(constructor)"])
      for copy in 1..<16 { try FileManager.default.copyItem(atPath: first, toPath: rig.workshop.folder + "/a\(number)-\(copy).so") }
    }
    let before = Holdings()
    _ = rig.look()
    #expect(rig.starts == 64)
    // Other tests run in this process meanwhile, so a few more or less mean nothing; a leak in each scan would give 64.
    let after = Holdings()
    #expect(after.descriptors - before.descriptors < 48, "\(before) \(after)")
    #expect(after.threads - before.threads < 48, "\(before) \(after)")
    #expect(after.helpers - before.helpers < 48, "\(before) \(after)")
  }

  /// The resources of this process.
  private struct Holdings {
    var descriptors = Holdings.count("/proc/self/fd")
    var threads = Holdings.count("/proc/self/task")
    /// Helpers among the children of this process's threads, running or not.
    var helpers = Holdings.countHelpers()

    private static func countHelpers() -> Int {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      let children = threads.flatMap { thread in
        ((try? String(contentsOfFile: "/proc/self/task/\(thread)/children", encoding: .utf8)) ?? "").split(separator: " ")
      }
      return children.count { Holdings.name($0) == "hookswitch-helpe" }
    }

    private static func count(_ folder: String) -> Int { (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0 }
    private static func name(_ process: some StringProtocol) -> String {
      ((try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? "").trimmingCharacters(in: .newlines)
    }
  }
}
