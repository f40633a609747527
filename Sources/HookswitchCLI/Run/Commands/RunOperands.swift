internal import Hookswitch
internal import HostConfiguration
internal import StrictJSON

/// The words of a command line, taken one after another.
struct RunOperands {
  /// The command and its operands, for its errors.
  var synopsis = ""
  private let line: String
  private var words: ArraySlice<Substring>

  init(_ line: String) {
    self.line = line
    words = line.split(whereSeparator: \.isWhitespace)[...]
  }

  /// Checks that no word is left.
  func finish() throws(RunCommandError) {
    if let extra = words.first { throw .tooMuch(String(extra), of: synopsis) }
  }

  /// Takes a word that must be there; `name` is the operand's name in the help.
  mutating func take(_ name: String) throws(RunCommandError) -> String {
    guard let text = takeAny() else { throw .missing(name, of: synopsis) }
    return text
  }

  /// Takes a word, if there is one.
  mutating func takeAny() -> String? { words.popFirst().map(String.init) }

  /// Takes all remaining words as one text.
  mutating func takeAll(_ name: String) throws(RunCommandError) -> String {
    guard let text = takeAllIfAny() else { throw .missing(name, of: synopsis) }
    return text
  }

  private mutating func takeAllIfAny() -> String? {
    defer { words = [] }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Removes the last word if it is `word` and another word precedes it.
  mutating func takeLast(_ word: String) -> Bool {
    guard words.count > 1, words.last == word[...] else { return false }
    words.removeLast()
    return true
  }

  /// Takes the rest of the line, one JSON object, in which spaces count.
  mutating func takeObject(_ name: String) throws(RunCommandError) -> String {
    guard let first = words.first, let last = words.last else { throw .missing(name, of: synopsis) }
    defer { words = [] }
    let object = String(line[first.startIndex..<last.endIndex])
    guard let value = try? JSONReader.read(Array(object.utf8), limits: JSONLimits(depth: RunConfigReader.maximumDepth)) else {
      throw .noObject("it is not JSON")
    }
    guard case .object = value else { throw .noObject("it is another kind of value") }
    return object
  }

  // MARK: Handles

  /// Takes a handle: one word, or a telephone number with spaces in it.
  mutating func takeHandle() throws(RunCommandError) -> String {
    var handle = try take("HANDLE")
    while let next = words.first, Self.isDialled(handle), Self.isDialled(next) { handle += " " + (takeAny() ?? "") }
    return handle
  }

  private static func isDialled(_ text: some StringProtocol) -> Bool {
    let number = text.lowercased().hasPrefix("tel:") ? String(text.dropFirst(4)) : String(text)
    return number.utf8.allSatisfy { (48...57).contains($0) || "+()-./*# ".utf8.contains($0) }
  }

  /// Takes a target: `c2` is a call, a bare number is a handle.
  mutating func takeTarget(_ name: String) throws(RunCommandError) -> RequestForm.Target {
    let text = try take(name)
    if text.first == "c", let call = CallName(text) { return .call(call) }
    return .handle(text)
  }

  // MARK: Calls

  /// Takes a call, if a word is left.
  mutating func takeCall() throws(RunCommandError) -> CallName? {
    guard let text = takeAny() else { return nil }
    guard let call = CallName(text) else { throw .noCall(text, of: synopsis) }
    return call
  }

  /// Takes a call, if the next word looks like one.
  mutating func takeCallIfAny() -> CallName? {
    guard let call = words.first.flatMap({ CallName($0) }) else { return nil }
    words.removeFirst()
    return call
  }

  /// Takes a call, if it looks like one and another word follows it.
  mutating func takeCallBeforeLast() -> CallName? { words.count > 1 ? takeCallIfAny() : nil }

  /// Takes no calls, or two or more.
  mutating func takeCalls() throws(RunCommandError) -> [CallName] {
    var calls: [CallName] = []
    while let call = try takeCall() { calls.append(call) }
    if calls.count == 1 { throw .missing("the second CALL", of: synopsis) }
    return calls
  }

  // MARK: Words of one command

  mutating func takeChoice() throws(RunCommandError) -> AnswerChoice {
    guard let text = takeAny() else { return .automatic }
    guard let choice = AnswerChoice(rawValue: text) else { throw .noChoice(text) }
    return choice
  }

  /// Takes a reason to decline and a text for the caller, if there are any.
  mutating func takeDecline() throws(RunCommandError) -> Decline? {
    guard let word = takeAny() else { return nil }
    guard let reason = Decline.Reason(rawValue: word) else { throw .noReason(word) }
    return Decline(reason, text: takeAllIfAny())
  }

  mutating func takeAwaited(_ name: String) throws(RunCommandError) -> Awaited {
    let word = try take(name)
    guard let awaited = Awaited(word) else { throw .nothingToAwait(word) }
    return awaited
  }

  mutating func takeSeconds() throws(RunCommandError) -> Duration? {
    guard let text = takeAny() else { return nil }
    return try Self.seconds(text)
  }

  /// Takes an option and its seconds from wherever they are, if they are there.
  mutating func takeOption(_ name: String) throws(RunCommandError) -> Duration? {
    guard let place = words.firstIndex(of: name[...]) else { return nil }
    let value = words.index(after: place)
    guard value < words.endIndex else { throw .missing("SECONDS of \(name)", of: synopsis) }
    let seconds = try Self.seconds(String(words[value]))
    words.removeSubrange(place...value)
    return seconds
  }

  private static func seconds(_ text: String) throws(RunCommandError) -> Duration {
    guard let seconds = Double(text), (0...86400).contains(seconds) else { throw .noSeconds(text) }
    return .seconds(seconds)
  }
}
