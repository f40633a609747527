internal import CallControl
internal import DoorKit
internal import HostSurface
internal import StrictJSON

/// The calls as GNOME Calls shows them on the bus, for shells such as Phosh.
///
/// A pure value beside the tree: each call has a number, and a state of GNOME's. The interfaces are those of GNOME Calls
/// (`org.gnome.Calls.Call.xml` and `org.gnome.Calls.EmergencyCalls.xml`).
package struct GnomeCalls: Sendable {
  /// The path of the object manager and of the emergency calls.
  package static let root = "/org/gnome/Calls"
  /// The name that GNOME Calls has on the bus.
  static let name = "org.gnome.Calls"
  /// The keys that `SendDtmf` takes, one at a time.
  static let keys = "0123456789ABCD*#"

  private var numbers: [String: Int] = [:]
  private var count = 0
  private var properties: [Int: BusProperties] = [:]
  private var news: [BusNews] = []
  /// The numbers that the line `main` dials as emergency calls.
  private(set) var emergencyNumbers: [String]?

  /// Creates an empty list.
  package init() {}

  // MARK: Calls

  /// Takes the calls of a tree.
  package mutating func take(_ tree: BusTree) {
    let shown = tree.calls.filter { $0.value.json["state"]?.string != CallState.screening.rawValue }
    let order = shown.sorted { ($0.value.json["began"]?.string ?? "", $0.key) < ($1.value.json["began"]?.string ?? "", $1.key) }
    for (call, entry) in order { put(call, entry.json, image: tree.image(of: entry.json)) }
    for (call, number) in numbers where tree.calls[call] == nil {
      numbers[call] = nil
      properties[number] = nil
      news.append(.removed(path: Self.path(number), interfaces: [BusInterface.gnomeCall.name]))
    }
  }

  private mutating func put(_ call: String, _ json: JSONValue, image: String) {
    let number = numbers[call] ?? count + 1
    count = max(count, number)
    numbers[call] = number
    let values = Self.properties(of: json, image: image)
    let (old, new) = (properties[number].map { [BusInterface.gnomeCall.name: $0] }, [BusInterface.gnomeCall.name: values])
    news += BusNews.change(of: Self.path(number), [BusInterface.gnomeCall], from: old, to: new)
    properties[number] = values
  }

  /// Returns the news since the last call.
  package mutating func flush() -> [BusNews] {
    defer { news = [] }
    return news
  }

  private static func properties(of call: JSONValue, image: String) -> BusProperties {
    let isPhone = call["handle"]?["type"]?.string == Handle.Kind.phoneNumber.rawValue
    let values: [String: JSONValue?] = [
      "Inbound": .bool(call["direction"]?.string == Direction.incoming.rawValue), "State": .integer(state(of: call)),
      "Id": call["handle"]?["value"], "DisplayName": call["displayName"], "ImagePath": .string(image),
      "Protocol": isPhone ? "tel" : call["handle"]?["type"], "Encrypted": false,
      "CanDtmf": .bool(call["capabilities"]?.strings?.contains("dtmf") ?? false), "Hints": .object(of: ["ui-active": false]),
    ]
    return Dictionary(
      uniqueKeysWithValues: BusInterface.gnomeCall.properties.map { ($0.name, BusValue(values[$0.name] ?? nil, as: $0.signature ?? "s")) })
  }

  /// The number of a call's state in GNOME Calls.
  private static func state(of call: JSONValue) -> Int {
    switch call["state"]?.string.flatMap({ CallState(rawValue: $0) }) {
    case .active: 1
    case .held: 2
    case .requested, .dialing, .connecting: 3
    case .ringing, .answering: 5
    case .ending, .ended: 7
    case .screening, nil: 0
    }
  }

  // MARK: Emergency numbers

  /// Takes the emergency numbers of the line `main`.
  package mutating func take(emergencyNumbers new: [String]) {
    if let old = emergencyNumbers, old != new {
      news.append(.signal(path: Self.root, interface: BusInterface.gnomeEmergency.name, name: "EmergencyNumbersChanged", []))
    }
    emergencyNumbers = new
  }

  // MARK: Objects

  /// Returns true for a path of GNOME's objects.
  package static func isObject(_ path: String) -> Bool { path == root || path.hasPrefix(root + "/") }

  private static func path(_ number: Int) -> String { "\(root)/Call/\(number)" }

  /// The calls' objects in the order of their numbers.
  package var objects: [(path: String, properties: [String: BusProperties])] {
    properties.sorted { $0.key < $1.key }.map { (Self.path($0.key), [BusInterface.gnomeCall.name: $0.value]) }
  }

  /// Returns the call of an object, by its UUID; nil for another path.
  func call(at path: String) -> String? { numbers.first { Self.path($0.value) == path }?.key }

  func properties(at path: String) -> [String: BusProperties] {
    call(at: path).flatMap { numbers[$0] }.flatMap { properties[$0] }.map { [BusInterface.gnomeCall.name: $0] } ?? [:]
  }

  func interfaces(at path: String) -> [BusInterface] {
    if path == Self.root { return [BusInterface.gnomeEmergency] }
    return call(at: path) == nil ? [] : [BusInterface.gnomeCall]
  }
}
