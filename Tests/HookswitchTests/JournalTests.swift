import CallControl
import Dispatch
import FoundationEssentials
import Glibc
import Hookswitch
import Locking
import Testing

@testable import HookswitchCore

@Suite("Journals")
struct JournalTests {
  /// A unique path under the temporary folder, removed with the test.
  final class Scratch: Sendable {
    let path = "/tmp/hookswitch-journal-\(UUID().uuidString)"
    deinit { unlink(path) }

    func write(_ text: String) throws { try text.write(toFile: path, atomically: false, encoding: .utf8) }
    func read() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
  }

  private func recordedCall(_ scratch: Scratch) async throws -> JournalFile {
    let file = try JournalFile(path: scratch.path, clock: VirtualClock())
    var settings = HostSettings()
    settings.journals = [file]
    let world = try World(settings: settings)
    let call = try await world.activeCall()
    try await world.controller.hold(call).performed()
    world.provider.report(.dtmf("1"), of: CallID())
    await world.host.shutdown()
    #expect(file.failure == nil)
    return file
  }

  @Test("a call written to a file reads back, and replays to the same effects")
  func roundTrip() async throws {
    let scratch = Scratch()
    _ = try await recordedCall(scratch)
    let reading = try JournalReading(path: scratch.path)
    #expect(!reading.isCutShort)
    #expect(reading.zero == Date(timeIntervalSince1970: 1_000_000_000))
    var replay = JournalReplay()
    for record in reading.records { try replay.run(record) }
    #expect(replay.events == 7)
    #expect(reading.records.contains { if case .unknown = $0.body { true } else { false } })
    guard case .opened(.main, _, let roster)? = reading.records.first?.body else {
      Issue.record("a line's first record does not open it")
      return
    }
    #expect(roster.entries.map(\.id) == ["a"])
  }

  @Test("an error about a record escapes the control characters of the record's words")
  func plainError() throws {
    let scratch = Scratch()
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let journal = try String(contentsOf: folder.appending(path: "Journals/earlier-actions.journal"), encoding: .utf8)
    try scratch.write(journal.replacing("\"autoResume\":\"after", with: "\"autoResume\":\"\u{7F}\u{202E}after"))
    let error = try #require(throws: JournalFileError.self) { try JournalReading(path: scratch.path) }
    #expect(error.description.contains("\\u007f\\u202eafter"))
    #expect(error.errorDescription?.contains("\\u007f\\u202eafter") == true)
  }

