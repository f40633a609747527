import StrictJSON
import Testing

@Suite("The strict JSON reader")
struct JSONReaderTests {
  /// Texts and their values, of the kind of JSONTestSuite's `y_` files.
  static let accepted: [(text: String, value: JSONValue)] = [
    ("null", .null), ("true", .bool(true)), (" false\n", .bool(false)), ("[]", .array([])), ("{}", .object([])), ("\"\"", .string("")),
    ("\r\n\t [ 1 ,\t2 ] ", .array([1, 2].map(JSONValue.integer))),
    // Numbers.
    ("0", .integer(0)), ("-0", .integer(0)), ("-0.0", .integer(0)), ("-1", .integer(-1)), ("123.0", .integer(123)), ("2e0", .integer(2)),
    ("-2.5e3", .integer(-2500)), ("1E+2", .integer(100)), ("10e-1", .integer(1)), ("0.1", .number(0.1)), ("0e1", .integer(0)),
    ("-0.000000000000000000000000000000000000000000001", .number(-1e-45)), ("1e-999", .integer(0)), ("1e308", .number(1e308)),
    ("9007199254740993", .integer(9_007_199_254_740_993)), ("9223372036854775807", .integer(Int64.max)),
    ("-9223372036854775808", .integer(Int64.min)), ("18446744073709551615", .number(18_446_744_073_709_551_615.0)),
    // Strings.
    (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")), (#""\u00e9\u20AC""#, .string("é€")), (#""\ud83d\uDE00""#, .string("😀")),
    (#""\u0000""#, .string("\0")), (#""\uFFFF\uFFFE""#, .string("\u{FFFF}\u{FFFE}")), (#""\\u0000""#, .string("\\u0000")),
    ("\"é€😀\u{7F}\u{2028}\"", .string("é€😀\u{7F}\u{2028}")), ("\"\u{10FFFF}\"", .string("\u{10FFFF}")),
    // Objects: names in their order.
    (#"{"":0}"#, .object([.init(name: "", value: .integer(0))])),
    (#"{"b":1,"a":{"b":[]}}"#, .object(of: ["b": .integer(1), "a": .object(of: ["b": .array([])])])),
    (#"{"a\u0000":1,"a":2}"#, .object(of: ["a\0": .integer(1), "a": .integer(2)])),
  ]

  @Test("A JSON text is read as its value", arguments: accepted)
  func accepts(text: String, value: JSONValue) throws {
    #expect(try JSONReader.read(Array(text.utf8)) == value)
    #expect(try JSONReader.read(Array(value.text.utf8)) == value)
    #expect(try JSONReader.read(Array(value.pretty().utf8)) == value)
  }

  /// Texts that are none, of the kind of JSONTestSuite's `n_` files, with line, column and a part of the reason.
  static let refused: [(text: String, line: Int, column: Int, reason: String)] = [
    // The whole text.
    ("", 1, 1, "ends where a value"), (" \n", 2, 1, "ends where a value"), ("[1]\nx", 2, 1, "after the end"),
    ("{}{}", 1, 3, "after the end"),
    ("1]", 1, 2, "after the end"), ("\u{FEFF}{}", 1, 1, "not a JSON value"), ("\0", 1, 1, "not a JSON value"),
    ("\u{A0}1", 1, 1, "not a JSON value"), ("[\u{2060}]", 1, 2, "not a JSON value"), ("\u{C}[]", 1, 1, "not a JSON value"),
    // Words.
    ("tru", 1, 1, "not a JSON value"), ("True", 1, 1, "not a JSON value"), ("nul", 1, 1, "not a JSON value"),
    ("truex", 1, 5, "after the end"),
    ("NaN", 1, 1, "not a JSON value"), ("Infinity", 1, 1, "not a JSON value"), ("-Infinity", 1, 2, "a digit"), ("undefined", 1, 1, "not a"),
    // Comments and other quotes.
    ("// x", 1, 1, "not a JSON value"), ("[1] // x", 1, 5, "after the end"), ("/**/1", 1, 1, "not a JSON value"), ("'a'", 1, 1, "not a"),
    ("[“a”]", 1, 2, "not a JSON value"),
    // Arrays.
    ("[", 1, 2, "ends where a value"), ("[1", 1, 3, "a comma or `]`"), ("[1,]", 1, 4, "not a JSON value"), ("[,1]", 1, 2, "not a JSON"),
    ("[1,,2]", 1, 4, "not a JSON value"), ("[1 2]", 1, 4, "a comma or `]`"), ("[1}", 1, 3, "a comma or `]`"), ("]", 1, 1, "not a JSON"),
    // Objects.
    ("{", 1, 2, "name in quotes"), ("{\"a\"", 1, 5, "a colon"), ("{\"a\":", 1, 6, "ends where a value"),
    ("{\"a\":1", 1, 7, "a comma or `}`"),
    ("{\"a\":1,}", 1, 8, "name in quotes"), ("{a:1}", 1, 2, "name in quotes"), ("{1:1}", 1, 2, "name in quotes"),
    ("{\"a\" 1}", 1, 6, "a colon"), ("{\"a\"::1}", 1, 6, "not a JSON value"), ("{\"a\":1 \"b\":2}", 1, 8, "a comma or `}`"),
    ("{\"a\":1,\n \"a\":2}", 2, 2, "\"a\" is here twice"), (#"{"a":1,"\u0061":2}"#, 1, 8, "\"a\" is here twice"),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", 1, 9, "is here twice"),
    // Numbers.
    ("01", 1, 2, "after the end"), ("-01", 1, 3, "after the end"), ("-", 1, 2, "a digit"), ("+1", 1, 1, "not a JSON value"),
    (".5", 1, 1, "not a"),
    ("1.", 1, 3, "a digit"), ("1.e1", 1, 3, "a digit"), ("1e", 1, 3, "a digit"), ("1e+", 1, 4, "a digit"), ("0x1", 1, 2, "after the end"),
    ("1_000", 1, 2, "after the end"), ("１", 1, 1, "not a JSON value"), ("1e999", 1, 1, "too large"), ("[-1e400]", 1, 2, "too large"),
    // Strings.
    ("\"abc", 1, 1, "does not end"), ("\"", 1, 1, "does not end"), ("\"\\", 1, 3, "within an escape"), ("\"\\\"", 1, 1, "does not end"),
    ("\"\u{1}\"", 1, 2, "written as an escape"), ("\"a\nb\"", 1, 3, "written as an escape"), ("\"\0\"", 1, 2, "written as an escape"),
    ("\"\\q\"", 1, 2, "unknown escape"), (#""\x41""#, 1, 2, "unknown escape"), (#""\U0041""#, 1, 2, "unknown escape"),
    (#""\u12g4""#, 1, 4, "four hexadecimal"), (#""\u+123""#, 1, 4, "four hexadecimal"), (#""\u 123""#, 1, 4, "four hexadecimal"),
    (#""\u00"#, 1, 4, "four hexadecimal"), (#""\u00é9""#, 1, 4, "four hexadecimal"), (#""\u１２３４""#, 1, 4, "four hexadecimal"),
    // Surrogates.
    (#""\ud800""#, 1, 2, "half of a surrogate"), (#""\udc00""#, 1, 2, "half of a surrogate"),
    (#""\ud800\ud800""#, 1, 2, "half of a surrogate"),
    (#""\ude00\ud83d""#, 1, 2, "half of a surrogate"), (#""\ud83dx""#, 1, 2, "half of a surrogate"), (#""\ud83d\n""#, 1, 2, "half of a"),
    (#""\ud83d\u0041""#, 1, 2, "half of a surrogate"), (#""\ud83d\u""#, 1, 10, "four hexadecimal"),
  ]

  @Test("Any other text is refused with line, column and reason", arguments: refused)
  func refuses(text: String, line: Int, column: Int, reason: String) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONReader.read(Array(text.utf8)) }
    #expect(error.line == line && error.column == column, "\(error)")
    #expect(error.reason.contains(reason), "\(error)")
    #expect(error.description == "line \(line), column \(column): \(error.reason)")
  }

  @Test(
    "Strings are UTF-8: no other encoding, no surrogates, no overlong forms",
    arguments: [
      [0xFF], [0xE9], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xB0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
      [0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func refusesOtherBytes(bytes: [UInt8]) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONReader.read([0x5B, 0x22] + bytes + [0x22, 0x5D]) }
    #expect(error.reason == "the string is not UTF-8")
    #expect(error.offset == 1)
    #expect(throws: JSONSyntaxError.self) { try JSONReader.read([0x7B, 0x22] + bytes + [0x22, 0x3A, 0x31, 0x7D]) }
    #expect(throws: JSONSyntaxError.self) { try JSONReader.read(bytes) }
  }

  @Test("Each proper prefix of a text is refused, and its error lies in the prefix")
  func prefixes() {
    let text = Array(#"{"a": [true, -1.5e3, "x\n\ud83d\ude00é"], "b": {"c": null}}"#.utf8)
    for count in 0..<text.count {
      let error = #expect(throws: JSONSyntaxError.self) { try JSONReader.read(Array(text[..<count])) }
      #expect((0...count).contains(error?.offset ?? -1))
    }
  }

  @Test("Depth, size and NUL have limits", arguments: [1, 16, 32, 512])
  func limits(depth: Int) throws {
    func nested(_ count: Int, _ open: String, _ close: String) -> [UInt8] {
      Array((String(repeating: open, count: count) + "0" + String(repeating: close, count: count)).utf8)
    }
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      #expect(throws: Never.self) { try JSONReader.read(nested(depth, open, close), limits: JSONLimits(depth: depth)) }
      let error = try #require(throws: JSONSyntaxError.self) {
        try JSONReader.read(nested(depth + 1, open, close), limits: JSONLimits(depth: depth))
      }
      #expect(error.reason == "nested more than \(depth) deep")
      #expect(error.offset == depth * open.utf8.count)
      #expect(throws: JSONSyntaxError.self) { try JSONReader.read(nested(100_000, open, ""), limits: JSONLimits(depth: depth)) }
    }
    #expect(throws: Never.self) { try JSONReader.read(Array("[ ]".utf8), limits: JSONLimits(size: 3)) }
    let long = try #require(throws: JSONSyntaxError.self) { try JSONReader.read(Array("[  ]".utf8), limits: JSONLimits(size: 3)) }
    #expect(long.description == "line 1, column 1: the text has 4 bytes, more than 3")
    let nul = try #require(throws: JSONSyntaxError.self) {
      try JSONReader.read(Array(#"["a\u0000"]"#.utf8), limits: JSONLimits(allowsNUL: false))
    }
    #expect(nul.description == "line 1, column 4: a NUL is not a character of this text")
  }

  @Test("An object with more members than the limit is refused at the first one beyond it")
  func members() throws {
    let limits = JSONLimits(members: 2)
    #expect(try JSONReader.read(Array(#"{"a":{"b":1,"c":2},"d":[1,2,3]}"#.utf8), limits: limits).kind == "an object")
    let error = try #require(throws: JSONSyntaxError.self) { try JSONReader.read(Array(#"{"a":1,"b":2,"c":3}"#.utf8), limits: limits) }
    #expect(error.reason == "an object with more than 2 members" && error.offset == 13)
  }

  @Test("A node has the position of its value, and a member that of its name")
  func positions() throws {
    let text = Array("{\n  \"a\": [1,\n true]\n}".utf8)
    let root = try JSONReader.readNode(text)
    #expect(root.offset == 0 && root.kind == "an object")
    guard case .object(let members) = root.value, let member = members.first, case .array(let items) = member.node.value else {
      Issue.record("the text is an object with an array")
      return
    }
    let lines = LineTable(text)
    #expect(lines.place(of: member.offset) == (2, 3))
    #expect(lines.place(of: member.node.offset) == (2, 8) && member.node.kind == "an array")
    #expect(items.map { lines.place(of: $0.offset) }.map { [$0.line, $0.column] } == [[2, 9], [3, 2]])
    #expect(root.plain == .object(of: ["a": .array([.integer(1), .bool(true)])]))
  }
}
