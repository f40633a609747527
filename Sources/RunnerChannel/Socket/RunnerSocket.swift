internal import CRunnerChannel
internal import Glibc

/// One end of the socket between the host and a runner.
///
/// It sends and receives without waiting.
package final class RunnerSocket: Sendable {
  /// A message with its descriptors, which its receiver owns.
  package struct Message: Hashable, Sendable {
    package let type: SocketType
    package let descriptors: [CInt]
    let bytes: [UInt8]

    /// The body of the message.
    package func body<Body: FrameBody>(_ type: Body.Type) throws(FrameFault) -> Body {
      try FrameReader.read(bytes, as: type, type: UInt16(self.type.rawValue))
    }
  }

  /// The next thing on the socket.
  package enum Event: Hashable, Sendable {
    case message(Message)
    /// There is no message now.
    case nothing
    /// The other side is gone.
    case end
    /// The other side sent something that an intact one does not send.
    case rubbish(String)
  }

  /// The descriptor, for poll.
  package let descriptor: CInt

  /// Takes a descriptor over.
  package init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Makes a pair: the host's end, and the descriptor of the runner's; nil when no descriptors are left.
  package static func pair() -> (host: RunnerSocket, runner: CInt)? {
    var sockets: [CInt] = [-1, -1]
    guard hrc_socket_pair(&sockets) == 0 else { return nil }
    return (RunnerSocket(descriptor: sockets[0]), sockets[1])
  }

  /// Sends a message; false when the other side is gone or does not read.
  package func send(_ type: SocketType, _ body: some FrameBody, descriptors: [CInt] = []) -> Bool {
    let content = FrameWriter.bytes(of: body)
    let bytes = FrameWriter.bytes(of: NumberPair(type.rawValue, UInt32(content.count))) + content
    return hrc_send(descriptor, bytes, bytes.count, descriptors, descriptors.count) == 0
  }

  /// Receives the next message, without waiting.
  package func receive() -> Event {
    var descriptors = [CInt](repeating: -1, count: Int(HRC_DESCRIPTORS_MAX))
    var descriptorCount = 0
    var received = 0
    var code: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(HRC_MESSAGE_MAX)) { buffer, count in
      received = hrc_receive(descriptor, buffer.baseAddress!, &descriptors, &descriptorCount)
      code = errno
      count = max(0, received)
    }
    descriptors.removeSubrange(descriptorCount...)
    guard received > 0 else {
      for descriptor in descriptors { close(descriptor) }
      if received == 0 { return .end }
      if code == EAGAIN { return .nothing }
      return code == EMSGSIZE ? .rubbish("a message on its socket is too long") : .end
    }
    do throws(FrameFault) {
      let head = try FrameReader.read(Array(bytes.prefix(8)), as: NumberPair.self, type: 0)
      guard let type = SocketType(rawValue: head.first), head.second == bytes.count - 8 else { throw .type(0) }
      guard type.descriptors.contains(descriptors.count) else { throw .length }
      return .message(Message(type: type, descriptors: descriptors, bytes: Array(bytes.dropFirst(8))))
    } catch {
      for descriptor in descriptors { close(descriptor) }
      return .rubbish(
        error == .length
          ? "a message on its socket has descriptors that its type does not announce" : "a message on its socket is no message")
    }
  }

  /// Waits until there is something to receive, at most `milliseconds` (-1: without limit).
  package func wait(milliseconds: CInt) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let found = poll(&wanted, 1, milliseconds)
      if found < 0, errno == EINTR { continue }
      return found > 0
    }
  }
}

/// The head of a message: its type and the length of its body.
private struct NumberPair: FrameBody {
  var first: UInt32 = 0
  var second: UInt32 = 0

  init() {}

  init(_ first: UInt32, _ second: UInt32) { (self.first, self.second) = (first, second) }

  mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&first)
    try frame.word(&second)
  }
}

/// A file descriptor that is closed with its last owner.
package final class KeptDescriptor: Sendable {
  /// The number.
  package let number: CInt

  /// Takes a descriptor over.
  package init(_ number: CInt) { self.number = number }

  deinit { close(number) }
}
