import Glibc
import Hookswitch
import HostDoors
import HostService

/// A socket door for measurements.
enum BenchDoor {
  /// Returns the service of a host without a memory.
  ///
  /// - Parameters:
  ///   - host: the host.
  ///   - flight: the flight recorder that the host's settings have.
  static func service(_ host: CallHost, flight: FlightDeck? = nil) -> HostService {
    var settings = ServiceSettings(version: "0", owner: geteuid())
    settings.flight = flight
    return HostService(host, settings)
  }

  /// Opens a door to a service, and closes it after `body`, which gets the socket's path.
  static func open(_ service: any Service, _ body: (String) throws -> [Measurement]) throws -> [Measurement] {
    let folder = try TemporaryPlace()
    var settings = SocketSettings(path: folder.path + "/host.sock")
    // The benchmark measures what the door can do, not what it allows.
    settings.limits.ownerRate = RateLimit(perSecond: 100_000_000, burst: 100_000_000)
    let door = try SocketDoor(settings: settings, service: service) { _, _ in }
    try door.start()
    defer { door.stop(reason: "stopping") }
    return try body(settings.path)
  }
}

/// A folder that is removed with its last owner; its path is short enough for a socket.
private final class TemporaryPlace {
  let path: String

  init() throws {
    var template = Array("\(P_tmpdir)/hookswitch-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TrafficError("cannot make a temporary folder") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in ["host.sock", "host.lock"] { unlink(path + "/" + name) }
    rmdir(path)
  }
}
