import DoorKit
import HostSurface
import StrictJSON
import Testing

@testable import DesktopBridge

/// A machine, and events for it in short form.
struct MachineStage {
  /// The unique name of the notification server.
  static let server = ":1.7"
  static let feedbackd = ":1.8"
  static let logind = ":1.9"

  var machine: DesktopMachine

  /// Creates a machine on both buses.
  ///
  /// - Parameters:
  ///   - services: the services that are there, with their unique names.
  ///   - activatable: the services that the bus can start.
  ///   - settings: changes the settings.
  init(
    _ services: [DesktopService: String] = [:], activatable: Set<DesktopService> = [], isSandboxed: Bool = false,
    _ settings: (inout DesktopSettings) -> Void = { _ in }
  ) {
    machine = DesktopMachine(Self.settings(settings), uid: 1000, isSandboxed: isSandboxed)
    take(.started)
    for bus in DesktopBus.allCases {
      take(.bus(bus, isThere: true))
      for (service, name) in services.sorted(by: { $0.value < $1.value }) where service.bus == bus { take(.owner(service, name)) }
      take(.activatable(bus, activatable.filter { $0.bus == bus }))
    }
    if services[.notifications] != nil { serve() }
  }

  static func settings(_ change: (inout DesktopSettings) -> Void) -> DesktopSettings {
    var settings = DesktopSettings()
    change(&settings)
    return settings
  }

  @discardableResult
  mutating func take(_ event: DesktopEvent) -> [DesktopEffect] { machine.take(event) }

  /// The notification server answers the newest question about its capabilities.
  @discardableResult
  mutating func serve(_ capabilities: [String] = ["actions", "body", "body-markup"]) -> [DesktopEffect] {
    // A reply to an earlier question changes nothing.
    (0..<16).flatMap { take(.reply(.capabilities($0), .values([.strings(capabilities)]))) }
  }

  /// Shows a line with calls; each text is the JSON of a call's further members.
  mutating func line(_ calls: [String], front: Int? = nil, named line: String = "main") -> [DesktopEffect] {
    let json = JSONValue.object(of: [
      "line": .string(line), "front": front.map { .integer($0) }, "calls": .array(calls.map { Self.json($0) }),
    ])
    return take(.state(.line, key: line, calls.isEmpty ? nil : json))
  }

  /// The end of a call, after it left its line.
  mutating func end(_ id: String, _ reason: String) -> [DesktopEffect] {
    take(.record(Self.json(#"{"topic": "call", "kind": "ended", "call": "\#(id)", "data": {"reason": "\#(reason)"}}"#)))
  }

  static func json(_ text: String) -> JSONValue { (try? JSONReader.read(Array(text.utf8))) ?? .null }

  /// Returns the JSON of a call.
  static func call(_ id: String, _ state: String, _ more: String = "", isIncoming: Bool = true) -> String {
    #"{"call": "\#(id)", "line": "main", "provider": "home", "direction": "\#(isIncoming ? "incoming" : "outgoing")", "state": "\#(state)", "#
      + #""group": 1, "handle": {"type": "phoneNumber", "value": "+15550100"}, "displayName": "Ann", "name": "Ann"\#(more)}"#
  }

  mutating func pressed(_ action: String, on number: Int, by sender: String = MachineStage.server) -> [DesktopEffect] {
    take(
      .signal(
        DesktopSignal(sender, "/org/freedesktop/Notifications", "ActionInvoked", [.integer(number), .string(action)])))
  }

  mutating func closed(_ number: Int, reason: Int) -> [DesktopEffect] {
    take(
      .signal(
        DesktopSignal(Self.server, "/org/freedesktop/Notifications", "NotificationClosed", [.integer(number), .integer(reason)])))
  }
}

extension [DesktopEffect] {
  /// The calls of services.
  var calls: [DesktopCall] { compactMap { if case .call(let call) = $0 { call } else { nil } } }

  /// The calls of a method.
  func calls(of member: String) -> [DesktopCall] { calls.filter { $0.member == member } }

  /// The methods of the host, with their parameters.
  var requests: [String] {
    compactMap { if case .ask(let method, let parameters, _) = $0 { "\(method.rawValue) \(parameters.text)" } else { nil } }
  }

  /// The tag of the only call of a method.
  func tag(of member: String) throws -> DesktopTag { try #require(calls(of: member).first?.tag) }
}

extension DesktopCall {
  /// The arguments as text.
  var texts: [String] {
    values.map { value in
      switch value {
      case .text(let text), .path(let text): text
      case .bool(let flag): "\(flag)"
      case .byte(let number): "\(number)"
      case .int32(let number): "\(number)"
      case .uint32(let number): "\(number)"
      case .texts(let texts): texts.joined(separator: " ")
      case .dictionary(let entries): Self.text(entries)
      case .dictionaries(let items): items.map(Self.text).joined(separator: "; ")
      case .named(let name, _): name
      }
    }
  }

  private static func text(_ entries: [BusEntry]) -> String {
    entries.map { "\($0.name)=\(DesktopCall(.notifications, "", [$0.value]).texts[0])" }.joined(separator: " ")
  }
}
