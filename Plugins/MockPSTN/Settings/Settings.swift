internal import Glibc
internal import StrictJSON
internal import TransportKit

/// The configuration of an instance: its exchange and our line.
struct Settings: Sendable {
  var plan = NumberingPlan(country: .unitedStates, areaCode: Country.unitedStates.areaCode)
  /// Our number in E.164, shown to callees.
  var number = ""
  /// The line's display name.
  var name = ""
  /// True for a subscriber line, with one active and one held call and a three-way conference; false for a trunk without such limits.
  var isSubscriberLine = false
  var hasCallWaiting = true
  /// True when the line may send a ringing call on to another number.
  var hasCallDeflection = true
  var maxCalls = 0
  var showsNationalNumbers = false
  var seed: UInt64 = 1
  /// The probability that an outgoing call finds no circuit.
  var congestion = 0.0
  /// The length of busy and similar tones before the network clears; 0 disables all tones, ringback included.
  var toneDuration = Duration.seconds(3)
  /// The time that an unanswered call rings.
  var noAnswer = Duration.seconds(30)
  var numbers: [String: Subscriber] = [:]
  var schedule: Schedule?
  /// The folder for recordings with a relative path; empty for the folder for temporary files.
  var recordings = ""

  /// The limit on simultaneous calls; 0 for no limit.
  var callLimit: Int { isSubscriberLine ? 2 : maxCalls }

  /// Reads the configuration and the file that it names; a setting beside `file` overrides the same one in the file.
  ///
  /// - Throws: A `TransportError` with the file, the place and the fault.
  init(_ configuration: Configuration) throws(TransportError) {
    var members = configuration.members.mapValues { (json: $0, source: "configuration") }
    if let file = members.removeValue(forKey: "file") {
      let path = try SettingsNode(file.json, source: "configuration", path: "/file").text()
      for member in try SettingsFile(path).members where members[member.name] == nil { members[member.name] = (member.value, path) }
    }
    try self.init(members)
  }

  private init(_ members: [String: (json: JSONValue, source: String)]) throws(TransportError) {
    func node(_ key: String) -> SettingsNode? {
      members[key].map { SettingsNode($0.json, source: $0.source, path: "/\(key)") }
    }
    if let strange = members.keys.filter({ !Self.keys.contains($0) }).min() {
      throw (node(strange) ?? SettingsNode(.null, source: "")).wrong("is not a setting of this transport")
    }
    let country = try node("country")?.country() ?? .unitedStates
    plan = NumberingPlan(country: country, areaCode: try node("area-code")?.areaCode() ?? country.areaCode)
    name = try node("name")?.nameOrNothing() ?? ""
    isSubscriberLine = try node("line")?.one(of: LineKind.self) == .subscriber
    hasCallWaiting = try node("call-waiting")?.boolean() ?? true
    hasCallDeflection = try node("call-deflection")?.boolean() ?? true
    maxCalls = try node("max-calls")?.whole(in: 0...1_000_000) ?? 0
    showsNationalNumbers = try node("show-numbers")?.one(of: NumberForm.self) == .national
    seed = UInt64(try node("seed")?.whole(in: 0...4_294_967_295) ?? 1)
    congestion = try node("congestion")?.number(in: 0...1) ?? 0
    toneDuration = try node("tone-s")?.seconds(atMost: 600) ?? toneDuration
    noAnswer = try node("no-answer-s")?.seconds(atMost: 600) ?? noAnswer
    number = try node("number")?.telephone(plan) ?? plan.builtIn("98")
    for (key, node) in try node("numbers")?.members() ?? [] {
      guard case .number(let number) = plan.dialed(key) else {
        throw node.wrong("must be a telephone number as it is dialed in \(country.name), or with + and country code")
      }
      guard numbers[number] == nil else { throw node.wrong("is \(number), which is there already") }
      numbers[number] = try BehaviourReader(plan: plan).subscriber(node)
    }
    recordings = try node("recordings")?.nameOrNothing() ?? ""
    schedule = try node("schedule").map { (node) throws(TransportError) in try Schedule(node, plan) }
  }

  /// Returns the path of the recording with this name.
  func recordingPath(_ name: String) -> String {
    if name.hasPrefix("/") { return name }
    let folder = recordings.isEmpty ? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" : recordings
    return folder + "/" + name
  }

  static let keys: Set<String> = [
    "country", "area-code", "name", "line", "call-waiting", "call-deflection", "max-calls", "show-numbers", "seed", "congestion", "tone-s",
    "no-answer-s", "number", "numbers", "schedule", "recordings",
  ]
}

/// The values of the setting `line`.
private enum LineKind: String, CaseIterable {
  case trunk
  case subscriber
}

/// The values of the setting `show-numbers`.
private enum NumberForm: String, CaseIterable {
  case international
  case national
}

extension SettingsNode {
  fileprivate func country() throws(TransportError) -> Country {
    let name = try text()
    guard let country = Country.all.first(where: { $0.name == name }) else {
      throw wrong("must be one of \(Country.all.map(\.name).joined(separator: ", "))")
    }
    return country
  }

  fileprivate func areaCode() throws(TransportError) -> String {
    let code = try text()
    guard code.utf8.count <= 6, code.allSatisfy(\.isDigit) else { throw wrong("must be 1 to 6 digits") }
    return code
  }

  fileprivate func nameOrNothing() throws(TransportError) -> String {
    guard case .string(let name) = value else { throw wrong("must be text") }
    return name
  }
}
