internal import ConformanceSupervisor
internal import StrictJSON

// The values of a script; each error names the place.
extension FuzzScriptReader {
  func members(_ value: JSONValue, _ path: String, known: [String]) throws(ConformanceError) -> [String: JSONValue] {
    guard case .object(let members) = value else { throw error(path, "is \(value.kind), should be an object") }
    if let stranger = members.first(where: { !known.contains($0.name) }) {
      throw error("\(path).\(stranger.name)", "is not a known member; known are \(known.joined(separator: ", "))")
    }
    return Dictionary(members.map { ($0.name, $0.value) }) { $1 }
  }

  func string(_ value: JSONValue, _ path: String) throws(ConformanceError) -> String {
    guard let text = value.string else { throw error(path, "is \(value.kind), should be a string") }
    return text
  }

  func number(_ value: JSONValue, _ path: String) throws(ConformanceError) -> UInt32 {
    guard let number = value.integer.flatMap({ UInt32(exactly: $0) }) else {
      throw error(path, "is \(value.text), should be a whole number from 0 to \(UInt32.max)")
    }
    return number
  }

  /// Reads a seed from a string, since JSON numbers cannot hold 64 bits.
  func seed(_ value: JSONValue, _ path: String) throws(ConformanceError) -> UInt64 {
    guard let seed = UInt64(try string(value, path)) else { throw error(path, "is not a whole number of 64 bits") }
    return seed
  }

  func call(_ value: JSONValue, _ path: String) throws(ConformanceError) -> FuzzCall {
    let text = try string(value, path)
    guard let call = FuzzCall(text) else {
      throw error(path, "is \(text), should be as \"up 0\", \"latest 0\", \"over 0\" or \"stranger 0x2a\"")
    }
    return call
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(_ value: JSONValue, _ path: String) throws(ConformanceError) -> Word {
    let text = try string(value, path)
    guard let word = Word(rawValue: text) else {
      throw error(path, "is \(text), not one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  func words<Word: RawRepresentable<String> & CaseIterable>(_ value: JSONValue, _ path: String) throws(ConformanceError) -> [Word] {
    guard let items = value.array else { throw error(path, "is \(value.kind), should be an array") }
    var words: [Word] = []
    for (index, item) in items.enumerated() { words.append(try word(item, "\(path)[\(index)]")) }
    return words
  }

  func error(_ path: String, _ reason: String) -> ConformanceError { .usage("\(file): \(path): \(reason)") }
}
