import Foundation
import Glibc
import Locking
import StrictJSON

/// A daemon of the tests: answers lines on a Unix socket with a function, and remembers them.
final class StageDaemon: Sendable {
  typealias Answer = @Sendable (_ method: String, _ parameters: JSONValue) -> JSONValue?

  let path: String
  private let listener: CInt
  private let asked = Locked<[String]>([])
  private let clients = Locked<[CInt]>([])
  private let answer: Answer

  /// The methods that came, in order.
  var methods: [String] { asked.withLock { $0 } }

  init(_ answer: @escaping Answer) {
    path = "/tmp/hookswitch-console-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    self.answer = answer
    listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    listen(listener, 64)
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        clients.withLock { $0.append(client) }
        Thread.detachNewThread { self.serve(client) }
      }
    }
  }

  private func serve(_ client: CInt) {
    var (rest, bytes) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = recv(client, &bytes, bytes.count, 0)
      guard count > 0 else { return }
      rest += bytes[..<count]
      while let end = rest.firstIndex(of: 10) {
        let line = Array(rest[..<end])
        rest.removeFirst(end + 1)
        guard let request = try? JSONReader.read(line), let method = request["method"]?.string else { continue }
        asked.withLock { $0.append(method) }
        guard let reply = answer(method, request["params"] ?? .object([])) else { continue }
        let name = reply["code"] == nil ? "result" : "error"
        send("{\"jsonrpc\":\"2.0\",\"id\":\((request["id"] ?? .null).text),\"\(name)\":\(reply.text)}", to: client)
      }
    }
  }

  private func send(_ line: String, to client: CInt) {
    let bytes = Array("\(line)\n".utf8)
    _ = Glibc.send(client, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }

  /// Sends a line to every client.
  func tell(_ line: String) { for client in clients.withLock({ $0 }) { send(line, to: client) } }

  func close() {
    shutdown(listener, CInt(SHUT_RDWR))
    for client in clients.withLock({ $0 }) { shutdown(client, CInt(SHUT_RDWR)) }
    unlink(path)
  }
}
