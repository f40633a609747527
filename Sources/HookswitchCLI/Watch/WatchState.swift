internal import HostDoors
internal import HostSurface
internal import StrictJSON

/// An input of the screen of `hookswitch watch`.
enum WatchInput: Sendable {
  /// The daemon answered `events.subscribe`.
  case subscribed(JSONValue)
  case news(ClientNotification)
  /// The connection ended; the text says why.
  case lost(String)
  case key(WatchKey)
  /// A request of a key ended; the text is the reason of its failure, nil when it was performed.
  case answered(String, String?)
  case resized(columns: Int, rows: Int)
  /// The time of day in milliseconds since 1970.
  case time(Int64)
}

/// A request that a key made.
struct WatchRequest: Equatable, Sendable {
  let method: MethodName
  let parameters: JSONValue
  /// The key's word, for the message about the result.
  let word: String
}

/// The state of the screen of `hookswitch watch`, as a pure value.
///
/// Inputs come in, requests go out, and `WatchScreen` draws it.
struct WatchState: Sendable {
  private(set) var columns = 80
  private(set) var rows = 24
  private(set) var now: Int64 = 0
  private(set) var isConnected = false
  private(set) var hasQuit = false
  /// A sentence about the last request or the connection; empty for none.
  private(set) var message = ""
  /// The values of lines and providers, in the order in which they came.
  private(set) var lines: [(key: String, value: JSONValue)] = []
  private(set) var providers: [(key: String, value: JSONValue)] = []
  /// The last events, the newest last.
  private(set) var events: [String] = []
  /// The call that the keys act on.
  private(set) var chosen: String?
  /// The place in the daemon's events, to go on from after a lost connection.
  private(set) var cursor: JSONValue?

  static let eventLimit = 500

  /// All calls, each line's in their order.
  var calls: [JSONValue] { lines.flatMap { $0.value["calls"]?.array ?? [] } }

  /// The place of the chosen call in `calls`.
  var chosenPlace: Int? { calls.firstIndex { $0["call"]?.string == chosen } }

  /// Takes an input, and returns the requests to send.
  mutating func receive(_ input: WatchInput) -> [WatchRequest] {
    switch input {
    case .subscribed(let subscription): begin(subscription)
    case .news(let news): take(news)
    case .lost(let reason):
      isConnected = false
      message = "\(reason); waits for the daemon"
    case .key(let key): return press(key)
    case .answered(let word, let failure): message = failure.map { "\(word): \($0)" } ?? ""
    case .resized(let columns, let rows): (self.columns, self.rows) = (max(1, columns), max(1, rows))
    case .time(let time): now = time
    }
    return []
  }

  // MARK: News

  private mutating func begin(_ subscription: JSONValue) {
    let isResumed = subscription["resumed"] == true
    if !isResumed { (lines, providers) = ([], []) }
    if isConnected || cursor == nil {
      message = ""
    } else {
      message = isResumed ? "connected again, nothing was missed" : "the daemon began anew; hookswitch history has what happened meanwhile"
    }
    isConnected = true
    cursor = subscription["cursor"]
    for state in subscription["states"]?.array ?? [] { set(state) }
    choose()
  }

  private mutating func take(_ news: ClientNotification) {
    let parameters = news.parameters
    switch news.method {
    case NotificationName.state.rawValue: set(parameters)
    case NotificationName.record.rawValue: add(WatchEvent.text(of: parameters, idLength: 8))
    case NotificationName.lost.rawValue: add("\(ClientTable.plain(parameters["count"])) events were missed")
    default: return
    }
    if let sequence = parameters["sequence"], let epoch = cursor?["epoch"] { cursor = .object(of: ["epoch": epoch, "sequence": sequence]) }
    choose()
  }

  private mutating func add(_ event: String) {
    events.append(event)
    if events.count > Self.eventLimit { events.removeFirst(events.count - Self.eventLimit) }
  }

  private mutating func set(_ state: JSONValue) {
    guard let key = state["key"]?.string else { return }
    switch state["topic"]?.string {
    case Topic.line.rawValue: Self.set(&lines, key, state["value"])
    case Topic.provider.rawValue: Self.set(&providers, key, state["value"])
    default: break
    }
  }

  private static func set(_ values: inout [(key: String, value: JSONValue)], _ key: String, _ value: JSONValue?) {
    let place = values.firstIndex { $0.key == key }
    switch (place, value) {
    case (let place?, let value?): values[place].value = value
    case (let place?, nil): values.remove(at: place)
    case (nil, let value?): values.append((key, value))
    case (nil, nil): break
    }
  }

  /// Keeps the chosen call while it is there; else the call in its place, or the first one.
  ///
  /// A new call never becomes the chosen one while another is: a key that was on its way must not act on it.
  private mutating func choose() {
    let ids = calls.compactMap { $0["call"]?.string }
    if let chosen, ids.contains(chosen) { return }
    chosen = ids.first
  }

  // MARK: Keys

  private mutating func press(_ key: WatchKey) -> [WatchRequest] {
    if isConnected { message = "" }
    switch key {
    case .quit: hasQuit = true
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .answer: return request(.callAnswer, "answer")
    case .end: return request(.callEnd, "end")
    case .hold: return request(.callHold, "hold")
    case .resume: return request(.callResume, "resume")
    case .mute:
      let isMuted = chosenPlace.map { calls[$0]["muted"] == true } ?? false
      return request(.callSetMuted, isMuted ? "unmute" : "mute", "muted", .bool(!isMuted))
    case .swap: return swap()
    case .press: return pressButton()
    }
    return []
  }

  private mutating func move(by step: Int) {
    let calls = calls
    guard !calls.isEmpty else { return }
    chosen = calls[min(max((chosenPlace ?? 0) + step, 0), calls.count - 1)]["call"]?.string
  }

  private mutating func request(
    _ method: MethodName, _ word: String, _ member: String = "call", _ value: JSONValue? = nil
  ) -> [WatchRequest] {
    guard let place = chosenPlace, let call = calls[place]["call"] else {
      message = "\(word): there is no call"
      return []
    }
    var members = [JSONValue.Member(name: "call", value: call)]
    if let value { members.append(JSONValue.Member(name: member, value: value)) }
    return send(method, word, members)
  }

  private mutating func swap() -> [WatchRequest] {
    guard let line = chosenPlace.flatMap({ calls[$0]["line"] }) ?? lines.first.map({ .string($0.key) }) else {
      message = "swap: there is no call"
      return []
    }
    return send(.callSwap, "swap", [JSONValue.Member(name: "line", value: line)])
  }

  /// The text on the button of the chosen call's provider; nil for none.
  var button: String? {
    guard let call = chosenPlace.map({ calls[$0] }), let provider = call["provider"]?.string else { return nil }
    return providers.first { $0.key == provider }?.value["button"]?["title"]?.string
  }

  private mutating func pressButton() -> [WatchRequest] {
    guard let place = chosenPlace, let call = calls[place]["call"], isConnected else { return [] }
    guard let button else {
      message = "button: the call's provider has none"
      return []
    }
    message = "\(button) …"
    // A press is told and not judged: it has no origin, and nothing to wait for.
    return [WatchRequest(method: .callPressButton, parameters: .object(of: ["call": call]), word: button)]
  }

  private mutating func send(_ method: MethodName, _ word: String, _ members: [JSONValue.Member]) -> [WatchRequest] {
    guard isConnected else { return [] }
    message = "\(word) …"
    let common = [JSONValue.Member(name: "origin", value: "user"), JSONValue.Member(name: "wait", value: "performed")]
    return [WatchRequest(method: method, parameters: .object(members + common), word: word)]
  }
}
