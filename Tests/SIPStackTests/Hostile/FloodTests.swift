import CSIPStack
import SIPWire
import Testing

@Suite("Floods", .serialized, .timeLimit(.minutes(5)))
struct FloodTests {
  @Test("A flood of INVITEs from one address costs as much as a few: other calls go on, and it is reported once a second")
  func invites() async {
    // In its own process, so that no other test takes memory.
    await #expect(processExitsWith: .success) { try FloodTests.floodWithInvites() }
  }

  static func floodWithInvites() throws {
    let stack = try StackUnderTest(.rings)
    let answering = try StackUnderTest(.answers)
    let call = try LiveCall(to: answering, from: "127.0.0.2")
    let before = Memory.resident
    let began = ContinuousClock.now
    let socket = try WireSocket(from: "127.0.0.3")
    let sent = 20_000
    for index in 0..<sent {
      let text = SIPText.request("INVITE", from: socket, callID: "flood-\(index)", branch: "f\(index)", body: SIPText.offer("127.0.0.3"))
      socket.send(text, to: index % 2 == 0 ? stack.port : answering.port)
      if index % 50 == 49 { while socket.receive(within: 0) != nil {} }
    }
    #expect(try stack.answersOptions(from: "127.0.0.2"))
    #expect(try answering.answersOptions(from: "127.0.0.2"))
    #expect(call.isAlive())
    for stack in [stack, answering] {
      #expect(
        stack.told.comes { $0.floods.map(\.dropped).reduce(0, +) > 100 },
        "\(stack.told.now.floods) after \(stack.told.now.calls.count) calls")
      let told = stack.told.now
      #expect(
        told.calls.count - told.up.union(told.over).count <= 500,
        "one address has half of the calls that may ring: \(told.calls.count) came")
      #expect(told.floods.allSatisfy { $0.source == "127.0.0.3" })
      #expect(told.floods.count <= Int((ContinuousClock.now - began).components.seconds) + 2)
    }
    let grown = Memory.resident - before
    #expect(grown < 100, "\(grown) MiB more for \(sent) INVITEs")
  }

  @Test(
    "A flood of other requests is dropped too, so that the memory for their answers is bounded",
    arguments: ["OPTIONS", "REGISTER", "BYE", "CANCEL", "REFER", "INFO", "NOTIFY", "SUBSCRIBE"])
  func requests(_ method: String) async {
    await #expect(processExitsWith: .success) { [method = method as String] in try FloodTests.flood(with: method) }
  }

  static func flood(with method: String) throws {
    let stack = try StackUnderTest()
    let call = try LiveCall(to: stack, from: "127.0.0.2")
    let before = Memory.resident
    let socket = try WireSocket(from: "127.0.0.3")
    for index in 0..<10_000 {
      let tag = ["BYE", "INFO", "NOTIFY"].contains(method) ? "nobody" : ""
      socket.send(SIPText.request(method, from: socket, callID: "flood-\(index)", branch: "f\(index)", toTag: tag), to: stack.port)
      if index % 50 == 49 { while socket.receive(within: 0) != nil {} }
    }
    #expect(call.isAlive())
    #expect(try stack.answersOptions(from: "127.0.0.2"))
    #expect(stack.told.comes { $0.floods.contains { $0.dropped > 0 } })
    #expect(Memory.resident - before < 60)
  }

  @Test(
    "A flood of unfinished calls fills half of the room: then 503 with Retry-After, and other callers get in (RFC 3261 section 21.5.4)")
  func halfOpen() throws {
    let stack = try StackUnderTest(
      .rings, limits: csip_limits { $0.max_ringing = 20 })
    let first = try WireSocket(from: "127.0.0.3")
    #expect(Self.ring(stack, first, 15) == [180: 10, 503: 5])
    #expect(Self.ring(stack, try WireSocket(from: "127.0.0.4"), 8) == [180: 8])
    #expect(Self.ring(stack, try WireSocket(from: "127.0.0.5"), 4) == [180: 2, 503: 2])
    #expect(stack.told.now.calls.count == 20)

    // A call that ends makes room.
    first.send(SIPText.request("CANCEL", from: first, callID: "ring-0@127.0.0.3", branch: "ring0"), to: stack.port)
    #expect(stack.told.comes { $0.over.count == 1 })
    #expect(Self.ring(stack, first, 1, firstID: 100) == [180: 1])
    #expect(stack.told.comes { $0.floods.map(\.refused).reduce(0, +) == 7 })
  }

  @Test("A trusted address may flood: 3,000 calls, all of them offered")
  func trusted() throws {
    let stack = try StackUnderTest(.rings, limits: csip_limits { $0.max_calls = 4000 })
    stack.trust("127.0.0.3")
    let socket = try WireSocket(from: "127.0.0.3")
    for start in stride(from: 0, to: 3000, by: 100) {
      #expect(Self.ring(stack, socket, 100, firstID: start) == [180: 100])
    }
    #expect(stack.told.now.calls.count == 3000)
    #expect(stack.told.now.floods.isEmpty)
  }

  @Test("Answered calls have limits too, per address and in all, where even a trusted address gets 503; refusals are counted")
  func calls() throws {
    let limits = csip_limits { ($0.max_calls, $0.max_calls_per_source) = (4, 2) }
    let stack = try StackUnderTest(.answers, limits: limits)
    stack.trust("127.0.0.6")
    var calls = try (0..<2).map { try LiveCall(to: stack, from: "127.0.0.3", id: "up\($0)") }
    #expect(Self.refusal(stack, "127.0.0.3") == 503)
    calls.append(try LiveCall(to: stack, from: "127.0.0.4", id: "up2"))
    calls.append(try LiveCall(to: stack, from: "127.0.0.6", id: "up3"))
    #expect(Self.refusal(stack, "127.0.0.5") == 503)
    #expect(Self.refusal(stack, "127.0.0.6") == 503)
    #expect(stack.told.comes { $0.floods.map(\.refused).reduce(0, +) == 3 })
    #expect(calls.allSatisfy { $0.isAlive() })

    // A call that ends makes room, for its own address and for others.
    calls[0].hangUp()
    #expect(stack.told.comes { $0.over.count == 1 })
    calls.append(try LiveCall(to: stack, from: "127.0.0.3", id: "up4"))
    #expect(Self.refusal(stack, "127.0.0.3") == 503)
  }

  @Test(
    "Unanswered calls whose callers never hang up end by themselves with 480, and free their places (RFC 3261 section 13.3.1)"
  )
  func unanswered() throws {
    let stack = try StackUnderTest(.saysNothing, limits: csip_limits { ($0.max_ringing, $0.max_ring_seconds) = (2, 1) })
    for round in 0..<2 {
      let socket = try WireSocket(from: "127.0.0.3")
      socket.send(
        SIPText.request("INVITE", from: socket, callID: "forgotten\(round)", branch: "f\(round)", body: SIPText.offer("127.0.0.3")),
        to: stack.port)
      #expect(Self.final(socket)?.status == 480)
      #expect(stack.told.comes { $0.over.count == round + 1 })
    }
    #expect(stack.told.now.calls.count == 2)
  }

  @Test("A call ended before its answer gets 480, whichever side ends it")
  func endedEarly() throws {
    let stack = try StackUnderTest(.rings)
    let socket = try WireSocket(from: "127.0.0.3")
    socket.send(SIPText.request("INVITE", from: socket, callID: "early", branch: "early", body: SIPText.offer("127.0.0.3")), to: stack.port)
    #expect(stack.told.comes { !$0.numbers.isEmpty })
    stack.end(try #require(stack.told.now.numbers.first))
    #expect(Self.final(socket)?.status == 480)
    #expect(stack.told.comes { $0.over.count == 1 })
  }

  private static func final(_ socket: WireSocket) -> Reply? {
    while let reply = socket.receive(within: 10) {
      if reply.status >= 200 { return reply }
    }
    return nil
  }

  /// Returns the status that refuses a call from this address; nil when it is answered.
  private static func refusal(_ stack: StackUnderTest, _ address: String) -> Int? {
    do {
      _ = try LiveCall(to: stack, from: address, id: "refused\(UInt32.random(in: .min ... .max))")
      return nil
    } catch {
      return (error as? LiveCall.NotUp)?.status
    }
  }

  /// Calls this often, and counts the first responses above 100 by status.
  private static func ring(_ stack: StackUnderTest, _ socket: WireSocket, _ count: Int, firstID: Int = 0) -> [Int: Int] {
    for index in firstID..<firstID + count {
      let text = SIPText.request(
        "INVITE", from: socket, callID: "ring-\(index)@\(socket.address)", branch: "ring\(index)", body: SIPText.offer(socket.address))
      socket.send(text, to: stack.port)
    }
    var answers: [String: Int] = [:]
    let wanted = Set((firstID..<firstID + count).map { "ring-\($0)@\(socket.address)" })
    while answers.count < count, let reply = socket.receive(within: 10) {
      guard reply.status > 100, wanted.contains(reply.header("call-id")), answers[reply.header("call-id")] == nil else { continue }
      answers[reply.header("call-id")] = reply.status
      if reply.status >= 300 {
        #expect(Int(reply.header("retry-after")) ?? 0 > 0, "\(reply.text)")
        let branch = String(SIPText.parameter("branch", of: reply.header("via")).dropFirst(7))
        socket.send(
          SIPText.request("ACK", from: socket, callID: reply.header("call-id"), branch: branch, toTag: reply.tag), to: stack.port)
      }
    }
    return answers.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
