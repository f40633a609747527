internal import ConformanceHarness
internal import StrictJSON

/// Makes configurations: valid under the plugin's schema, almost valid, and quite invalid.
struct ConfigTexts {
  private let soil: FuzzSoil

  init(_ soil: FuzzSoil) { self.soil = soil }

  func text(_ source: inout SeededNumbers) -> [UInt8] {
    switch source.below(10) {
    case 0: soil.config
    case 1..<5: Array(object(&source).text.utf8)
    case 5..<8: damaged(&source)
    case 8: nested(&source)
    default: source.oddText()
    }
  }

  /// Returns an object with members of the schema, and others.
  private func object(_ source: inout SeededNumbers) -> JSONValue {
    var members: [JSONValue.Member] = []
    for setting in soil.settings where source.once(in: 2) {
      members.append(.init(name: setting.name, value: source.once(in: 4) ? any(&source) : value(setting, &source)))
    }
    if members.isEmpty || source.once(in: 4) { members.append(.init(name: word(&source), value: any(&source))) }
    return .object(members)
  }

  private func value(_ setting: FuzzSoil.Setting, _ source: inout SeededNumbers) -> JSONValue {
    if !setting.words.isEmpty { return .string(source.pick(setting.words)) }
    switch setting.type {
    case "string": return .string(word(&source))
    case "boolean": return .bool(source.once(in: 2))
    case "integer", "number":
      let lowest = setting.lowest ?? 0
      let highest = max(lowest, setting.highest ?? lowest + 1000)
      return .integer(source.pick([lowest, highest, lowest + source.below(min(highest - lowest, 1000) + 1), highest + 1]))
    default: return any(&source)
    }
  }

  private func any(_ source: inout SeededNumbers, depth: Int = 0) -> JSONValue {
    switch source.below(depth > 3 ? 5 : 7) {
    case 0: .null
    case 1: .bool(source.once(in: 2))
    case 2: .number(source.pick([0, -1, 1, 0.5, 65_536, 4_294_967_296, -9_007_199_254_740_991, 1e300]))
    case 3, 4: .string(word(&source))
    case 5: .array((0..<source.below(4)).map { _ in any(&source, depth: depth + 1) })
    default: .object((0..<source.below(4)).map { .init(name: "\($0)" + word(&source), value: any(&source, depth: depth + 1)) })
    }
  }

  /// Returns a word of any length.
  private func word(_ source: inout SeededNumbers) -> String {
    let length = source.pick([0, 1, 7, 15, 16, 31, 32, 33, 63, 64, 65, 255, 1024, source.once(in: 8) ? 65_000 : 300])
    let letters: [Character] = source.once(in: 3) ? ["\u{0}", "\"", "\\", "é", "\u{10FFFF}", "\n", "%"] : ["5", "x", "+"]
    let letter = source.pick(letters)
    return String((0..<length).map { _ in source.once(in: 9) ? source.pick(letters) : letter })
  }

  /// Returns a valid text with a few damaged bytes.
  private func damaged(_ source: inout SeededNumbers) -> [UInt8] {
    var text = source.once(in: 2) && !soil.config.isEmpty ? soil.config : Array(object(&source).text.utf8)
    for _ in 0..<1 + source.below(4) where !text.isEmpty {
      let place = source.below(text.count)
      switch source.below(5) {
      case 0: text[place] = UInt8(truncatingIfNeeded: source.next())
      case 1: text.insert(source.pick(Array("{}[]\",:\\u0e-".utf8)), at: place)
      case 2: text.remove(at: place)
      case 3: text.removeLast(text.count - place)
      default: text.insert(contentsOf: text[place..<min(text.count, place + 20)], at: place)
      }
    }
    return text
  }

  /// Returns an object with deeply nested brackets.
  private func nested(_ source: inout SeededNumbers) -> [UInt8] {
    let depth = source.pick([10, 33, 100, 1000, 10_000])
    let name = soil.settings.isEmpty ? "a" : source.pick(soil.settings).name
    let opening = source.once(in: 2) ? "[" : "{\"a\":"
    let inside = String(repeating: opening, count: depth) + "1"
    let closing = source.once(in: 2) ? String(repeating: opening == "[" ? "]" : "}", count: depth) : ""
    return Array("{\(JSONValue.quote(name)):\(inside)\(closing)}".utf8)
  }
}
