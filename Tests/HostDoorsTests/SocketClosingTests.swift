import DoorTrials
import Foundation
import HostDoors
import HostSurface
import Locking
import StrictJSON
import Testing

@Suite("SocketDoor: clients that go, stop reading or are slow")
struct SocketClosingTests {
  @Test("A client that closes in the middle of a line or a request leaves nothing behind")
  func closedInTheMiddle() throws {
    let stage = try Stage()
    for round in 0..<50 {
      let client = try stage.client()
      client.send(request(1, .hostDrain))
      client.send(request(2, .lineGet, #"{"a":1}"#))
      if round.isMultiple(of: 2) { _ = client.message() }
      client.send(Array(request(3, .hostHello).utf8.prefix(20)))
      client.close()
    }
    #expect(stage.until { stage.door.clients == 0 && stage.service.content.withLock { $0.closed } == 50 })
    #expect(stage.service.count(of: "host.drain") == 50, "what was sent whole is performed")
    #expect(stage.service.count(of: "host.hello") == 0)
    stage.service.answerHeld()
    #expect(try stage.client().ask(1, .hostHello) != nil)
  }

  @Test("All requests of a client that sends and goes are performed, also more than may be without an answer")
  func sentAndGone() throws {
    let stage = try Stage()
    let client = try stage.client()
    let lines = (0..<1_000).map { request($0, .lineGet) }.joined(separator: "\n") + "\n"
    client.send(Array(lines.utf8))
    client.close()
    #expect(stage.until { stage.service.count(of: "line.get") == 1_000 })
    #expect(stage.until { stage.door.clients == 0 })
  }

  @Test("A client that ends its sending direction gets its answers before the connection ends")
  func halfClosed() throws {
    let stage = try Stage()
    let client = try stage.client()
    client.send((0..<500).map { request($0, .hostHello) }.joined(separator: "\n"))
    client.send(request(500, .hostDrain))
    client.finishSending()
    for number in 0..<500 { #expect(client.message()?["id"]?.integer == number) }
    #expect(stage.until { stage.service.count(of: "host.drain") == 1 })
    stage.service.answerHeld()
    #expect(client.message()?["id"]?.integer == 500)
    #expect(client.isClosed())
  }

  @Test("A subscriber that never reads costs at most 2 MiB and delays nobody; it gets every record once it reads")
  func idleSubscriber() async {
    // In a process of its own, whose memory no other test changes.
    await #expect(processExitsWith: .success) {
      // On a slow machine the records alone take longer than the time-out of a client without progress.
      let stage = try Stage { $0.limits.stall = .seconds(3_600) }
      let idle = try stage.client()
      // The reply comes first, so that every record is after it.
      #expect(idle.ask(1, .eventsSubscribe) != nil)
      let reader = try stage.client()
      #expect(reader.ask(1, .eventsSubscribe) != nil)
      #expect(stage.until { stage.service.count(of: "events.subscribe") == 2 })
      let before = Memory.resident
      for round in 0..<20 {
        stage.service.records(1_000, bytes: 500)
        for number in 1...1_000 { #expect(reader.message()?["params"]?["sequence"]?.integer == round * 1_000 + number) }
      }
      // The log itself takes about 12 MB here.
      #expect(Memory.resident - before < 60 << 20)
      #expect(reader.ask(2, .hostHello)?["id"]?.integer == 2)
      for number in 1...20_000 where idle.message()?["params"]?["sequence"]?.integer != number {
        Issue.record("record \(number) is missing")
        break
      }
    }
  }

  @Test("A client that sends requests and never reads is read no further, and then served all the same")
  func neverReadsReplies() throws {
    let stage = try Stage()
    stage.service.content.withLock { $0.filling = String(repeating: "z", count: 100_000) }
    let client = try stage.client()
    let all = Array(((0..<2_000).map { request($0, .hostStatus) }.joined(separator: "\n") + "\n").utf8)
    let sent = client.send(all, milliseconds: 500)
    // The replies that are kept, and those in the kernel's buffer.
    let performed = { stage.service.count(of: "host.status") }
    let other = try stage.client()
    for number in 0..<200 { #expect(other.ask(number, .hostHello) != nil) }
    #expect(performed() < 100)
    let rest = Array(all.dropFirst(sent))
    var written = 0
    for number in 0..<2_000 {
      #expect(client.message()?["id"]?.integer == number)
      if written < rest.count { written += client.send(Array(rest[written..<min(written + 500, rest.count)]), milliseconds: 0) }
    }
    #expect(performed() == 2_000)
  }

  @Test("A client without progress for the time-out is closed, and the log says stalled")
  func stalled() throws {
    let stage = try Stage { $0.limits.stall = .milliseconds(200) }
    stage.service.content.withLock { $0.filling = String(repeating: "z", count: 2_000_000) }
    let client = try stage.client()
    let other = try stage.client()
    client.send(request(1, .hostStatus))
    #expect(stage.until { stage.lines.withLock { $0.contains { $0.contains("stalled") } } })
    #expect(stage.until { stage.door.clients == 1 })
    #expect(other.ask(1, .hostHello) != nil)
    #expect(client.isClosed())
  }

  @Test("A thousand connections come and go, and each session is closed once")
  func comingAndGoing() throws {
    let stage = try Stage()
    let path = stage.path
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for number in 0..<125 {
        guard let client = RawClient(path), client.ask(number, .hostHello)?["id"]?.integer == number else {
          Issue.record("a client was not served")
          return
        }
      }
    }
    #expect(stage.until { stage.service.content.withLock { $0.opened == 1_000 && $0.closed == 1_000 } })
    #expect(stage.until { stage.door.clients == 0 })
  }
}

/// The memory of this process.
enum Memory {
  /// The resident bytes.
  static var resident: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (fields?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
