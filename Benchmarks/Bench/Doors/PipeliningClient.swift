import Glibc

/// A client of the socket that counts lines and reads nothing in them, so that it costs less than the door.
final class PipeliningClient {
  let descriptor: CInt
  private var bytes = [UInt8](repeating: 0, count: 64 << 10)

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let isConnected = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
    }
    guard descriptor >= 0, isConnected else { throw TrafficError("cannot connect to \(path)") }
  }

  deinit { close(descriptor) }

  /// Sends a request.
  func request(_ number: Int) throws {
    try send("{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"line.get\",\"params\":{\"line\":\"main\"}}\n")
  }

  /// Subscribes to the calls.
  func subscribe() throws { try ask("events.subscribe", #"{"topics":["call"]}"#) }

  /// Sends a request for any method.
  func ask(_ method: String, _ parameters: String) throws {
    try send("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"\(method)\",\"params\":\(parameters)}\n")
  }

  /// Waits for one line, and returns the number of its bytes; the door must have no more to send.
  func lineBytes() throws -> Int {
    var total = 0
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw TrafficError("the door has closed a connection") }
      total += count
      if bytes[count - 1] == 10 { return total }
    }
  }

  private func send(_ text: String) throws {
    let sent = text.utf8.withContiguousStorageIfAvailable { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    guard sent == text.utf8.count else { throw TrafficError("the door does not take a request") }
  }

  /// Waits for lines, and returns their number.
  func replies(atLeast wanted: Int) throws -> Int {
    var count = 0
    while count < wanted { count += try lines(flags: 0) }
    return count
  }

  /// Reads what is there, and returns the number of line ends.
  func lines(flags: CInt = CInt(MSG_DONTWAIT)) throws -> Int {
    let count = recv(descriptor, &bytes, bytes.count, flags)
    if count < 0, errno == EAGAIN || errno == EINTR { return 0 }
    guard count > 0 else { throw TrafficError("the door has closed a connection") }
    return bytes[..<count].count { $0 == 10 }
  }

  /// Has each client make a number of requests, with at most `window` of them under way.
  static func exchange(_ clients: [PipeliningClient], requests: Int, window: Int) throws {
    var sent = [Int](repeating: 0, count: clients.count)
    var received = sent
    var polls = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    var left = requests * clients.count
    for (place, client) in clients.enumerated() {
      while sent[place] < min(window, requests) {
        try client.request(sent[place])
        sent[place] += 1
      }
    }
    while left > 0 {
      poll(&polls, nfds_t(polls.count), -1)
      for place in polls.indices where polls[place].revents != 0 {
        let count = try clients[place].lines()
        received[place] += count
        left -= count
        if received[place] == requests { polls[place].fd = -1 }
        while sent[place] < requests, sent[place] - received[place] < window {
          try clients[place].request(sent[place])
          sent[place] += 1
        }
      }
    }
  }
}
