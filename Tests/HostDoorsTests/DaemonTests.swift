import DoorTrials
import Foundation
import HostDoors
import HostSurface
import StrictJSON
import Testing

@Suite("SocketDoor in a process: lock, stale socket, systemd, descriptors")
final class DaemonTests {
  private let folder: URL
  private let path: String

  init() throws {
    folder = try Stage.makeFolder()
    path = folder.appendingPathComponent("run/host.sock").path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("A second daemon exits with 3 and names the pid of the first")
  func twoDaemons() throws {
    let first = try DoorVictim(path)
    try #require(first.output(until: "ready") != nil)
    let second = try DoorVictim(path).end()
    #expect(second.code == 3)
    #expect(second.text.contains("as process \(first.pid)") && second.text.contains("run/host.lock"))
    #expect(RawClient(path)?.ask(1, .hostHello) != nil, "the first one's socket stays")
    first.signal(SIGTERM)
    let end = first.end()
    #expect(end.code == 0 && end.text.hasSuffix("stopped\n"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A killed daemon leaves its socket, and the next one replaces it; the modes are 0600 in 0700")
  func staleSocket() throws {
    for _ in 0..<3 {
      let daemon = try DoorVictim(path)
      try #require(daemon.output(until: "ready") != nil)
      #expect(try mode(path) == 0o600)
      #expect(try mode(folder.path + "/run") == 0o700)
      #expect(RawClient(path)?.ask(1, .hostHello) != nil)
      daemon.signal(SIGKILL)
      _ = daemon.end()
      #expect(FileManager.default.fileExists(atPath: path))
      #expect(RawClient(path) == nil, "nobody listens at a socket that was left behind")
    }
  }

  @Test("A file that is no socket is not removed")
  func otherFile() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/run", withIntermediateDirectories: true)
    try "precious".write(toFile: path, atomically: true, encoding: .utf8)
    let end = try DoorVictim(path).end()
    #expect(end.code == 1 && end.text.contains("another file is there"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test("A folder that cannot be made, and a path that is too long, are errors with the path")
  func badPaths() throws {
    try "".write(toFile: folder.path + "/run", atomically: true, encoding: .utf8)
    let end = try DoorVictim(path).end()
    #expect(end.code == 1 && end.text.contains(folder.path + "/run/host.lock"))
    let long = folder.path + "/" + String(repeating: "p", count: 120) + ".sock"
    let other = try DoorVictim(long).end()
    #expect(other.code == 1 && other.text.contains("has 1 to 107 bytes"))
  }

  @Test("A socket that systemd passes is served and not removed; a descriptor of another kind is refused")
  func activation() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/run", withIntermediateDirectories: true)
    let passing = "exec 3<&0 && export LISTEN_FDS=1 LISTEN_PID=$$"
    let listener = try DatagramSocket.listener(at: path)
    let daemon = try DoorVictim(path, after: passing, input: FileHandle(fileDescriptor: listener))
    let client = try #require(RawClient(path), "clients connect before the daemon serves")
    #expect(client.ask(1, .hostHello)?["id"]?.integer == 1)
    try #require(daemon.output(until: "ready") != nil)
    daemon.signal(SIGTERM)
    #expect(daemon.end().code == 0)
    #expect(client.message()?["method"]?.string == "goodbye")
    #expect(FileManager.default.fileExists(atPath: path), "the socket is systemd's")
    close(listener)
    for other in [try DatagramSocket(folder.path + "/d").descriptor, open("/dev/null", O_RDONLY | O_CLOEXEC)] {
      let end = try DoorVictim(path, after: passing, input: FileHandle(fileDescriptor: other)).end()
      #expect(end.code == 1 && end.text.contains("is not a listening stream socket"))
      close(other)
    }
    let two = try DoorVictim(path, after: "exec 3<&0 4<&0 && export LISTEN_FDS=2 LISTEN_PID=$$").end()
    #expect(two.code == 1 && two.text.contains("passed 2 sockets"))
  }

  @Test("Systemd hears READY, STATUS on one line, WATCHDOG, RELOADING with the time, EXTEND_TIMEOUT_USEC and STOPPING")
  func notify() throws {
    let systemd = try DatagramSocket(folder.path + "/notify")
    defer { close(systemd.descriptor) }
    // The watchdog's variables are for the process that the shell becomes.
    let daemon = try DoorVictim(
      path, after: "export WATCHDOG_PID=$$ WATCHDOG_USEC=200000", environment: ["NOTIFY_SOCKET": folder.path + "/notify"])
    var messages: [String] = []
    while messages.count < 6, let message = systemd.receive() { messages.append(message) }
    #expect(messages.contains("READY=1\nSTATUS=serving READY=0"))
    #expect(messages.filter { $0 == "WATCHDOG=1" }.count == 5)
    daemon.signal(SIGTERM)
    messages = []
    while messages.last?.hasPrefix("STOPPING=1") != true, let message = systemd.receive() {
      if message != "WATCHDOG=1" { messages.append(message) }
    }
    try #require(messages.count == 4)
    let reloading = messages[0].split(separator: "\n")
    #expect(reloading.first == "RELOADING=1" && reloading.last?.hasPrefix("MONOTONIC_USEC=") == true)
    #expect(messages[1...] == ["READY=1\nSTATUS=reloaded", "EXTEND_TIMEOUT_USEC=2500000", "STOPPING=1\nSTATUS=ending calls"])
    #expect(daemon.end().code == 0)
  }

  @Test("Clients that come and go leave the daemon the descriptors and threads that it had")
  func descriptors() throws {
    let daemon = try DoorVictim(path)
    try #require(daemon.output(until: "ready") != nil)
    let (descriptors, threads) = (daemon.descriptors, daemon.threads)
    #expect(descriptors > 0 && threads > 0)
    for _ in 0..<10 {
      let clients = (0..<50).compactMap { _ in RawClient(path) }
      #expect(clients.count == 50)
      for (number, client) in clients.enumerated() {
        client.send(request(number, number.isMultiple(of: 3) ? .hostDrain : .hostHello))
        if number.isMultiple(of: 5) { client.send("{") }
      }
    }
    #expect(eventually { daemon.descriptors == descriptors })
    #expect(daemon.threads == threads)
  }

  @Test("Without descriptors the daemon does not spin or end: clients wait, and are served later")
  func noDescriptors() throws {
    let daemon = try DoorVictim(path, after: "ulimit -n 20")
    try #require(daemon.output(until: "ready") != nil)
    var clients = (0..<40).compactMap { _ in RawClient(path) }
    #expect(clients.count == 40)
    for client in clients { client.send(request(1, .hostHello)) }
    #expect(daemon.output(until: "cannot accept connections") != nil)
    let before = try #require(Self.ticks(daemon.pid))
    #expect(clients[0].message()?["id"]?.integer == 1)
    #expect(clients[39].line(milliseconds: 1_000) == nil)
    let after = try #require(Self.ticks(daemon.pid))
    #expect(after - before < 50, "it spins")
    let last = clients.removeLast()
    clients = []
    #expect(last.message()?["id"]?.integer == 1)
    daemon.signal(SIGTERM)
    #expect(daemon.end().code == 0)
  }

  /// The processor time of a process in hundredths of a second.
  private static func ticks(_ pid: Int32) -> Int? {
    let fields = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8))?.split(separator: " ")
    guard let fields, fields.count > 14, let user = Int(fields[13]), let system = Int(fields[14]) else { return nil }
    return user + system
  }
}

/// A datagram socket as systemd's, and other sockets for the tests.
struct DatagramSocket {
  let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard Self.bind(descriptor, path) else { throw TestFailure("cannot bind \(path)") }
  }

  /// Returns the next message; nil when none comes within 20 s.
  func receive() -> String? {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, 20_000) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  /// Makes a listening stream socket.
  static func listener(at path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard bind(descriptor, path), listen(descriptor, 16) == 0 else { throw TestFailure("cannot listen at \(path)") }
    return descriptor
  }

  private static func bind(_ descriptor: Int32, _ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    return withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
