internal import HostDoors
internal import HostSurface
internal import StrictJSON

/// Words for a shell that only the running daemon knows.
enum LiveWords: String, CaseIterable, Sendable {
  case calls, providers, lines, nodes

  /// A word, and its meaning in a few words; empty for none.
  struct Word: Equatable, Sendable {
    var word: String
    var meaning: String
  }

  /// The longest time for the daemon's answer: a person waits at the prompt.
  private static let patience = Duration.milliseconds(500)

  private var method: MethodName {
    switch self {
    case .calls: .callList
    case .providers: .providerList
    case .lines: .lineList
    case .nodes: .clusterNodes
    }
  }

  /// Asks the daemon; returns nothing without a daemon, or when it does not answer at once.
  ///
  /// - Parameter path: the daemon's socket.
  func ask(_ path: String) -> [Word] {
    guard let client = try? SocketClient(path, deadline: Self.patience),
      let result = try? client.request(method, .object([]), deadline: Self.patience)
    else { return [] }
    return words(result)
  }

  /// Returns the words of the daemon's answer.
  func words(_ result: JSONValue) -> [Word] {
    let words: [Word]
    switch self {
    case .calls: words = Self.calls(result["calls"]?.array ?? [])
    case .providers:
      words = (result["providers"]?.array ?? []).map {
        Word(word: ClientTable.plain($0["provider"]), meaning: "\(ClientTable.plain($0["standing"])) \(ClientTable.plain($0["kind"]))")
      }
    case .lines:
      words = (result["lines"]?.array ?? []).map { line in
        let count = line["calls"]?.array?.count ?? 0
        return Word(word: ClientTable.plain(line["line"]), meaning: count == 1 ? "1 call" : "\(count) calls")
      }
    case .nodes:
      words = (result["nodes"]?.array ?? []).map { node in
        Word(
          word: ClientTable.plain(node["node"]), meaning: "\(ClientTable.plain(node["state"])) \(ClientTable.plain(node["slots"])) slots")
      }
    }
    // A shell splits words at spaces, and no name with a control character is worth completing.
    return words.filter { !$0.word.isEmpty && $0.word.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F } }
      .map { Word(word: $0.word, meaning: PlainText.of($0.meaning)) }
  }

  /// The beginnings of the ids, and the names of states that a call has.
  private static func calls(_ calls: [JSONValue]) -> [Word] {
    let ids = calls.compactMap { $0["call"]?.string }
    let length = (8...36).first { length in Set(ids.map { $0.prefix(length) }).count == Set(ids).count } ?? 36
    let states: [String] = ["active", "held", "ringing"].filter { (state: String) in calls.contains { $0["state"]?.string == state } }
    var words: [Word] = calls.map { call in
      let parts = ["state", "displayName", "provider"].map { (name: String) -> String in ClientTable.plain(call[name]) }
      return Word(word: String(ClientTable.plain(call["call"]).prefix(length)), meaning: parts.joined(separator: " "))
    }
    for state in states { words.append(Word(word: state, meaning: "the newest \(state) call")) }
    if !calls.isEmpty { words.append(Word(word: "newest", meaning: "the newest call")) }
    return words
  }
}