  @Test("a journal of an earlier version, with one case for each kind of action, replays to the same effects")
  func earlierVersion() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let reading = try JournalReading(path: folder.appending(path: "Journals/earlier-actions.journal").path)
    var replay = JournalReplay()
    for record in reading.records { try replay.run(record) }
    #expect(replay.events == 55)
  }

  static let earlierActions: [(json: String, action: RequestedAction)] = {
    let (call, other) = (
      UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))
    )
    let (id, second) = ("\"\(call)\"", "\"\(other)\"")
    let handle = Handle(type: .phoneNumber, value: "1")
    let written = #"{"type":"phoneNumber","value":"1"}"#
    return [
      (
        #"{"start":{"_0":\#(id),"provider":"p","_2":{"handle":\#(written),"isVideo":true}}}"#,
        .start(call, provider: "p", StartDetails(handle: handle, isVideo: true))
      ),
      (#"{"answer":{"_0":\#(id),"_1":"endActive"}}"#, .answer(call, .endActive)),
      (#"{"end":{"_0":\#(id)}}"#, .end(call)),
      (#"{"end":{"_0":\#(id),"_1":{"reason":"busy","cause":17,"text":"later"}}}"#, .end(call, Decline(.busy, cause: 17, text: "later"))),
      (#"{"setHeld":{"_0":\#(id),"_1":true}}"#, .setHeld(call, true)),
      (#"{"setMuted":{"_0":\#(id),"_1":false}}"#, .setMuted(call, false)),
      (#"{"setGroup":{"_0":\#(id),"with":\#(second)}}"#, .setGroup(call, with: other)),
      (#"{"setGroup":{"_0":\#(id)}}"#, .setGroup(call, with: nil)),
      (#"{"playDTMF":{"_0":\#(id),"_1":"1,2"}}"#, .playDTMF(call, "1,2")),
      (#"{"transfer":{"_0":\#(id),"_1":{"handle":{"_0":\#(written)}}}}"#, .transfer(call, .handle(handle))),
      (#"{"transfer":{"_0":\#(id),"_1":{"call":{"_0":\#(second)}}}}"#, .transfer(call, .call(other))),
    ]
  }()

  @Test("RequestedAction: the form of earlier journals and its own decode to the same action", arguments: earlierActions)
  func actionForms(_ json: String, _ action: RequestedAction) throws {
    #expect(try JSONDecoder().decode(RequestedAction.self, from: Data(json.utf8)) == action)
    #expect(try JSONDecoder().decode(RequestedAction.self, from: JSONEncoder().encode(action)) == action)
  }

  @Test("RequestedAction: a Start without a provider, and an End with one, are refused")
  func malformedActions() throws {
    let call = "\"\(UUID())\""
    for json in [
      #"{"call":\#(call),"operation":{"start":{"_0":{"handle":{"type":"phoneNumber","value":"1"},"isVideo":false}}}}"#,
      #"{"call":\#(call),"operation":{"end":{}},"provider":"p"}"#, #"{"call":\#(call)}"#, "{}",
    ] {
      #expect(throws: DecodingError.self, "\(json)") { try JSONDecoder().decode(RequestedAction.self, from: Data(json.utf8)) }
    }
  }

  @Test("a truncated last line is left out and reported")
  func cutShort() async throws {
    let scratch = Scratch()
    _ = try await recordedCall(scratch)
    let whole = try JournalReading(path: scratch.path).records.count
    try scratch.write(String(try scratch.read().dropLast(5)))
    let reading = try JournalReading(path: scratch.path)
    #expect(reading.isCutShort)
    #expect(reading.records.count == whole - 1)
  }

  static let bad: [(text: String, code: JournalFileError.Code, line: Int?)] = [
    ("", .notAJournal, 1),
    ("hello\n", .notAJournal, 1),
    ("{}\n", .notAJournal, 1),
    ("{\"hookswitch-journal\":2}\n", .unsupportedVersion, 1),
    ("{\"hookswitch-journal\":1}\nnonsense\n", .malformed, 2),
    ("{\"hookswitch-journal\":1}\n{\"time\":{\"nanoseconds\":0},\"body\":{\"closed\":{\"_0\":\"main\"}}}\n{}\n", .malformed, 3),
    ("{\"hookswitch-journal\":1}\n\n", .malformed, 2),
  ]

  @Test("a file that is not a journal is refused with the line and the reason", arguments: bad)
  func malformed(_ text: String, _ code: JournalFileError.Code, _ line: Int?) throws {
    let scratch = Scratch()
    try scratch.write(text)
    do {
      _ = try JournalReading(path: scratch.path)
      Issue.record("it was read")
    } catch {
      #expect(error.code == code)
      #expect(error.line == line)
      #expect(error.description.hasPrefix(scratch.path + ":"))
    }
  }

  @Test("a file that cannot be opened gives the reason, for reading and for writing")
  func unreachable() throws {
    let reading = try #require(throws: JournalFileError.self) { try JournalReading(path: "/nowhere/journal") }
    #expect(reading.code == .system && reading.path == "/nowhere/journal" && reading.line == nil)
    #expect(reading.reason.hasPrefix("cannot be opened") && reading.reason.lowercased().contains("no such file or directory"))
    let writing = try #require(throws: JournalFileError.self) { try JournalFile(path: "/nowhere/journal") }
    #expect(writing.code == .system && writing.path == "/nowhere/journal" && writing.line == nil)
    #expect(writing.reason.hasPrefix("cannot be opened") && writing.reason.lowercased().contains("no such file or directory"))
  }

  @Test("a disk that is full from the start accepts no journal")
  func noRoom() throws {
    let error = try #require(throws: JournalFileError.self) { try JournalFile(path: "/dev/full") }
    #expect(error.code == .system)
  }

  /// Runs in a child process, whose files are limited to 4,000 bytes.
  @Test("a disk that becomes full ends the journal, not the calls")
  func fullDisk() async throws {
    let scratch = Scratch()
    await #expect(processExitsWith: .success) { [path = scratch.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 4_000, rlim_max: 4_000)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let file = try JournalFile(path: path, clock: VirtualClock())
      var settings = HostSettings()
      settings.journals = [file]
      let world = try World(settings: settings)
      let call = try await world.activeCall()
      for _ in 0..<10 {
        try await world.controller.hold(call).performed()
        try await world.controller.resume(call).performed()
      }
      try #require(world.host.call(call)?.state == .active)
      await world.host.shutdown()
      try #require(file.failure?.code == .system)
    }
    let reading = try JournalReading(path: scratch.path)
    #expect(reading.records.count > 2)
  }

  @Test("L2: a line that never ends is refused, and reading is bounded", arguments: ["", "{\"hookswitch-journal\":1}\n"])
  func endless(header: String) throws {
    let scratch = Scratch()
    try scratch.write(header)
    let file = open(scratch.path, O_WRONLY | O_APPEND)
    // A sparse file: two gigabytes of zeros that take no space.
    ftruncate(file, 2 << 30)
    close(file)
    let error = #expect(throws: JournalFileError.self) { try JournalReading(path: scratch.path) }
    #expect(error?.reason.contains("longer than") == true)
    #expect(error?.line == (header.isEmpty ? 1 : 2))
    #expect(throws: JournalFileError.self) { try JournalReading(path: "/dev/zero") }
  }

  @Test("L3: a journal replaces an existing file: only its owner can read it, and a link is not followed")
  func takesTheName() throws {
    let (scratch, other) = (Scratch(), Scratch())
    try scratch.write("old")
    chmod(scratch.path, 0o644)
    _ = try JournalFile(path: scratch.path)
    var status = stat()
    #expect(stat(scratch.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try JournalReading(path: scratch.path).records.isEmpty)
    unlink(scratch.path)
    try other.write("precious")
    symlink(other.path, scratch.path)
    _ = try JournalFile(path: scratch.path)
    #expect(try other.read() == "precious")
    #expect(lstat(scratch.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o777 == 0o600)
  }

  /// Holds records back until the test releases it.
  final class SlowSink: JournalSink {
    private let state = Locked((isHeld: true, records: [JournalRecord]()))
    private let gate = DispatchSemaphore(value: 0)
    private let writes = AsyncStream<Void>.makeStream()

    /// Returns once a write has begun.
    func begun() async { for await _ in writes.stream { return } }

    func write(_ records: [JournalRecord]) {
      writes.continuation.yield()
      if state.withLock({ $0.isHeld }) { gate.wait() }
      state.withLock { $0.records += records }
    }
    func flush() {}
    func release() {
      state.withLock { $0.isHeld = false }
      gate.signal()
    }
    var records: [JournalRecord] { state.withLock { $0.records } }
  }

  @Test("L3: the queue for a slow journal is bounded; messages are dropped first, and their number is recorded")
  func slowSink() async {
    let sink = SlowSink()
    let hub = JournalHub([sink], activity: Activity(), bounds: .init(messages: 10_000, all: 20_000))
    // The sink holds the first record, so all that follow wait.
    hub.keep(.closed(.main), at: .zero)
    await sink.begun()
    for _ in 0..<100 { hub.keep(.wire("a", nil, protocol: "SIP", text: String(repeating: "x", count: 900), isOutgoing: true), at: .zero) }
    hub.keep(.closed(.main), at: .zero)
    sink.release()
    await hub.flush()
    let texts = sink.records.compactMap { record -> String? in if case .wire(_, _, _, let text, _) = record.body { text } else { nil } }
    let kept = texts.count { $0.hasPrefix("x") }
    #expect(kept > 0 && kept < 12)
    #expect(texts.contains { $0.hasPrefix("\(100 - kept) messages are left out") }, "\(texts.filter { !$0.hasPrefix("x") })")
    #expect(sink.records.count { if case .closed = $0.body { true } else { false } } == 2)
  }

  @Test("L3: a journal that cannot keep up with decisions ends with a note, rather than have a gap")
  func overwhelmed() async {
    let sink = SlowSink()
    let hub = JournalHub([sink], activity: Activity(), bounds: .init(messages: 10_000, all: 20_000))
    // The sink holds the first record, so all that follow wait.
    hub.keep(.closed(.main), at: .zero)
    await sink.begun()
    for _ in 0..<100 { hub.keep(.closed(.main), at: .zero) }
    sink.release()
    await hub.flush()
    hub.keep(.closed(.main), at: .zero)
    await hub.flush()
    guard case .wire(_, _, _, let text, _)? = sink.records.last?.body else {
      Issue.record("it does not say so")
      return
    }
    #expect(text.hasPrefix("the journal ends here"))
    #expect(sink.records.count < 30)
  }

  @Test("A flight recorder that cannot keep up goes on after the gap, and says how large it is")
  func gap() async {
    let sink = SlowSink()
    let hub = JournalHub([sink], activity: Activity(), bounds: .init(messages: 10_000, all: 20_000), endsAtGap: false)
    hub.keep(.closed(.main), at: .zero)
    await sink.begun()
    for _ in 0..<100 { hub.keep(.closed(.main), at: .zero) }
    sink.release()
    await hub.flush()
    hub.keep(.closed("after"), at: .zero)
    await hub.flush()
    let kept = sink.records.count { if case .closed(.main) = $0.body { true } else { false } }
    #expect(kept > 1 && kept < 30)
    let remarks = sink.records.compactMap { record -> String? in if case .wire(_, _, _, let text, _) = record.body { text } else { nil } }
    #expect(remarks.count == 1 && remarks.first?.hasPrefix("\(101 - kept) records are left out") == true, "\(remarks)")
    guard case .closed("after")? = sink.records.last?.body else { return #expect(Bool(false), "it ended") }
  }
}
