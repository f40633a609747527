package import CallControl
internal import HostSurface
package import StrictJSON

/// The objects of the host on the bus, as its states and records tell of them.
///
/// A pure value: the door takes the host's notifications into it, and sends the news that `flush` returns.
package struct BusTree: Sendable {
  /// The time for which the object of an ended call stays.
  package static let rest = Duration.seconds(3)

  /// A call with the instant of its end.
  struct CallEntry: Sendable {
    var json: JSONValue
    var isOver: Instant?
  }

  /// True exports also the lines of single calls, and their calls.
  let hasAllLines: Bool
  private(set) var sequence: UInt64 = 0
  var host: JSONValue?
  var doNotDisturb: JSONValue?
  var lines: [String: JSONValue] = [:]
  var audio: [String: JSONValue] = [:]
  var calls: [String: CallEntry] = [:]
  var providers: [String: JSONValue] = [:]
  var directories: [String: JSONValue] = [:]
  /// The images of contacts that calls name; nil while the door looks one up.
  var images: [Int: String?] = [:]
  /// Contacts whose image the door has not looked up.
  private var wanted: Set<Int> = []
  /// The properties as the door told them.
  private var told: [BusObject: [String: BusProperties]] = [:]
  private var touched: Set<BusObject> = []
  private var signals: [BusNews] = []

  /// Creates an empty tree.
  ///
  /// - Parameter hasAllLines: true exports also the lines of single calls, and their calls.
  package init(hasAllLines: Bool = false) {
    self.hasAllLines = hasAllLines
  }

  // MARK: Notifications

  /// Takes the answer to the door's subscription: the values of all states.
  package mutating func begin(_ subscription: JSONValue, at now: Instant) {
    for state in subscription["states"]?.array ?? [] { take(state: state, at: now) }
    note(subscription["cursor"]?["sequence"])
    touched.insert(.manager)
  }

  /// Takes a notification of the door's session.
  ///
  /// - Parameters:
  ///   - notification: the whole message.
  ///   - now: the time.
  package mutating func take(_ notification: JSONValue, at now: Instant) {
    guard let name = notification["method"]?.string.flatMap({ NotificationName(rawValue: $0) }), let members = notification["params"] else {
      return
    }
    note(members["sequence"])
    switch name {
    case .state: take(state: members, at: now)
    case .record: take(record: members, at: now)
    default: break
    }
  }

  private mutating func note(_ number: JSONValue?) {
    if let number = number?.integer { sequence = max(sequence, UInt64(clamping: number)) }
  }

  private mutating func take(state: JSONValue, at now: Instant) {
    guard let topic = state["topic"]?.string.flatMap({ Topic(rawValue: $0) }), let key = state["key"]?.string else { return }
    let value = state["value"]
    switch topic {
    case .host, .missed:
      host = value ?? host
      touched.insert(.manager)
    case .doNotDisturb:
      doNotDisturb = value
      touched.insert(.manager)
    case .provider:
      providers[key] = value
      touched.insert(.provider(key))
    case .directory:
      directories[key] = value
      touched.insert(.directory(key))
    case .audio where exports(line: key):
      audio[key] = value
      touched.insert(.line(key))
    case .line where exports(line: key): take(line: key, value, at: now)
    case .line, .audio, .call, .history, .store, .request, .log, .journal: break
    }
  }

  private func exports(line: String) -> Bool { hasAllLines || !line.hasPrefix("each-") }

  private mutating func take(line: String, _ value: JSONValue?, at now: Instant) {
    let fresh = value?["calls"]?.array ?? []
    let names = Set(fresh.compactMap { $0["call"]?.string })
    for (call, entry) in calls where entry.json["line"]?.string == line && entry.isOver == nil && !names.contains(call) {
      end(call, nil, at: now)
    }
    for call in fresh { put(call) }
    lines[line] = value
    touched.insert(.line(line))
  }

  private mutating func put(_ call: JSONValue) {
    guard let name = call["call"]?.string, let line = call["line"]?.string, exports(line: line) else { return }
    // A record that tells of the call's beginning may come after its end.
    guard calls[name]?.isOver == nil else { return }
    calls[name] = CallEntry(json: call)
    if let contact = call["contact"]?.integer, images[contact] == nil {
      images[contact] = .some(nil)
      wanted.insert(contact)
    }
    touched.insert(.call(name))
  }

  /// Marks a call as ended; its last values stay until its object is removed.
  private mutating func end(_ call: String, _ record: JSONValue?, at now: Instant) {
    guard let entry = calls[call], case .object(var members) = entry.json else { return }
    let state: JSONValue = .string(CallState.ended.rawValue)
    members.removeAll { ["state", "answerChoices"].contains($0.name) || (record != nil && ["end", "ended"].contains($0.name)) }
    members.append(JSONValue.Member(name: "state", value: state))
    if let record {
      if let end = record["data"] { members.append(JSONValue.Member(name: "end", value: end)) }
      if let time = record["time"] { members.append(JSONValue.Member(name: "ended", value: time)) }
    }
    calls[call] = CallEntry(json: .object(members), isOver: entry.isOver ?? now)
    touched.insert(.call(call))
  }

  private mutating func take(record: JSONValue, at now: Instant) {
    guard let topic = record["topic"]?.string.flatMap({ Topic(rawValue: $0) }) else { return }
    if topic == .call, let call = record["call"]?.string {
      switch record["kind"]?.string.flatMap({ CallRecordKind(rawValue: $0) }) {
      case .added: if let data = record["data"], calls[call] == nil { put(data) }
      case .ended: end(call, record, at: now)
      default: break
      }
    }
    if topic == .store, record["kind"] == "contacts" { forgetImages() }
    signals += BusSignals.news(of: record, topic, knows: { calls[$0] != nil })
  }

  private mutating func forgetImages() {
    let inUse = Set(calls.values.compactMap { $0.json["contact"]?.integer })
    images = images.filter { inUse.contains($0.key) }
    wanted.formUnion(images.keys)
  }

  // MARK: Contacts

  /// Returns the contacts whose image the door must look up.
  package mutating func takeWantedContacts() -> [Int] {
    defer { wanted = [] }
    return wanted.sorted()
  }

  /// Takes the image of a contact.
  package mutating func setImage(_ image: String, ofContact contact: Int) {
    guard images[contact] != nil, images[contact] != .some(image) else { return }
    images[contact] = image
    for (name, call) in calls where call.json["contact"]?.integer == contact { touched.insert(.call(name)) }
  }

  // MARK: News

  /// Returns the news since the last call: objects first, then changes, then signals, then removals.
  ///
  /// - Parameter now: the time; calls that ended long enough ago lose their object.
  package mutating func flush(at now: Instant) -> [BusNews] {
    for (name, call) in calls { if let end = call.isOver, end.duration(to: now) >= Self.rest { remove(call: name) } }
    var news: [BusNews] = []
    var removed: [BusNews] = []
    for object in touched.sorted(by: { $0.path < $1.path }) {
      let values = exists(object) ? properties(of: object) : nil
      if object != .manager || values == nil || told[object] != nil {
        let change = BusNews.change(of: object.path, interfaces(of: object), from: told[object], to: values)
        if values == nil { removed += change } else { news += change }
      }
      told[object] = values
    }
    touched = []
    defer { signals = [] }
    return news.filter(\.isAddition) + news.filter { !$0.isAddition } + signals + removed
  }

  /// The earliest instant at which an ended call's object goes.
  package var nextRemoval: Instant? { calls.values.compactMap(\.isOver).min()?.advanced(by: Self.rest) }

  private mutating func remove(call: String) {
    calls[call] = nil
    touched.insert(.call(call))
  }
}
