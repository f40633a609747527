import Testing

@testable import TransportLoader

/// The strict JSON parser of manifests.
@Suite struct JSONReaderTests {
  @Test(arguments: [
    #"{"a": [1, -2.5e3, true, false, null, "x\n\u00e9\ud83d\ude00"]}"#, "[]", "{}", "0", "\"\"", " \n[ 1 ,\t2 ] ",
  ])
  func whatIsJSONIsRead(text: String) throws {
    _ = try JSONReader.read(Array(text.utf8))
  }

  @Test func valuesAreWhatWasWritten() throws {
    let value = try JSONReader.read(Array(#"{"a":[1,-2.5e3,true,null,"x\n\u00e9\ud83d\ude00"]}"#.utf8))
    #expect(value == .object([.init(name: "a", value: .array([.number(1), .number(-2500), .bool(true), .null, .string("x\né😀")]))]))
    #expect(value.text == "{\"a\":[1,-2500,true,null,\"x\\né😀\"]}")
  }

  @Test(arguments: [
    ("", 1, 1), ("{", 1, 2), ("[1,]", 1, 4), ("{\"a\":1,\"a\":2}", 1, 8), ("01", 1, 2), ("[1]\nx", 2, 1), ("\"\\q\"", 1, 3),
    ("\"\\ud800\"", 1, 8), ("\"\u{1}\"", 1, 2), ("tru", 1, 1), ("1e999", 1, 1), ("\"abc", 1, 1), ("[1 2]", 1, 4), ("{a:1}", 1, 2),
    ("\"\\u+123\"", 1, 4),
  ])
  func whatIsNoneIsRefusedWithItsPlace(text: String, line: Int, column: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONReader.read(Array(text.utf8)) }
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func nestingHasABound() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONSyntaxError.self) { try JSONReader.read(Array(deep.utf8)) }
    let fair = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(throws: Never.self) { try JSONReader.read(Array(fair.utf8)) }
  }

  @Test func bytesThatAreNoUTF8AreRefused() {
    #expect(throws: JSONSyntaxError.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
  }
}
