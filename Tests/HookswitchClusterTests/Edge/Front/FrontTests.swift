import ClusterControl
import Foundation
import HookswitchCluster
import Testing

/// The shipped Kamailio and the edge, with real servers; SIPp stands for phones and for nodes.
@Suite(
  .serialized,
  .enabled(if: FrontKamailio.program != nil && NATSServer.program != nil && FrontPhone.program != nil, FrontKamailio.absence),
  .timeLimit(.minutes(3)))
struct FrontTests {
  private let a1 = NodeLife("a1", Incarnation(high: 1, low: 1))
  private let a2 = NodeLife("a2", Incarnation(high: 2, low: 2))
  private let port = LocalPort.next()

  private var first: String { "127.0.0.41:\(port)" }
  private var second: String { "127.0.0.42:\(port)" }

  private func phone(_ answer: FrontScenario.Answer, at address: String) throws -> FrontPhone {
    try FrontPhone.node(answer, host: String(address.prefix { $0 != ":" }), port: port)
  }

  /// Starts Kamailios and the edge, with both nodes active and `alice` owned by a1.
  private func start(_ count: Int = 1, times: KamailioTimes = KamailioTimes()) throws -> ([FrontKamailio], FrontCluster) {
    let kamailios = try (0..<count).map { index in
      try FrontKamailio(host: "127.0.0.\(60 + index)", definitions: "#!define PING_SILENCE 1000")
    }
    for kamailio in kamailios { try kamailio.start() }
    let cluster = try FrontCluster(kamailios, times: times)
    try cluster.node(a1, sip: first)
    try cluster.node(a2, sip: second)
    try cluster.own("alice", a1)
    for kamailio in kamailios { try kamailio.whenUp() }
    try cluster.isFilled()
    return (kamailios, cluster)
  }

  @Test(arguments: [
    "", "#!define WITH_OPEN_REGISTRAR", "#!define TRUNK \"sip:192.0.2.7:5060\"",
    "#!define WITH_AUTH\n#!define DB_URL \"text:///tmp\"\nloadmodule \"db_text.so\"",
  ])
  func `Kamailio takes the shipped configuration`(_ definitions: String) throws {
    let kamailio = try FrontKamailio(host: "127.0.0.60", definitions: definitions)
    let (isRight, output) = try kamailio.check()
    #expect(isRight, "\(output)")
  }

  @Test func `a call waits while its line has no owner, and connects when one is there`() throws {
    let (kamailios, cluster) = try start()
    defer { cluster.close() }
    try cluster.own("alice", nil)
    try cluster.isFilled()
    let node = try phone(.takes, at: second)
    let caller = try FrontPhone.caller(.hangsUp, to: "alice", at: kamailios[0])
    #expect(caller.hears("SIP/2.0 100"), "\(caller.log)")
    try cluster.own("alice", a2)
    #expect(caller.finishes(), "\(caller.log)\n\(cluster.told)")
    #expect(node.hears("INVITE"))
  }

  @Test func `a restarted Kamailio gets its tables again`() throws {
    let (kamailios, cluster) = try start()
    defer { cluster.close() }
    kamailios[0].stop()
    try kamailios[0].start()
    #expect(cluster.tells { $0.count { if case .filled = $0 { true } else { false } } == 2 }, "\(cluster.told)")
    let node = try phone(.takes, at: first)
    let caller = try FrontPhone.caller(.hangsUp, to: "alice", at: kamailios[0])
    #expect(caller.finishes(), "\(caller.log)\n\(kamailios[0].log)")
    #expect(node.received.contains { $0.hasPrefix("BYE") })
  }

  @Test func `a node that is not the owner names the owner, and the caller sees nothing of it`() throws {
    let (kamailios, cluster) = try start()
    defer { cluster.close() }
    let wrong = try phone(.moved(to: second), at: first)
    let right = try phone(.takes, at: second)
    let caller = try FrontPhone.caller(.hangsUp, to: "alice", at: kamailios[0])
    #expect(caller.finishes(), "\(caller.log)\n\(kamailios[0].log)")
    #expect(wrong.hears("INVITE"))
    #expect(right.hears("INVITE"))
    #expect(!caller.received.contains { $0.hasPrefix("SIP/2.0 302") })
  }

