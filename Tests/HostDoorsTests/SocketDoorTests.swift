import DoorTrials
import Foundation
import HostDoors
import HostSurface
import Locking
import StrictJSON
import Testing

@Suite("SocketDoor: requests and notifications of many clients")
struct SocketDoorTests {
  @Test("A client asks and gets its reply, under its id, however the bytes arrive")
  func asking() throws {
    let stage = try Stage()
    let client = try stage.client()
    #expect(client.ask(1, .hostHello)?.text == #"{"jsonrpc":"2.0","id":1,"result":{"host":"trial","epoch":"trial"}}"#)
    // Half lines, a carriage return, and two requests at once.
    let text = Array(request(2, .lineGet, #"{"a":"é"}"#).utf8)
    for byte in text { client.send([byte]) }
    client.send(Array("\r\n\n".utf8) + Array((request(3, .hostHello) + "\n" + request(4, .lineGet)).utf8) + [10])
    #expect(client.message()?.text == #"{"jsonrpc":"2.0","id":2,"result":{"a":"é"}}"#)
    #expect(client.message()?["id"]?.integer == 3)
    #expect(client.message()?["id"]?.integer == 4)
    client.send(#"{"jsonrpc":"2.0","id":"x","method":"no.such"}"#)
    let error = client.message()
    #expect(error?["id"]?.string == "x" && error?["error"]?["code"]?.integer == -32601)
  }

  @Test("The peer is the process's user, without a sandbox, at the door socket")
  func peer() throws {
    let stage = try Stage()
    let names = try stage.client().ask(1, .callList)?["result"]
    #expect(names?.text == "{\"names\":[\"uid:\(geteuid())\"],\"uid\":\(geteuid()),\"door\":\"socket\"}")
  }

  @Test("A notification of a query is performed without an answer; one of a change is only logged")
  func notification() throws {
    let stage = try Stage()
    let client = try stage.client()
    client.send(#"{"jsonrpc":"2.0","method":"host.hello"}"#)
    client.send(#"{"jsonrpc":"2.0","method":"host.drain"}"#)
    client.send(#"{"jsonrpc":"2.0","method":"call.end","params":{"call":"active"}}"#)
    #expect(client.ask(9, .hostStatus)?["id"]?.integer == 9, "no answers before")
    #expect(stage.service.count(of: "host.hello") == 1)
    #expect(stage.service.count(of: "host.drain") == 0 && stage.service.count(of: "call.end") == 0)
    #expect(stage.lines.withLock { $0.filter { $0.contains("a notification cannot call") }.count } == 2)
  }

  @Test("What the log holds before a reply is sent before the reply")
  func order() throws {
    let stage = try Stage()
    let client = try stage.client()
    #expect(client.ask(0, .eventsSubscribe)?["result"]?["subscription"]?.integer == 1)
    for number in 1...200 {
      stage.service.record("added")
      client.send(request(number, .hostHello))
      #expect(client.message()?["params"]?["sequence"]?.integer == number)
      #expect(client.message()?["id"]?.integer == number)
    }
  }

  @Test("Replies may come in any order")
  func anyOrder() throws {
    let stage = try Stage()
    let client = try stage.client()
    client.send(request(1, .hostDrain))
    #expect(client.ask(2, .hostHello)?["id"]?.integer == 2)
    stage.service.answerHeld()
    #expect(client.message()?["id"]?.integer == 1)
  }

  @Test("With 64 requests without an answer the door reads no further, until one is answered")
  func unanswered() throws {
    let stage = try Stage()
    let client = try stage.client()
    for number in 0..<100 { client.send(request(number, .hostDrain)) }
    #expect(stage.until { stage.service.count(of: "host.drain") == 64 })
    // Another client is served meanwhile, and shows that time has passed.
    let other = try stage.client()
    for number in 0..<100 { #expect(other.ask(number, .hostHello) != nil) }
    #expect(stage.service.count(of: "host.drain") == 64)
    stage.service.answerHeld()
    for _ in 0..<64 { #expect(client.message() != nil) }
    #expect(stage.until { stage.service.count(of: "host.drain") == 100 })
    stage.service.answerHeld()
    for _ in 64..<100 { #expect(client.message() != nil) }
  }

  @Test("A method that takes long delays no other client")
  func slowMethod() throws {
    let stage = try Stage()
    let slow = try stage.client()
    slow.send(request(1, .hostSetLog))
    #expect(stage.until { stage.service.count(of: "host.setLog") == 1 })
    let other = try stage.client()
    for number in 0..<50 { #expect(other.ask(number, .hostHello)?["id"]?.integer == number) }
    stage.service.answerHeld()
    #expect(slow.message()?["id"]?.integer == 1)
  }

  @Test("A line that is too long is refused with its id, and the next one is read")
  func tooLarge() throws {
    let stage = try Stage()
    let client = try stage.client()
    client.send(request(1, .lineGet, "{\"a\":\"" + String(repeating: "x", count: 300_000) + "\"}"))
    let error = client.message()
    #expect(error?["id"]?.integer == 1 && error?["error"]?["data"]?.text == #"{"code":"tooLarge","limit":262144}"#)
    #expect(client.ask(2, .hostHello)?["id"]?.integer == 2)
    client.send(request(3, .contactImport, "{\"vcard\":\"" + String(repeating: "x", count: 4_000_000) + "\"}"))
    #expect(client.message()?["result"]?["bytes"]?.integer == 4_000_000)
  }

  @Test("Ten first lines without JSON end the connection, each with an error; a request begins the count anew")
  func garbage() throws {
    let stage = try Stage()
    let client = try stage.client()
    for _ in 0..<9 {
      client.send("GET / HTTP/1.1")
      #expect(client.message()?["error"]?["data"]?["code"]?.string == "parse")
    }
    client.send("[]")
    #expect(client.message()?["error"]?["data"]?["code"]?.string == "invalidRequest")
    #expect(client.message()?.text == #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"garbage"}}"#)
    #expect(client.isClosed())
    let patient = try stage.client()
    #expect(patient.ask(1, .hostHello) != nil)
    for _ in 0..<50 {
      patient.send("garbage")
      #expect(patient.message()?["error"] != nil)
    }
    #expect(patient.ask(2, .hostHello)?["id"]?.integer == 2)
  }

  @Test("100,000 lines of garbage harm neither the door nor another client")
  func muchGarbage() throws {
    let stage = try Stage()
    let other = try stage.client()
    var random = Xorshift(state: 88_172_645_463_325_252)
    let pieces = [
      "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "1e9", "\u{0}", "é", "\\ud800", #""jsonrpc":"2.0""#, #""id":1"#,
      #""method":"host.hello""#,
      "params", " ", "\r", "-", "0x", "true",
    ]
    var sent = 0
    while sent < 100_000 {
      let client = try stage.client()
      // A request first, so that the connection stays.
      guard client.ask(0, .hostHello) != nil else { throw TestFailure("no reply to a new client") }
      var lines = 0
      var bytes: [UInt8] = []
      for _ in 0..<5_000 {
        var line: [UInt8] = [UInt8(ascii: "#")]
        for _ in 0..<random.next() % 12 { line += Array(pieces[Int(random.next() % UInt64(pieces.count))].utf8) }
        if random.next() % 8 == 0 { line.append(UInt8(truncatingIfNeeded: random.next())) }
        line.removeAll { $0 == 10 }
        bytes += line + [10]
        lines += 1
        // As many as may be without an answer.
        if lines % 50 == 0 {
          client.send(bytes)
          bytes = []
          for _ in 0..<50 where client.message()?["error"] == nil { Issue.record("garbage was accepted") }
        }
      }
      sent += lines
      #expect(client.ask(1, .hostHello)?["id"]?.integer == 1)
      #expect(other.ask(sent, .hostHello)?["id"]?.integer == sent)
    }
  }

  @Test("Too many requests a second are refused with retryAfter; after 1,000 in a row the connection ends")
  func tooFast() throws {
    let stage = try Stage { settings in
      settings.owners = []
      settings.limits.otherRate = RateLimit(perSecond: 1, burst: 20)
    }
    let client = try stage.client()
    for number in 0..<20 { #expect(client.ask(number, .hostHello)?["result"] != nil) }
    let error = client.ask(20, .hostHello)
    #expect(error?["id"]?.integer == 20 && error?["error"]?["data"]?["code"]?.string == "tooFast")
    #expect(error?["error"]?["data"]?["retryAfter"] != nil)
    // On a slow machine the bucket admits a request now and then, and the row begins again.
    var row = 1
    while let message = client.ask(21, .hostHello), message["method"] == nil { row = message["error"] == nil ? 0 : row + 1 }
    #expect(row == 1_000)
    #expect(client.isClosed())
  }

  @Test("A user gets 64 connections, the next one gets goodbye, and one that ends makes room")
  func tooMany() throws {
    let stage = try Stage { $0.owners = [] }
    var clients = try (0..<64).map { _ in try stage.client() }
    for client in clients { #expect(client.ask(1, .hostHello) != nil) }
    let refused = try stage.client()
    #expect(refused.message()?.text == #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"tooMany"}}"#)
    #expect(refused.isClosed())
    #expect(stage.door.clients == 64)
    clients.removeLast()
    #expect(stage.until { stage.door.clients == 63 })
    #expect(try stage.client().ask(1, .hostHello) != nil)
  }

  @Test("New limits count at once, for open connections too; a smaller number of connections closes none")
  func newLimits() throws {
    let stage = try Stage { settings in
      settings.owners = []
      settings.limits.unanswered = 1
    }
    let clients = try (0..<2).map { _ in try stage.client() }
    for client in clients { #expect(client.ask(0, .hostHello)?["result"] != nil) }
    clients[1].send(request(1, .hostDrain))
    clients[1].send(request(2, .hostDrain))
    #expect(stage.until { stage.service.count(of: "host.drain") == 1 })

    var limits = DoorLimits()
    (limits.connectionsPerUser, limits.line, limits.otherRate) = (1, 2_048, RateLimit(perSecond: 1, burst: 3))
    stage.door.change(limits)
    #expect(stage.until { stage.service.count(of: "host.drain") == 2 }, "the line that waited for an answer goes on")
    let long = String(repeating: "x", count: 3_000)
    #expect(clients[0].ask(1, .hostHello, "{\"client\":\"\(long)\"}")?["error"]?["data"]?["code"]?.string == "tooLarge")
    // A slow machine may let some more than the burst through.
    #expect((0..<200).contains { clients[0].ask($0, .hostHello)?["error"]?["data"]?["code"]?.string == "tooFast" })
    #expect(try stage.client().message()?["params"]?["reason"]?.string == "tooMany")
    #expect(stage.door.clients == 2)

    stage.door.change(DoorLimits())
    #expect(stage.until { stage.door.clients == 2 && clients[0].ask(3, .hostHello)?["result"] != nil })
    #expect(clients[0].ask(4, .hostHello, "{\"client\":\"\(long)\"}")?["result"] != nil)
    #expect(try stage.client().ask(5, .hostHello)?["result"] != nil)
  }

  @Test("The door closes with goodbye, gives the replies before it, and removes its socket")
  func stopping() throws {
    let stage = try Stage()
    let client = try stage.client()
    #expect(client.ask(1, .eventsSubscribe) != nil)
    client.send(request(2, .hostDrain))
    #expect(stage.until { stage.service.count(of: "host.drain") == 1 })
    stage.service.answerHeld()
    stage.door.stop(reason: "stopping")
    #expect(client.message()?["id"]?.integer == 2)
    #expect(client.message()?["params"]?["reason"]?.string == "stopping")
    #expect(client.isClosed())
    #expect(RawClient(stage.path) == nil)
    #expect(!FileManager.default.fileExists(atPath: stage.path))
    #expect(stage.service.content.withLock { $0.opened == $0.closed })
    stage.door.stop(reason: "again")
  }

  @Test("The door's thread answers a ping, also one that came when it ended")
  func ping() throws {
    let stage = try Stage()
    let answers = Locked(0)
    stage.door.ping { answers.withLock { $0 += 1 } }
    #expect(stage.until { answers.withLock { $0 } == 1 })
  }
}

/// A random generator with a fixed start.
struct Xorshift {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
