import DoorTrials
import Foundation
import HostDoors
import HostSurface
import Locking
import StrictJSON
import Testing

/// A door with a trial service in a folder of its own.
final class Stage {
  let folder: URL
  let service = TrialService()
  let lines = Locked<[String]>([])
  let door: SocketDoor

  var path: String { door.path }

  init(_ change: (inout SocketSettings) -> Void = { _ in }) throws {
    folder = try Self.makeFolder()
    var settings = SocketSettings(path: folder.appendingPathComponent("host.sock").path)
    change(&settings)
    door = try SocketDoor(settings: settings, service: service) { [lines] level, text in lines.withLock { $0.append("\(level) \(text)") } }
    try door.start()
  }

  deinit {
    service.answerHeld()
    door.stop(reason: "stopping")
    // A request that was under way meanwhile keeps its session, which keeps the service.
    service.answerHeld()
    try? FileManager.default.removeItem(at: folder)
  }

  static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hsw-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }

  func client() throws -> RawClient { try #require(RawClient(path)) }

  /// Waits until a condition holds; false after 20 s.
  func until(_ condition: () -> Bool) -> Bool { eventually(condition) }
}

/// Waits until a condition holds; false after 20 s.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    poll(nil, 0, 2)
  }
  return condition()
}

/// Returns a request as a line.
func request(_ id: Int, _ method: MethodName, _ parameters: String = "{}") -> String {
  "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method.rawValue)\",\"params\":\(parameters)}"
}

extension RawClient {
  /// Sends a request and returns its reply.
  func ask(_ id: Int, _ method: MethodName, _ parameters: String = "{}") -> JSONValue? {
    send(request(id, method, parameters))
    return message()
  }
}
