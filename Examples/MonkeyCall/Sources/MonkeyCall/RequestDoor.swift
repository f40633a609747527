import Dispatch
import Glibc

/// The socket by which a second process of the app hands over a link or an activity: one text a datagram.
///
/// It lies in the user's own runtime folder, so that no other user can write to it.
@MainActor final class RequestDoor {
  /// The socket's path; nil without XDG_RUNTIME_DIR.
  nonisolated static var path: String? { getenv("XDG_RUNTIME_DIR").map { String(cString: $0) + "/monkeycall.sock" } }
  /// The longest text in bytes.
  nonisolated static let limit = 4_096

  private var source: (any DispatchSourceRead)?

  /// Opens the socket; `text` receives each request.
  func open(_ text: @escaping @MainActor (String) -> Void) {
    guard let path = Self.path else { return }
    unlink(path)
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0, Self.withAddress(of: path, { bind(descriptor, $0, $1) }) == 0 else {
      if descriptor >= 0 { Glibc.close(descriptor) }
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: Self.limit)
      while true {
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return }
        let request = String(decoding: bytes.prefix(count), as: UTF8.self)
        MainActor.assumeIsolated { text(request) }
      }
    }
    source.setCancelHandler { Glibc.close(descriptor) }
    source.activate()
    self.source = source
  }

  func close() {
    source?.cancel()
    if let path = Self.path { unlink(path) }
  }

  /// Hands a text to the process that runs; false when none does.
  nonisolated static func send(_ text: String) -> Bool {
    guard let path, text.utf8.count <= limit else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { Glibc.close(descriptor) }
    let bytes = Array(text.utf8)
    return withAddress(of: path) { sendto(descriptor, bytes, bytes.count, 0, $0, $1) } == bytes.count
  }

  private nonisolated static func withAddress<Result>(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      for (index, byte) in path.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