  @Test func `a lent line's call goes to the borrower`() throws {
    let (kamailios, cluster) = try start()
    defer { cluster.close() }
    try cluster.own("alice", a1, lent: [("alice", a2)])
    #expect(cluster.tells { $0.contains(.updated(keys: 1)) }, "\(cluster.told)")
    let borrower = try phone(.takes, at: second)
    let caller = try FrontPhone.caller(.hangsUp, to: "alice", at: kamailios[0])
    #expect(caller.finishes(), "\(caller.log)\n\(kamailios[0].log)")
    #expect(borrower.hears("INVITE"))
  }

  @Test func `a call that the owner refuses with 503 goes to the heir`() throws {
    let (kamailios, cluster) = try start()
    defer { cluster.close() }
    let cutOff = try phone(.unavailable, at: first)
    let heir = try phone(.takes, at: second)
    let caller = try FrontPhone.caller(.hangsUp, to: "alice", at: kamailios[0])
    #expect(cutOff.hears("INVITE"), "\(kamailios[0].log)")
    try cluster.own("alice", a2)
    #expect(caller.finishes(), "\(caller.log)\n\(kamailios[0].log)")
    #expect(heir.hears("INVITE"))
    #expect(!caller.received.contains { $0.hasPrefix("SIP/2.0 503") })
  }

  @Test func `a dead node's calls end within a second at two Kamailios, and those that ring are refused`() throws {
    let (kamailios, cluster) = try start(2)
    defer { cluster.close() }
    try cluster.own("bob", a2)
    let taking = try phone(.takes, at: first)
    let ringing = try phone(.rings, at: second)
    let callers = try kamailios.map { try FrontPhone.caller(.awaitsBye, to: "alice", at: $0) }
    let waiting = try FrontPhone.caller(.refused(503), to: "bob", at: kamailios[0])
    for caller in callers { #expect(caller.hears("SIP/2.0 200"), "\(caller.log)") }
    #expect(waiting.hears("SIP/2.0 180"), "\(waiting.log)")
    try #require(Patience.wait(.seconds(10)) { taking.received.count { $0.hasPrefix("ACK") } == 2 })
    // Their processes end, and new ones write the same keys at once (K10).
    taking.stop()
    ringing.stop()
    let began = ContinuousClock.now
    try cluster.node(a1, .gone, dead: true, sip: first)
    try cluster.node(NodeLife("a1", Incarnation(high: 1, low: 9)), sip: first)
    for caller in callers { #expect(caller.hears("BYE", within: .seconds(10)), "\(caller.log)\n\(cluster.told)") }
    let answered = ContinuousClock.now - began
    #expect(answered < .seconds(1), "\(answered)")
    try cluster.node(a2, .gone, dead: true, sip: second)
    #expect(waiting.finishes(), "\(waiting.log)\n\(cluster.told)")
    for caller in callers { #expect(caller.finishes(), "\(caller.log)") }
  }

  /// A node that is gone may have lost NATS only, so its calls live as long as it answers OPTIONS.
  @Test func `a gone node's calls end when it answers no OPTIONS either`() throws {
    var times = KamailioTimes()
    (times.silence, times.ping) = (1_000, 1_100)
    let (kamailios, cluster) = try start(times: times)
    defer { cluster.close() }
    let node = try phone(.takes, at: first)
    let caller = try FrontPhone.caller(.awaitsBye, to: "alice", at: kamailios[0])
    #expect(caller.hears("SIP/2.0 200"), "\(caller.log)")
    #expect(node.hears("OPTIONS"), "\(kamailios[0].log)")
    try cluster.node(a1, .gone, sip: first)
    #expect(cluster.tells { $0.contains { if case .updated = $0 { true } else { false } } }, "\(cluster.told)")
    #expect(!caller.received.contains { $0.hasPrefix("BYE") })
    node.stop()
    #expect(caller.finishes(), "\(caller.log)\n\(cluster.told)")
    #expect(cluster.notes.contains(.silent(place: first)))
  }
}
