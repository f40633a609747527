import CSIPStack
import Glibc
import SIPWire
import Testing

@Suite("Far ends that have vanished", .timeLimit(.minutes(1)))
struct VanishedTests {
  @Test("A pending ICMP error belongs to an earlier datagram and keeps no other peer from its answer (RFC 1122 section 4.1.3.3)")
  func bounced() throws {
    let stack = try StackUnderTest()
    let socket = try WireSocket(from: "127.0.0.2")
    var lost: [Int] = []
    for number in 0..<300 {
      let gone = try WireSocket(from: "127.0.0.3")
      let request = SIPText.request("OPTIONS", from: gone, callID: "gone-\(number)", branch: "gone\(number)")
      let next = SIPText.request("OPTIONS", from: socket, callID: "next-\(number)", branch: "next\(number)")
      gone.send(request, to: stack.port)
      gone.vanish()
      socket.send(next, to: stack.port)
      if socket.receive(within: 2)?.header("call-id") != "next-\(number)" { lost.append(number) }
    }
    #expect(lost == [])
  }

  @Test("A pending ICMP error does not stop sends to others: the system reports the last send's error at the next send")
  func pending() throws {
    let gone = try WireSocket()
    let there = try WireSocket()
    let port = gone.port
    gone.vanish()
    let fd = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(fd) }
    // Asks for ICMP errors, as the stack's sockets do.
    var one: Int32 = 1
    #expect(setsockopt(fd, Int32(IPPROTO_IP), IP_RECVERR, &one, 4) == 0)
    #expect(try Self.send("to nobody", fd, port, sendmsg) > 0)
    #expect(try Self.send("lost", fd, there.port, sendmsg) == -1 && errno == ECONNREFUSED)
    #expect(try Self.send("to nobody", fd, port, csip_send_message) > 0)
    #expect(try Self.send("sent", fd, there.port, csip_send_message) > 0)
    #expect(there.receive(within: 5)?.text == "sent")
    // An error of the datagram itself stays an error. Broadcasting is not enabled; without a network beside the loopback there is no route
    // either.
    #expect(try Self.send("nowhere", fd, 9, csip_send_message, "255.255.255.255") == -1 && [EACCES, ENETUNREACH].contains(errno))
  }

  private typealias Send = (Int32, UnsafePointer<msghdr>, Int32) -> Int

  private static func send(_ text: String, _ fd: Int32, _ port: UInt16, _ send: Send, _ host: String = "127.0.0.1") throws -> Int {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &place.sin_addr)
    var bytes = Array(text.utf8)
    return bytes.withUnsafeMutableBytes { bytes in
      withUnsafeMutableBytes(of: &place) { place in
        var piece = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &piece) { piece in
          var message = msghdr()
          message.msg_name = place.baseAddress
          message.msg_namelen = socklen_t(place.count)
          message.msg_iov = piece
          message.msg_iovlen = 1
          return send(fd, &message, 0)
        }
      }
    }
  }
}
