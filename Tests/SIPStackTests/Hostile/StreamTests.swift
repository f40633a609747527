import CSIPStack
import SIPWire
import Testing

@Suite("Streams", .timeLimit(.minutes(2)))
struct StreamTests {
  static let impatient = csip_limits { ($0.max_streams_per_source, $0.patience_ms) = (20, 300) }

  /// The part of a message that never ends.
  enum Endless: String, CaseIterable, Codable, Sendable {
    case header, headers, body, firstLine

    func start(_ socket: WireSocket) -> String {
      switch self {
      case .header: "OPTIONS sip:a@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/TCP 127.0.0.1;branch=z9hG4bKe\r\nSubject: "
      case .headers: "OPTIONS sip:a@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/TCP 127.0.0.1;branch=z9hG4bKe\r\n"
      case .firstLine: "OPTIONS sip:"
      case .body:
        SIPText.request("OPTIONS", from: socket, callID: "endless", branch: "e", transport: "TCP")
          .replacing("Content-Length: 0", with: "Content-Length: 4294967295")
      }
    }

    var piece: String { self == .headers ? String(repeating: "X-Junk: 0123456789\r\n", count: 400) : String(repeating: "x", count: 8000) }
  }

  @Test("An endless message is closed before it costs much", arguments: Endless.allCases)
  func endless(_ what: Endless) async {
    // In its own process, so that no other test takes memory.
    await #expect(processExitsWith: .success) { [what = what as Endless] in try StreamTests.send(what) }
  }

  static func send(_ what: Endless) throws {
    let stack = try StackUnderTest(limits: Self.impatient)
    let call = try LiveCall(to: stack)
    let before = Memory.resident
    let socket = try WireSocket(streamTo: stack.port)
    socket.send(what.start(socket))
    var sent = 0
    while sent < 64_000_000, socket.send(what.piece) { sent += what.piece.utf8.count }
    #expect(sent < 64_000_000, "all of it was read")
    #expect(try Self.isClosed(socket, by: stack))
    #expect(Memory.resident - before < 60)
    #expect(call.isAlive())
  }

  @Test(
    "A stream with an unfinished message, or without any, is closed after a while",
    arguments: ["", "OPTIONS sip:a@127.0.0.1 SIP/2.0\r\nVia: SIP"])
  func unfinished(_ text: String) throws {
    let stack = try StackUnderTest(limits: Self.impatient)
    let socket = try WireSocket(streamTo: stack.port)
    if !text.isEmpty { socket.send(text) }
    #expect(try Self.isClosed(socket, by: stack))
  }

  /// Returns true when the stack closes the stream in time; it checks when it is awake.
  private static func isClosed(_ socket: WireSocket, by stack: StackUnderTest) throws -> Bool {
    for _ in 0..<40 {
      if try !stack.answersOptions() { return false }
      if socket.closes(within: 0.25) { return true }
    }
    return false
  }

  @Test("Bytes after a body are not part of it, in streams and datagrams (RFC 3261 section 18.3)", arguments: [true, false])
  func bodies(_ isStream: Bool) throws {
    let stack = try StackUnderTest(.rings)
    let socket = try isStream ? WireSocket(streamTo: stack.port) : WireSocket()
    let offer = SIPText.offer("127.0.0.1")
    let invite = SIPText.request(
      "INVITE", from: socket, callID: "body", branch: "b", body: offer, transport: isStream ? "TCP" : "UDP")
    let next = SIPText.request("OPTIONS", from: socket, callID: "next", branch: "n", transport: isStream ? "TCP" : "UDP")
    socket.send(invite + next, to: stack.port)
    #expect(stack.told.comes { $0.offers == [offer] }, "\(stack.told.now.offers)")
  }

  @Test(
    "A format that is no token does not keep the parser busy for ever, in one piece or in several",
    arguments: ["RTP/v ::1", "udptl :", "udptl /", "udptl a::b", "udptl a \"", "x/y/ \u{FF}", "x [", "\tudptl\t,", "udptl\t\t"],
    [false, true])
  func formats(_ format: String, _ isStream: Bool) throws {
    let stack = try StackUnderTest(.rings)
    let offer = SIPText.offer("127.0.0.1") + "m=image 40002 \(format)\r\n"
    let socket = try isStream ? WireSocket(streamTo: stack.port) : WireSocket()
    let invite = SIPText.request(
      "INVITE", from: socket, callID: "format", branch: "f", body: offer, transport: isStream ? "TCP" : "UDP")
    let middle = invite.firstRange(of: "m=image")?.lowerBound ?? invite.startIndex
    if !isStream {
      socket.send(invite, to: stack.port)
    } else {
      socket.send(String(invite[..<middle]))
      // The answer shows that the stack has read everything so far.
      #expect(try stack.answersOptions())
      socket.send(String(invite[middle...]))
    }
    #expect(stack.told.comes { $0.calls.count == 1 })
    #expect(try stack.answersOptions())
  }

  @Test("Hundreds of streams from one address are cut to its limit; the active one stays, and the next is served")
  func hundreds() throws {
    let stack = try StackUnderTest(limits: csip_limits { ($0.max_streams_per_source, $0.patience_ms) = (20, 60_000) })
    let call = try LiveCall(to: stack, from: "127.0.0.2")
    var slow: [WireSocket] = []
    for _ in 0..<300 {
      let socket = try WireSocket(streamTo: stack.port, from: "127.0.0.3")
      socket.send("INVITE sip:a@127.0.0.1 SIP/2.0\r\nVia: ")
      slow.append(socket)
    }
    #expect(
      stack.told.comes { told in
        _ = try? stack.answersOptions(from: "127.0.0.2")
        return told.floods.map(\.cut).reduce(0, +) >= 280
      })
    #expect(slow.filter { !$0.closes(within: 0) }.count <= 20)
    let next = try WireSocket(streamTo: stack.port, from: "127.0.0.3")
    next.send(SIPText.request("OPTIONS", from: next, callID: "next", branch: "next", transport: "TCP"))
    #expect(next.receive(within: 10)?.status == 200)
    #expect(call.isAlive())
  }

  @Test(
    "Datagrams of 64 KiB of headers change nothing",
    arguments: ["Subject: ", "Contact: <sip:", "Via: SIP/2.0/UDP a,", "Record-Route: <sip:a>,"])
  func oversized(_ header: String) throws {
    let stack = try StackUnderTest()
    let call = try LiveCall(to: stack)
    let socket = try WireSocket(from: "127.0.0.3")
    let text = SIPText.request("OPTIONS", from: socket, callID: "long", branch: "long")
    let filler = String(
      repeating: header.last == "," ? String(header.drop { $0 != " " }) : "x", count: 64_000 / (header.last == "," ? header.count : 1))
    socket.send(text.replacing("Max-Forwards", with: header + filler.prefix(64_000) + "\r\nMax-Forwards"), to: stack.port)
    #expect(try stack.answersOptions())
    #expect(call.isAlive())
  }
}
