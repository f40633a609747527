import CallAudio
import Foundation
import Testing

/// A private message bus, in its own folder.
private struct PrivateBus {
  private let daemon = Process()
  private let folder: URL

  var address: String { "unix:path=\(folder.path)/bus" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-bus-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let configuration = folder.appending(path: "bus.conf")
    try """
    <busconfig>
      <listen>unix:path=\(folder.path)/bus</listen>
      <auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
    </busconfig>
    """.write(to: configuration, atomically: true, encoding: .utf8)
    let said = Pipe()
    daemon.executableURL = URL(filePath: "/usr/bin/env")
    daemon.arguments = ["dbus-daemon", "--config-file=\(configuration.path)", "--nofork", "--print-address=1"]
    daemon.standardOutput = said
    try daemon.run()
    // It prints its address once it listens.
    _ = said.fileHandleForReading.availableData
  }

  func end() {
    // It may have inherited a mask that blocks milder signals.
    kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}

// In child processes, because the limit that rtkit requires cannot be removed.
@Suite("rtkit is asked for a real-time thread by its own interface", .serialized)
struct RealtimeKitTests {
  @Test func `the limit is set first, and the priority is the lower of what is wanted and allowed`() async {
    await #expect(processExitsWith: .success) {
      let bus = try PrivateBus()
      defer { bus.end() }
      for (allowed, wanted, granted) in [(20, 10, 10), (5, 10, 5)] as [(Int32, Int, Int)] {
        let kit = try #require(StandInRealtimeKit(at: bus.address, .init(priority: allowed)))
        #expect(try RealtimeKit.raise(thread: 4_711, priority: wanted, bus: bus.address) == granted)
        #expect(kit.asked == [.init(thread: 4_711, priority: UInt32(granted))])
        kit.stop()
      }
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(15), &limit)
      #expect(limit.rlim_max == 200_000)
    }
  }

  @Test func `the thread of another process is named with it, and no limit is set here`() async {
    await #expect(processExitsWith: .success) {
      let bus = try PrivateBus()
      defer { bus.end() }
      let kit = try #require(StandInRealtimeKit(at: bus.address, .init()))
      #expect(try RealtimeKit.raise(thread: 4_711, of: 815, priority: 10, bus: bus.address) == 10)
      #expect(kit.asked == [.init(process: 815, thread: 4_711, priority: 10)])
      kit.stop()
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(15), &limit)
      #expect(limit.rlim_max > 200_000)
    }
  }

  @Test func `what it answers is passed on`() async {
    await #expect(processExitsWith: .success) {
      let bus = try PrivateBus()
      defer { bus.end() }
      for (manners, said) in [
        (StandInRealtimeKit.Manners(refusal: "not you"), "not you"),
        (.init(limit: 0), "it allows no real time: 0 µs at priority 20"),
        (.init(priority: -1), "it allows no real time: 200000 µs at priority -1"),
      ] {
        let kit = try #require(StandInRealtimeKit(at: bus.address, manners))
        let refusal = #expect(throws: RealtimeKit.Refusal.self) { try RealtimeKit.raise(thread: 1, priority: 10, bus: bus.address) }
        #expect(refusal?.message == said)
        #expect(kit.asked == [])
        kit.stop()
      }
    }
  }

  @Test func `a bus without it, and no bus at all, are sentences`() throws {
    let bus = try PrivateBus()
    let without = #expect(throws: RealtimeKit.Refusal.self) { try RealtimeKit.raise(thread: 1, priority: 10, bus: bus.address) }
    #expect(without?.message.contains("org.freedesktop.RealtimeKit1") == true)
    bus.end()
    let none = #expect(throws: RealtimeKit.Refusal.self) { try RealtimeKit.raise(thread: 1, priority: 10, bus: bus.address) }
    #expect(none?.message.isEmpty == false)
  }
}
