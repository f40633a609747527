internal import Hookswitch

/// Parses command lines of `hookswitch run`.
enum RunCommandParser {
  /// Parses `line`; nil for an empty line or a comment, which begins with `#`.
  static func parse(_ line: String) throws(RunCommandError) -> RunCommand? {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    guard let word = RunWord(rawValue: first) else { throw .unknown(first) }
    if word == .configure { return try configure(line) }
    var rest = Operands(word: word, words: words.dropFirst())
    let command = try command(word, &rest)
    try rest.finish()
    return command
  }

  private static func command(_ word: RunWord, _ rest: inout Operands) throws(RunCommandError) -> RunCommand {
    switch word {
    case .dial: .dial(provider: try rest.text("PROVIDER"), handle: try rest.handle())
    case .answer: .answer(rest.callIfAny(), try rest.choice())
    case .decline: try decline(&rest)
    case .end: .end(try rest.call())
    case .hold: .hold(try rest.call())
    case .resume: .resume(try rest.call())
    case .swap: .swap
    case .merge: .merge(try rest.calls())
    case .split: .split(try rest.call())
    case .mute: .mute(try rest.call(), true)
    case .unmute: .mute(try rest.call(), false)
    case .dtmf: .dtmf(rest.callBeforeLast(), try rest.text("DIGITS"))
    case .continue: .goOn(try rest.call())
    case .transfer: .transfer(rest.callBeforeLast(), to: rest.target(try rest.text("HANDLE or CALL")))
    case .accept: .decideTransfer(try rest.call(), true)
    case .refuse: .decideTransfer(try rest.call(), false)
    case .record: try record(&rest)
    case .stop: .stop(try rest.call())
    case .audio: .audio
    case .route: .route(try rest.all("ROUTE"))
    case .stats: .stats(rest.callIfAny(), provider: rest.textIfAny())
    // The settings are read from the line itself, because spaces in them count.
    case .configure: try configure("")
    case .calls: .calls
    case .wait: try wait(&rest)
    case .help: .help
    case .quit: .quit
    }
  }

  /// Reads a provider and the rest of the line, one JSON object.
  private static func configure(_ line: String) throws(RunCommandError) -> RunCommand {
    let parts = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    guard parts.count > 1 else { throw .missing("PROVIDER", of: .configure) }
    guard parts.count > 2 else { throw .missing("SETTINGS", of: .configure) }
    let settings = String(parts[2])
    do {
      guard case .object = try JSONTree.read(Array(settings.utf8)) else { throw RunCommandError.noObject("it is another kind of value") }
    } catch let error as RunCommandError {
      throw error
    } catch {
      throw .noObject("it is not JSON")
    }
    return .configure(provider: String(parts[1]), settings: settings)
  }

  private static func decline(_ rest: inout Operands) throws(RunCommandError) -> RunCommand {
    let call = rest.callIfAny()
    guard let word = rest.textIfAny() else { return .decline(call) }
    guard let reason = Decline.Reason(rawValue: word) else { throw .noReason(word) }
    return .decline(call, Decline(reason, text: rest.textToEnd()))
  }

  private static func record(_ rest: inout Operands) throws(RunCommandError) -> RunCommand {
    let asGroup = rest.takeLast("group")
    let call = rest.callBeforeLast()
    return .record(call, file: try rest.text("FILE"), asGroup: asGroup)
  }

  private static func wait(_ rest: inout Operands) throws(RunCommandError) -> RunCommand {
    let call = rest.callIfAny()
    let word = try rest.text("STATE or EVENT")
    guard let awaited = Awaited(word) else { throw .nothingToAwait(word) }
    return .wait(awaited, call, try rest.seconds())
  }
}

/// The words after a command's first word, taken one after another.
private struct Operands {
  let word: RunWord
  var words: ArraySlice<String>

  func finish() throws(RunCommandError) {
    if let extra = words.first { throw .tooMuch(extra, of: word) }
  }

  mutating func text(_ name: String) throws(RunCommandError) -> String {
    guard let text = words.popFirst() else { throw .missing(name, of: word) }
    return text
  }

  /// Takes all remaining words as one text.
  mutating func all(_ name: String) throws(RunCommandError) -> String {
    let first = try text(name)
    defer { words = [] }
    return ([first] + words).joined(separator: " ")
  }

  /// Takes a word, if there is one.
  mutating func textIfAny() -> String? { words.popFirst() }

  /// Takes all remaining words as one text; nil when there are none.
  mutating func textToEnd() -> String? {
    defer { words = [] }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Takes a handle: one word, or a telephone number with spaces in it.
  mutating func handle() throws(RunCommandError) -> String {
    var handle = try text("HANDLE")
    while let next = words.first, Self.isDialled(handle), Self.isDialled(next) { handle += " " + (words.popFirst() ?? "") }
    return handle
  }

  private static func isDialled(_ text: String) -> Bool {
    let number = text.lowercased().hasPrefix("tel:") ? text.dropFirst(4) : text[...]
    return number.utf8.allSatisfy { (48...57).contains($0) || "+()-./*# ".utf8.contains($0) }
  }

  /// Takes a call, if a word is left.
  mutating func call() throws(RunCommandError) -> CallName? {
    guard let text = words.popFirst() else { return nil }
    guard let call = CallName(text) else { throw .noCall(text, of: word) }
    return call
  }

  /// Takes a call, if the next word looks like one.
  mutating func callIfAny() -> CallName? {
    guard let call = words.first.flatMap({ CallName($0) }) else { return nil }
    words.removeFirst()
    return call
  }

  /// Takes a call, if it looks like one and another word follows it.
  mutating func callBeforeLast() -> CallName? { words.count > 1 ? callIfAny() : nil }

  /// Removes the last word if it is `word` and another word precedes it.
  mutating func takeLast(_ word: String) -> Bool {
    guard words.count > 1, words.last == word else { return false }
    words.removeLast()
    return true
  }

  /// Takes no calls, or two or more.
  mutating func calls() throws(RunCommandError) -> [CallName] {
    var calls: [CallName] = []
    while let call = try call() { calls.append(call) }
    if calls.count == 1 { throw .missing("the second CALL", of: word) }
    return calls
  }

  mutating func choice() throws(RunCommandError) -> AnswerChoice {
    guard let text = words.popFirst() else { return .automatic }
    guard let choice = AnswerChoice(rawValue: text) else { throw .noChoice(text) }
    return choice
  }

  mutating func seconds() throws(RunCommandError) -> Duration? {
    guard let text = words.popFirst() else { return nil }
    guard let seconds = Double(text), (0...86400).contains(seconds) else { throw .noSeconds(text) }
    return .seconds(seconds)
  }

  /// Reads a target: `c2` is a call, a bare number is a handle.
  func target(_ text: String) -> RunCommand.Target {
    if text.first == "c", let call = CallName(text) { return .call(call) }
    return .handle(text)
  }
}
