import CSIPStack
import SIPWire
import Testing

@Suite("Our session description", .timeLimit(.minutes(1)))
struct OriginTests {
  @Test("An offer names only the call's address as its origin (RFC 8866 section 5.2)", arguments: ["127.0.0.1", "127.0.0.9"])
  func origin(_ host: String) throws {
    let stack = try StackUnderTest(host: host)
    let socket = try WireSocket(from: host)
    stack.call(socket.port, from: host)
    let offer = try #require(socket.receive(within: 10)).text
    #expect(Self.addresses(offer) == [host], "\(offer)")
  }

  @Test("An answer names only the call's address as its origin")
  func answer() throws {
    let stack = try StackUnderTest()
    _ = try LiveCall(to: stack)
    #expect(stack.told.comes { !$0.ours.isEmpty })
    #expect(stack.told.now.ours.allSatisfy { Self.addresses($0) == ["127.0.0.1"] }, "\(stack.told.now.ours)")
  }

  /// Returns the addresses of o= and c=.
  private static func addresses(_ text: String) -> Set<String> {
    let lines = text.split(separator: "\r\n").filter { $0.hasPrefix("o=") || $0.hasPrefix("c=") }
    return Set(lines.compactMap { $0.split(separator: " ").last.map(String.init) })
  }
}
