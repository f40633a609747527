import Foundation
import Glibc
import Locking

/// A test's name server: every host is at 127.0.0.1, with the given services.
final class NameServer: Sendable {
  /// The queries it received, as `type name`.
  let asked = Tape<String>()
  let port: UInt16
  private let socket: Int32

  /// A file like /etc/resolv.conf that names this server.
  let file: URL

  convenience init(_ services: [String: UInt16] = [:]) throws { try self.init(NameRecords(services: services.mapValues { [$0] })) }

  init(_ records: NameRecords) throws {
    port = FreePort.next()
    file = FileManager.default.temporaryDirectory.appending(path: "hookswitch-resolver-\(UUID())")
    try Data("nameserver 127.0.0.1\nport \(port)\n".utf8).write(to: file)
    socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    guard status == 0 else { throw POSIXError(.EADDRINUSE) }
    Thread.detachNewThread { [socket, asked] in Self.serve(socket, records, asked) }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
    try? FileManager.default.removeItem(at: file)
  }

  private static func serve(_ socket: Int32, _ records: NameRecords, _ asked: Tape<String>) {
    var room = [UInt8](repeating: 0, count: 1500)
    while true {
      var from = sockaddr_storage()
      var bytes = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let count = withUnsafeMutablePointer(to: &from) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { recvfrom(socket, &room, room.count, 0, $0, &bytes) }
      }
      guard count > 0 else { return }
      guard let question = NameQuestion(room[..<count]) else { continue }
      asked.add("\(question.type) \(question.name)")
      let answer = question.answer(records)
      _ = withUnsafePointer(to: &from) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { sendto(socket, answer, answer.count, 0, $0, bytes) }
      }
    }
  }
}
