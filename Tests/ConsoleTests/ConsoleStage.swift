import Foundation
import Glibc
import StrictJSON

@testable import HookswitchConsole

/// A console on a thread of its own, by default at a free port of 127.0.0.1, with a daemon of the tests behind it.
final class ConsoleStage {
  static let token = String(repeating: "5", count: 64)
  static let code = String(repeating: "c", count: 64)

  let daemon: StageDaemon
  let port: UInt16
  private let stop: CInt
  private let ended = DispatchSemaphore(value: 0)

  init(
    at address: String = "127.0.0.1:0", limits: ConsoleLimits = ConsoleLimits(), daemonPath: String? = nil,
    change: (inout ConsoleSettings) -> Void = { _ in }, _ answer: @escaping StageDaemon.Answer = ConsoleStage.usual
  ) throws {
    daemon = StageDaemon(answer)
    var settings = ConsoleSettings(try ConsoleAddress(address), daemon: daemonPath ?? daemon.path)
    settings.limits = limits
    change(&settings)
    // The server is made before its thread, and then only that thread touches it.
    nonisolated(unsafe) let server = try ConsoleServer(settings)
    port = server.port
    var pipe: [CInt] = [0, 0]
    _ = Glibc.pipe(&pipe)
    stop = pipe[1]
    let (read, ended) = (pipe[0], ended)
    Thread.detachNewThread {
      server.run(until: read)
      ended.signal()
    }
  }

  /// Ends the console, and waits for its thread.
  func close() {
    _ = Glibc.write(stop, "x", 1)
    ended.wait()
    Glibc.close(stop)
    daemon.close()
  }

  /// The answers of a daemon with one code and one token.
  static let usual: StageDaemon.Answer = { method, parameters in
    switch method {
    case "session.open":
      let isKnown = parameters["token"]?.string == token || parameters["code"]?.string == code
      guard isKnown else { return .object(of: ["code": -32_002, "message": "the token is unknown"]) }
      return .object(of: [
        "session": .object(of: ["actor": "anna", "role": "operator"]), "token": parameters["code"].map { _ in .string(token) },
      ])
    case "health.read": return .object(of: ["live": true, "ready": false, "reasons": .strings(["its provider is not ready"])])
    case "metrics.read": return .object(of: ["contentType": "text/plain; version=0.0.4", "text": "hookswitch_ready 1\n"])
    case "large.answer": return .object(of: ["text": .string(String(repeating: "x", count: 300_000))])
    case "never.answers": return nil
    default: return .object(of: ["method": .string(method)])
    }
  }

  /// A connection of HTTP to the console.
  func connect() -> HTTPClient { HTTPClient(port: port) }

  /// Sends one request on a connection of its own, and returns the whole answer.
  func exchange(_ head: String, _ body: String = "") -> String {
    let client = connect()
    client.send(head.replacing("\n", with: "\r\n").replacing("HOST", with: "127.0.0.1:\(port)") + "\r\n" + body)
    return client.readAnswer()
  }

  /// Opens a WebSocket; nil with the answer's head when it is refused.
  func webSocket(
    origin: String? = nil, token: String = ConsoleStage.token, subprotocols: String? = nil, host: String? = nil
  ) -> (client: HTTPClient, head: String) {
    let client = connect()
    let here = "127.0.0.1:\(port)"
    client.send(
      "GET /rpc HTTP/1.1\r\nHost: \(host ?? here)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: \(origin ?? "http://\(here)")\r\n"
        + "Sec-WebSocket-Protocol: \(subprotocols ?? "hookswitch.v1, bearer.\(token)")\r\n\r\n")
    return (client, client.readHead())
  }
}

/// A client of HTTP and of WebSockets; each wait has a limit of 20 s.
final class HTTPClient {
  private let descriptor: CInt
  private var bytes: [UInt8] = []

  /// Connects to a Unix socket.
  init(path: String) {
    descriptor = Self.socket(AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  private static func socket(_ family: CInt) -> CInt {
    let descriptor = Glibc.socket(family, CInt(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return descriptor
  }

  init(port: UInt16) {
    descriptor = Self.socket(AF_INET)
    var address = sockaddr_in()
    (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  deinit { close(descriptor) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }

  /// Sends nothing more.
  func finish() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Reads once more; false at the end of the connection.
  private func more() -> Bool {
    var portion = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &portion, portion.count, 0)
    if count > 0 { bytes += portion[..<count] }
    return count > 0
  }

  /// Reads the head of an answer.
  func readHead() -> String {
    while true {
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        defer { bytes.removeFirst(end.upperBound) }
        return String(decoding: bytes[..<end.upperBound], as: UTF8.self)
      }
      guard more() else { return "" }
    }
  }

  /// Reads an answer with its body.
  func readAnswer() -> String {
    let head = readHead()
    let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    let size = length.flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) } ?? 0
    while bytes.count < size { guard more() else { break } }
    defer { bytes.removeFirst(min(size, bytes.count)) }
    return head + String(decoding: bytes.prefix(size), as: UTF8.self)
  }

  /// Sends a frame of a WebSocket.
  func sendFrame(_ text: String, opcode: UInt8 = 1) {
    let body = Array(text.utf8)
    var frame: [UInt8] = [0x80 | opcode]
    if body.count < 126 {
      frame.append(0x80 | UInt8(body.count))
    } else if body.count < 65_536 {
      frame += [0x80 | 126, UInt8(body.count >> 8), UInt8(body.count & 0xFF)]
    } else {
      frame += [0x80 | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) }
    }
    // A mask of zeros leaves the bytes as they are.
    send(frame + [0, 0, 0, 0] + body)
  }

  /// Reads a frame; nil at the end of the connection.
  func readFrame() -> (opcode: UInt8, body: [UInt8])? {
    while true {
      if bytes.count >= 2 {
        var (size, start) = (Int(bytes[1] & 0x7F), 2)
        let extra = size == 126 ? 2 : size == 127 ? 8 : 0
        if bytes.count >= start + extra {
          if extra > 0 { size = bytes[start..<start + extra].reduce(0) { $0 << 8 | Int($1) } }
          start += extra
          if bytes.count >= start + size {
            defer { bytes.removeFirst(start + size) }
            return (bytes[0] & 0x0F, Array(bytes[start..<start + size]))
          }
        }
      }
      guard more() else { return nil }
    }
  }

  /// Reads frames up to the next text.
  func readText() -> JSONValue? {
    while let frame = readFrame() {
      if frame.opcode == 1 { return try? JSONReader.read(frame.body) }
      if frame.opcode == 8 { return nil }
    }
    return nil
  }

  /// Reads frames up to the close, and returns its code.
  func readClose() -> Int? {
    while let frame = readFrame() {
      if frame.opcode == 8 { return frame.body.prefix(2).reduce(0) { $0 << 8 | Int($1) } }
    }
    return nil
  }
}
