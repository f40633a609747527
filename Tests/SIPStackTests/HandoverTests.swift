import CSIPStack
import Foundation
import SIPWire
import Testing

@Suite("A stack hands its sockets over (isolation.md, way `sockets`)", .timeLimit(.minutes(1)))
struct HandoverTests {
  /// A pair of which the old stack has calls, after the handover.
  private static func taken(calls count: Int = 1, _ manners: StackUnderTest.Manners = .answers) throws -> (StackPair, [LiveCall]) {
    let pair = try StackPair(StackUnderTest())
    let calls = try (0..<count).map { try LiveCall(to: pair.old, id: "old\($0)") }
    try pair.begin(manners)
    pair.take()
    return (pair, calls)
  }

  @Test("Calls that are up stay with the old stack, and new calls reach the new one")
  func callsStay() throws {
    let (pair, calls) = try Self.taken(calls: 5)
    for call in calls { #expect(call.isAlive()) }
    let fresh = try LiveCall(to: pair.old, id: "new")
    #expect(pair.new?.told.now.calls.count == 1)
    #expect(pair.old.told.now.calls.count == 5)
    #expect(fresh.isAlive())
    #expect(pair.new?.told.now.infos == 1)
    for call in calls { call.hangUp() }
    #expect(pair.old.told.comes { $0.over.count == 5 })
    #expect(pair.old.told.now.hungUp == 5)
    #expect(pair.new?.told.now.hungUp == 0)
  }

  @Test("A datagram that comes while neither stack reads is answered after the handover, without a second copy")
  func nothingIsLost() throws {
    let pair = try StackPair(StackUnderTest())
    let call = try LiveCall(to: pair.old, id: "old")
    try pair.begin()
    let sockets = try (0..<50).map { _ in try WireSocket() }
    for (number, socket) in sockets.enumerated() {
      socket.send(SIPText.request("OPTIONS", from: socket, callID: "gap-\(number)", branch: "gap\(number)"), to: pair.old.port)
    }
    call.hangUp()
    pair.take()
    for (number, socket) in sockets.enumerated() { #expect(socket.receive(within: 5)?.header("call-id") == "gap-\(number)") }
    #expect(pair.old.told.comes { $0.hungUp == 1 })
    #expect(call.socket.receive(within: 5)?.status == 200)
  }

  @Test("An INVITE that names a call of the old stack in Replaces reaches the old stack, and so does the rest of its call")
  func replaces() throws {
    let (pair, calls) = try Self.taken()
    let socket = try WireSocket()
    let header = "Replaces: \(calls[0].callID);to-tag=\(calls[0].tag);from-tag=test"
    let invite = SIPText.request(
      "INVITE", from: socket, callID: "replacing", branch: "replacing", headers: [header], body: SIPText.offer("127.0.0.1"))
    socket.send(invite, to: pair.old.port)
    #expect(pair.old.told.comes { $0.replaces.contains { $0 != 0 && $0 != .max } })
    var answer = socket.receive(within: 5)
    while let reply = answer, reply.status < 200 { answer = socket.receive(within: 5) }
    let tag = try #require(answer?.tag)
    socket.send(SIPText.request("ACK", from: socket, callID: "replacing", branch: "ack", toTag: tag), to: pair.old.port)
    #expect(pair.old.told.comes { $0.up.count == 2 })
    #expect(pair.new?.told.now.calls == [])
  }

  @Test("A handover that is refused leaves the old stack as it was: it answers what came meanwhile")
  func refused() throws {
    let pair = try StackPair(StackUnderTest())
    let call = try LiveCall(to: pair.old, id: "old")
    try pair.begin()
    let socket = try WireSocket()
    socket.send(SIPText.request("OPTIONS", from: socket, callID: "gap", branch: "gap"), to: pair.old.port)
    pair.stopNew()
    pair.settleOld(CSIP_REFUSED_HANDOVER)
    #expect(socket.receive(within: 5)?.status == 200)
    #expect(call.isAlive())
    _ = try LiveCall(to: pair.old, id: "next")
    #expect(pair.old.told.now.calls.count == 2)
    // It can try again.
    try pair.begin()
    pair.take()
    #expect(call.isAlive())
    _ = try LiveCall(to: pair.old, id: "last")
    #expect(pair.new?.told.now.calls.count == 1)
  }

  @Test("When the new stack is gone, the old one reads again", arguments: [CSIP_REFUSED_HANDOVER, CSIP_ALONE])
  func newIsGone(_ outcome: UInt32) throws {
    let (pair, calls) = try Self.taken()
    pair.stopNew()
    pair.settleOld(outcome)
    #expect(calls[0].isAlive())
    _ = try LiveCall(to: pair.old, id: "next")
    #expect(pair.old.told.now.calls.count == 2)
  }

  @Test("When the old stack is gone, the new one answers 481 for its calls")
  func oldIsGone() throws {
    let (pair, calls) = try Self.taken(calls: 2)
    pair.settleNew(CSIP_ALONE)
    calls[0].hangUp()
    #expect(calls[0].socket.receive(within: 5)?.status == 481)
    #expect(pair.old.told.now.hungUp == 0)
  }

  @Test("The end of the old stack reaches the new one by itself")
  func oldEnds() throws {
    let (pair, calls) = try Self.taken(calls: 2)
    pair.old.end(pair.old.told.now.numbers[0])
    #expect(calls[0].socket.receive(within: 5)?.method == "BYE")
    pair.old.stop()
    #expect(calls[1].socket.receive(within: 5)?.method == "BYE")
    calls[1].hangUp()
    // Copies of our BYE may come first.
    var reply = calls[1].socket.receive(within: 5)
    while reply?.method == "BYE" { reply = calls[1].socket.receive(within: 5) }
    #expect(reply?.status == 481)
  }

  @Test("A call that the old stack begins during the drain gets its answers")
  func callsOut() throws {
    let (pair, _) = try Self.taken()
    let far = try WireSocket()
    pair.old.call(far.port, as: 7)
    let invite = try #require(far.receive(within: 5))
    #expect(invite.text.hasPrefix("INVITE"))
    far.send(SIPText.response(to: invite, 200, from: far, tag: "far", body: SIPText.offer("127.0.0.1")), to: pair.old.port)
    #expect(pair.old.told.comes { $0.up.contains(7) })
    #expect(far.receive(within: 5)?.text.hasPrefix("ACK") == true)
  }

  @Test("A burst for calls of the old stack, which stands still, is kept: the new one passes it on when there is room")
  func burst() throws {
    let pair = try StackPair(StackUnderTest())
    let call = try LiveCall(to: pair.old, id: "old")
    try pair.begin()
    pair.settleNew(CSIP_TAKEN)
    let sockets = try (0..<300).map { _ in try WireSocket() }
    let filler = String(repeating: "x", count: 1500)
    for (number, socket) in sockets.enumerated() {
      let request = SIPText.request(
        "OPTIONS", from: socket, callID: "burst-\(number)", branch: "burst\(number)",
        headers: ["Target-Dialog: \(call.callID)", "Subject: \(filler)"])
      socket.send(request, to: pair.old.port)
    }
    // The new one still serves its own.
    _ = try LiveCall(to: pair.old, id: "new")
    pair.settleOld(CSIP_TAKEN)
    var answered = 0
    for socket in sockets where socket.receive(within: 5)?.status == 200 { answered += 1 }
    #expect(answered == 300)
  }

  @Test("A connection with a call stays, one without is closed, and the next one reaches the new stack (TCP)")
  func streams() throws {
    let pair = try StackPair(StackUnderTest())
    let busy = try WireSocket(streamTo: pair.old.port)
    let idle = try WireSocket(streamTo: pair.old.port)
    for (socket, method) in [(busy, "INVITE"), (idle, "OPTIONS")] {
      let body = method == "INVITE" ? SIPText.offer("127.0.0.1") : ""
      socket.send(SIPText.request(method, from: socket, callID: "stream-\(method)", branch: method, body: body, transport: "TCP"))
    }
    var answer = busy.receive(within: 5)
    while let reply = answer, reply.status < 200 { answer = busy.receive(within: 5) }
    let tag = try #require(answer?.tag)
    busy.send(SIPText.request("ACK", from: busy, callID: "stream-INVITE", branch: "ack", toTag: tag, transport: "TCP"))
    #expect(idle.receive(within: 5)?.status == 200)
    #expect(pair.old.told.comes { $0.up.count == 1 })
    try pair.begin()
    pair.take()
    #expect(idle.closes(within: 10))
    busy.send(SIPText.request("BYE", from: busy, callID: "stream-INVITE", cseq: 2, branch: "bye", toTag: tag, transport: "TCP"))
    #expect(busy.receive(within: 5)?.status == 200)
    #expect(pair.old.told.comes { $0.hungUp == 1 })
    let next = try WireSocket(streamTo: pair.old.port)
    next.send(
      SIPText.request("INVITE", from: next, callID: "next", branch: "next", body: SIPText.offer("127.0.0.1"), transport: "TCP"))
    #expect(pair.new?.told.comes { $0.calls == ["next"] } == true)
  }

  @Test("A stack without all of its sockets does not start, since the other one still has the port")
  func missing() throws {
    let pair = try StackPair(StackUnderTest())
    #expect(throws: (any Error).self) { try pair.begin(lending: 1) }
    pair.settleOld(CSIP_REFUSED_HANDOVER)
    _ = try LiveCall(to: pair.old, id: "next")
  }

  @Test("A stack that stands still, or whose calls pass through another, gives nothing")
  func givesOnce() throws {
    let (pair, calls) = try Self.taken()
    var list = csip_calls()
    // The old one has given, and the new one still passes the old one's calls on.
    #expect(pair.old.with { csip_give($0, pair.links.old, &list) } == -1)
    #expect(pair.new?.with { csip_give($0, pair.links.new, &list) } == -1)
    #expect(calls[0].isAlive())
    pair.settleNew(CSIP_ALONE)
    #expect(pair.new?.with { csip_give($0, pair.links.new, &list) } == 0)
    csip_calls_free(&list)
    #expect(pair.new?.with { csip_give($0, pair.links.new, &list) } == -1)
    pair.settleNew(CSIP_REFUSED_HANDOVER)
    _ = try LiveCall(to: pair.old, id: "next")
  }

  @Test("A stack that stands still can end")
  func endsStill() throws {
    let pair = try StackPair(StackUnderTest())
    let call = try LiveCall(to: pair.old, id: "old")
    try pair.give()
    pair.old.stop()
    #expect(call.socket.receive(within: 5)?.method == "BYE")
  }

  @Test("Neither stack believes what comes over the link: any bytes are dropped, and the calls go on")
  func hostileLink() throws {
    let (pair, calls) = try Self.taken()
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var packet = (0..<Int.random(in: 0...80, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
      if packet.count > 4, Bool.random(using: &dice) {
        (packet[0], packet[1]) = (UInt8.random(in: 1...2, using: &dice), 1)
        packet[2] = [4, 6, 9].randomElement(using: &dice) ?? 4
      }
      _ = send(pair.links.new, packet, packet.count, Int32(MSG_DONTWAIT))
      _ = send(pair.links.old, packet, packet.count, Int32(MSG_DONTWAIT))
    }
    #expect(calls[0].isAlive())
    _ = try LiveCall(to: pair.old, id: "new")
    #expect(pair.new?.told.now.calls.count == 1)
  }

  @Test("A handover leaves no descriptor behind")
  func descriptors() throws {
    // Others of this process open descriptors as well, so only sockets of the pairs' own ports count.
    func open(at port: UInt16) -> Int { SocketCount.bound(to: port) }
    var ports: [UInt16] = []
    for outcome in [CSIP_TAKEN, CSIP_REFUSED_HANDOVER] {
      let pair = try StackPair(StackUnderTest())
      ports.append(pair.old.port)
      #expect(open(at: pair.old.port) == 2)
      try pair.begin()
      #expect(open(at: pair.old.port) == 4)
      if outcome == CSIP_TAKEN { pair.take() } else { pair.settleOld(outcome) }
      pair.stopNew()
      pair.old.stop()
    }
    for port in ports { #expect(open(at: port) == 0) }
  }
}
