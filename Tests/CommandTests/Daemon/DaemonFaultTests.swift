import Foundation
import HostDoors
import HostSurface
import StrictJSON
import Testing

/// The faults of daemon.md section 11 that need a whole daemon; those of its parts are in HostDoorsTests and CallStoreTests.
@Suite("hookswitch daemon: faults", .serialized, .timeLimit(.minutes(4))) struct DaemonFaultTests {
  /// Answers the actions of a provider that is a program, but for those that it leaves open.
  private final class Program {
    let client: SocketClient
    private var kinds: [String] = []

    init(_ daemon: RunningDaemon) throws {
      client = try SocketClient(daemon.socket)
      _ = try client.request(
        .providerRegister,
        .object(of: [
          "provider": "chat", "configuration": .object(of: ["handleTypes": .strings(["chat"]), "capabilities": .strings(["holding"])]),
        ]))
      _ = try client.request(.providerSetReady, .object(of: ["provider": "chat", "ready": true]))
    }

    /// Takes actions up to one of a kind, which it fulfills or leaves open.
    func take(_ kind: String, isFulfilled: Bool = true) throws -> String {
      while true {
        let news = try #require(try client.next(within: .seconds(30)), "no \(kind) came")
        guard news.method == "provider.action" else { continue }
        let isAwaited = news.parameters["kind"]?.string == kind
        if isFulfilled || !isAwaited {
          _ = try client.request(.providerFulfill, .object(of: ["provider": "chat", "action": news.parameters["action"]]))
        }
        if isAwaited { return try #require(news.parameters["call"]?.string) }
      }
    }

    func report(_ call: String, _ kind: String) throws {
      _ = try client.request(.providerReport, .object(of: ["provider": "chat", "call": .string(call), "report": .string(kind)]))
    }

    func ring() throws {
      _ = try client.request(
        .providerReportIncoming,
        .object(of: ["provider": "chat", "call": .string(UUID().uuidString), "update": .object(of: ["name": "Ann"])]))
    }
  }

  @Test("The lines that a transport logs come in the daemon's log, with its provider's topic", .enabled(if: hasSIP)) func transportLog()
    async throws
  {
    let settings = #"{"port": 0, "srtp": "sdes", "sdes-without-tls": true}"#
    let daemon = try await RunningDaemon(
      providers: #"[{"name": "desk", "transport": "sip", "settings": \#(settings)}]"#, ["--no-bus"])
    try await daemon.until(" warning provider.desk: ")
    try await daemon.until("/sdes-without-tls")
    #expect(try await daemon.end() == 0)
  }

  private static let hasSIP = FileManager.default.fileExists(atPath: BuiltCommand.folder.appendingPathComponent("libSIP.so").path)

  @Test("A standard error that is no journal gets lines, even with an inherited JOURNAL_STREAM") func noJournal() async throws {
    let daemon = try await RunningDaemon(environment: ["JOURNAL_STREAM": "9:4711"], ["--no-bus"])
    #expect(daemon.log.contains(" info host: ready: socket"))
    #expect(try await daemon.end() == 0)
  }

  @Test(
    "P1: a program that dies in any state of a call ends that call only, and the history says providerLost",
    arguments: ["requested", "dialing", "connecting", "active", "held", "ringing", "answering", "ending"]) func death(_ state: String)
    async throws
  {
    // The program leaves actions open while this test starts commands, which a busy machine delays.
    let deadlines = #""deadlines": {"start": 300, "answer": 300, "end": 300}"#
    let daemon = try await RunningDaemon(others: #", "policy": {"maximumCallGroups": 3, \#(deadlines)}"#)
    try await daemon.perform("access", "grant", "uid:\(getuid())", "provide", "--name", "chat")
    try await daemon.perform("dial", "5550100", "--provider", "home")
    try await daemon.until(calls: ["active"])
    try await daemon.perform("hold")
    let program = try Program(daemon)
    switch state {
    case "ringing", "answering":
      try program.ring()
      try await daemon.until(calls: ["held", "ringing"])
      if state == "answering" {
        try await daemon.perform("answer", "--no-wait")
        _ = try program.take("answer", isFulfilled: false)
      }
    default:
      try await daemon.perform("open", "--yes", "chat:bob", "--no-wait")
      let call = try program.take("start", isFulfilled: state != "requested")
      if !["requested", "dialing"].contains(state) { try program.report(call, "startedConnecting") }
      if ["active", "held", "ending"].contains(state) { try program.report(call, "connected") }
      if state == "held" {
        try await daemon.perform("hold", call, "--no-wait")
        _ = try program.take("setHeld")
      }
      if state == "ending" {
        try await daemon.perform("end", call, "--no-wait")
        _ = try program.take("end", isFulfilled: false)
      }
    }
    try await daemon.until(calls: ["held", state])
    program.client.close()
    // The held call resumes by itself after an end that a person requested.
    let other = state == "ending" ? "active" : "held"
    try await daemon.until(calls: [other])
    let history = try await daemon.rows("calls", "history")
    let entry = try #require(history.first)
    let end = entry["end"] as? [String: Any]
    #expect(history.count == 1 && entry["provider"] as? String == "chat", "\(history)")
    #expect(end?["reason"] as? String == "failed" && end?["cause"] as? String == "providerLost", "\(entry)")
    _ = try Program(daemon)
    if other == "held" { try await daemon.perform("resume") }
    try await daemon.until(calls: ["active"])
    _ = try await daemon.end()
  }

  @Test("I8: a screener that hangs lets calls ring at the deadline, and after 20 late answers it is asked no more") func screener()
    async throws
  {
    let daemon = try await RunningDaemon()
    try await daemon.perform("access", "grant", "uid:\(getuid())", "provide", "screen", "--name", "chat", "--name", "spam")
    try await daemon.perform("api", "line.setPolicy", #"{"policy": {"screeners": ["spam"], "deadlines": {"screen": 0.05}}}"#)
    let screener = try SocketClient(daemon.socket)
    _ = try screener.request(.screenerRegister, .object(of: ["screener": "spam"]))
    let program = try Program(daemon)
    for _ in 0..<20 {
      try program.ring()
      try await daemon.until(calls: ["ringing"])
      let call = try #require(try await daemon.rows("calls", "calls").first?["call"] as? String)
      try program.report(call, "ended")
      try await daemon.until(calls: [])
    }
    var counts: [String: Int] = [:]
    while let news = try screener.next(within: .milliseconds(200)) { counts[news.method, default: 0] += 1 }
    #expect(counts == ["screener.ask": 20, "screener.giveUp": 20])
    #expect(try await daemon.perform("status").contains("the screener was late in 20 of its last 50 calls"))
    try program.ring()
    try await daemon.until(calls: ["ringing"])
    #expect(try screener.next(within: .milliseconds(200)) == nil, "it is asked no more")
    _ = try await daemon.end()
  }

  /// Starts a daemon in a mount namespace of its own, with a memory that the commands prepare; nil where that is not allowed.
  private func isolated(_ prepare: String, state: String) async throws -> RunningDaemon? {
    let user = getuid() == 0 ? [] : ["--user", "--map-root-user"]
    let probe = Process()
    probe.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    probe.arguments = user + ["--mount", "true"]
    probe.standardError = FileHandle.nullDevice
    guard try await probe.runToEnd() == 0 else { return nil }
    return try await RunningDaemon(
      ["--state", state], after: ["/usr/bin/unshare"] + user + ["--mount", "sh", "-c", "\(prepare) && exec \"$@\"", "sh"])
  }

  /// Places a call and ends it.
  private func call(_ client: SocketClient) throws {
    let request = try client.request(.callStart, .object(of: ["handle": "5550100", "wait": "performed"]))
    _ = try client.request(.callEnd, .object(of: ["call": request["call"], "wait": "performed"]))
  }

  @Test("On a full disk calls go on, and the status says full") func fullDisk() async throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let path = folder.url.path
    guard let daemon = try await isolated("mount -t tmpfs -o size=4300k none '\(path)'", state: path) else { return }
    let client = try SocketClient(daemon.socket)
    var calls = 0
    while try client.request(.hostStatus)["store"]?.string != "full" {
      try #require(calls < 2_000, "the disk is not full after \(calls) calls")
      for _ in 0..<50 { try call(client) }
      calls += 50
    }
    try call(client)
    #expect(try await daemon.perform("status").contains("store full"))
    #expect(try await daemon.run("contacts", "add", "Ann", "1").exitCode == 1)
    _ = try await daemon.end()
  }

  @Test("With a memory that cannot be written calls go on, the status says readOnly, and what was there can be read") func readOnly()
    async throws
  {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let path = folder.url.path
    let first = try await RunningDaemon(["--state", path])
    try await first.perform("contacts", "add", "Ann", "+12025550100")
    _ = try await first.end()
    let prepare = "mount --bind '\(path)' '\(path)' && mount -o remount,bind,ro '\(path)'"
    guard let daemon = try await isolated(prepare, state: path) else { return }
    try call(SocketClient(daemon.socket))
    #expect(try await daemon.perform("status").contains("store readOnly"))
    #expect(try await daemon.perform("contacts").contains("Ann"))
    #expect(try await daemon.run("contacts", "add", "Bob", "1").exitCode == 1)
    _ = try await daemon.end()
  }

  @Test("A damaged memory is set aside, what can be read is kept, and the status says recovered") func damaged() async throws {
    let daemon = try await RunningDaemon()
    for number in 0..<200 { try await daemon.contact(number) }
    _ = try await daemon.end()
    let state = daemon.scratch.url.appendingPathComponent(".local/state/hookswitch")
    let file = state.appendingPathComponent("store.sqlite")
    var bytes = try Data(contentsOf: file)
    // The pages at the end hold rows and indexes.
    let page = bytes.count - 3 * 4_096
    for place in page..<page + 2_000 { bytes[place] = UInt8(truncatingIfNeeded: place) }
    try bytes.write(to: file)
    let next = try await RunningDaemon(in: daemon.scratch)
    let status = try await next.perform("status")
    #expect(status.contains("store recovered") && status.contains("problem:"), "\(status)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: state.path).contains { $0.hasPrefix("store.sqlite.damaged-") })
    #expect(try await next.rows("contacts", "contacts", "--favourites").isEmpty)
    try call(SocketClient(next.socket))
    #expect(try await next.rows("calls", "history").count == 1)
    _ = try await next.end()
  }

  @Test("A clock that is set back a day changes no order of the history and no duration, and timers go on") func clockSetBack() async throws
  {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let shift = try folder.write("0", to: "shift").path
    let library = try await Self.clockLibrary(in: folder)
    let daemon = try await RunningDaemon(
      [], after: ["/usr/bin/env", "LD_PRELOAD=\(library)", "CLOCK_SHIFT=\(shift)"])
    let call = try await daemon.perform("dial", "5550100")
    try await daemon.until(calls: ["active"])
    try folder.write("-86400", to: "shift")
    let began = try await daemon.perform("dial", "5550100")
    try await daemon.until(calls: ["held", "active"])
    try await daemon.perform("end", call)
    try await daemon.perform("end", began)
    try await daemon.until(calls: [])
    let history = try await daemon.rows("calls", "history")
    #expect(history.compactMap { $0["call"] as? String } == [began, call], "the newest first, by their order and not by the clock")
    let times = history.compactMap { $0["began"] as? String }
    #expect(times.count == 2 && times[0] < times[1], "the clock was set back: \(times)")
    #expect(history.compactMap { $0["duration"] as? Double }.allSatisfy { (0..<60).contains($0) } && history.count == 2)
    #expect(try await daemon.end() == 0)
  }

  /// Compiles a library that shifts the time of day by the seconds in a file.
  private static func clockLibrary(in folder: ScratchFolder) async throws -> String {
    let source = """
      #define _GNU_SOURCE
      #include <stdlib.h>
      #include <stdio.h>
      #include <sys/syscall.h>
      #include <sys/time.h>
      #include <time.h>
      #include <unistd.h>
      static long shift(void) {
        FILE *file = fopen(getenv("CLOCK_SHIFT"), "r");
        long seconds = 0;
        if (file) { if (fscanf(file, "%ld", &seconds) != 1) seconds = 0; fclose(file); }
        return seconds;
      }
      int clock_gettime(clockid_t clock, struct timespec *time) {
        int result = (int)syscall(SYS_clock_gettime, clock, time);
        if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += shift();
        return result;
      }
      int gettimeofday(struct timeval *restrict time, void *restrict zone) {
        (void)zone;
        struct timespec now;
        int result = clock_gettime(CLOCK_REALTIME, &now);
        time->tv_sec = now.tv_sec;
        time->tv_usec = now.tv_nsec / 1000;
        return result;
      }
      time_t time(time_t *where) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        if (where) *where = now.tv_sec;
        return now.tv_sec;
      }
      """
    let file = try folder.write(source, to: "clock.c").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["cc", "-shared", "-fPIC", "-o", folder.url.path + "/clock.so", file]
    try #require(try await process.runToEnd() == 0)
    return folder.url.path + "/clock.so"
  }
}

extension RunningDaemon {
  /// Adds a contact with a number of its own.
  fileprivate func contact(_ number: Int) async throws {
    let client = try SocketClient(socket)
    _ = try client.request(
      .contactPut, .object(of: ["contact": .object(of: ["name": .string("Contact \(number)"), "handles": .array([])])]))
  }
}
